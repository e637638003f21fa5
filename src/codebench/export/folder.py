"""Lays a dataset out in a folder: tables, figures and the card."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from codebench.challenge import Challenge
from codebench.export.card import Card, card
from codebench.export.challenges import challenges_of
from codebench.export.columns import Config
from codebench.export.dataset import write
from codebench.export.leaderboard import leaderboard_of
from codebench.export.measurements import Measurement, measurements
from codebench.export.rollouts import rollouts_of, tests_of
from codebench.report.model import Report
from codebench.report.reading import Reading

__all__ = ["Chosen", "Results", "lay_out"]

FIGURES = "figures"
"""Folder of the pictures."""

Measured = Mapping[str, Sequence[Measurement]]
"""Rollouts by name of their table."""


@dataclass(frozen=True, slots=True)
class Results:
    """What logs tell, and the report on it."""

    reading: Reading
    report: Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What goes into a dataset, and how it is called."""

    title: str
    license: str
    repo: str
    """What it will be loaded by."""
    hidden: bool
    """Whether hidden tests and reference solutions go along."""
    files: bool
    """Whether what rollouts handed in goes along."""


def lay_out(
    folder: Path, results: Results | None, challenges: Sequence[Challenge], chosen: Chosen
) -> Sequence[Config]:
    """Write a dataset into an empty or new folder.

    Args:
        folder: Where to.
        results: What logs tell; None for challenges alone.
        challenges: All that are known; those that no log is about are left out.
        chosen: What goes along.

    Returns:
        The tables that were written.

    Raises:
        LogError: A rollout cannot be read.
        ExportError: A value cannot be written.
        OSError: The folder cannot be.
    """
    measured = _measured(results.reading) if results else {}
    told = _told(challenges, measured) if results else list(challenges)
    configs = [*_of_results(results, measured, chosen)]
    configs += [challenges_of(told, hidden=chosen.hidden)] if told else []
    for config in configs:
        write(config, folder)
    written = Card(
        title=chosen.title,
        license=chosen.license,
        configs=configs,
        report=results.report if results else None,
        figures=_draw(results.report, folder / FIGURES) if results else (),
        repo=chosen.repo,
        hidden=chosen.hidden,
        notes=[*_differences(told, measured)],
    )
    (folder / "README.md").write_text(card(written), encoding="utf-8")
    return configs


def _measured(reading: Reading) -> Measured:
    """Rollouts by the part that their task has in names of tables; two tasks never share it."""
    found: dict[str, list[Measurement]] = {}
    for task in reading.tasks:
        name = re.sub(r"[^a-z0-9]+", "_", task.task.lower()).strip("_") or "task"
        found[name if name not in found else f"{name}_{len(found) + 1}"] = [*measurements(task)]
    return found


def _of_results(results: Results | None, measured: Measured, chosen: Chosen) -> Iterator[Config]:
    if results:
        yield leaderboard_of(results.report)
    for name, rollouts in measured.items():
        yield rollouts_of(name, rollouts, files=chosen.files, hidden=chosen.hidden)
        if any(each.verdict for each in rollouts):
            yield tests_of(name, rollouts)


def _told(challenges: Iterable[Challenge], measured: Measured) -> list[Challenge]:
    """The challenges that rollouts are about."""
    attempted = {each.rollout.challenge for rollouts in measured.values() for each in rollouts}
    return [challenge for challenge in challenges if challenge.slug in attempted]


def _differences(challenges: Iterable[Challenge], measured: Measured) -> Iterator[str]:
    """Rollouts that met other tests or another prompt than the challenges that go along."""
    known = {challenge.slug: challenge.digest for challenge in challenges}
    verdicts = [each.verdict for rollouts in measured.values() for each in rollouts if each.verdict]
    other = {
        verdict.challenge
        for verdict in verdicts
        if verdict.challenge_digest and known.get(verdict.challenge) != verdict.challenge_digest
    }
    if changed := sorted(other & known.keys()):
        yield (
            f"The rollouts of {', '.join(changed)} are of another version of the challenge than "
            "the table of challenges has."
        )
    if missing := sorted(other - known.keys()):
        yield f"The table of challenges does not have {', '.join(missing)}."


def _draw(report: Report, folder: Path) -> Sequence[str]:
    """Paths of the pictures within the dataset; none without matplotlib."""
    if find_spec("matplotlib") is None:
        return ()
    from codebench.report.figures import draw  # noqa: PLC0415 -- an extra

    drawn = draw(report, folder)
    for path in drawn:
        if path.suffix != ".png":
            path.unlink()  # the hub shows pictures, and two of each help nobody
    return [f"{FIGURES}/{path.name}" for path in drawn if path.suffix == ".png"]
