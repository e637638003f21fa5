"""`codebench validate`: do challenges tell good from bad?"""

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from codebench.catalogue import TASKS, installed, load_folder, select
from codebench.catalogue_page import page
from codebench.challenge import Challenge, ChallengeError
from codebench.commands.validate_tables import say, show, summary
from codebench.environment import Grading, runner_for
from codebench.sandbox.faults import EngineFault
from codebench.sandbox.runner import Runner
from codebench.side_by_side import side_by_side
from codebench.validation import Known, Measured, Proof, Validation, record, too_slow, validate

__all__ = ["validate_command"]


@click.command("validate")
@click.option("--all", "everything", is_flag=True, help="Validate every challenge of the suite.")
@click.option("--only", default="", metavar="SLUG,...", help="Validate only these.")
@click.option(
    "--challenges",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder of challenges instead of the suite's.",
)
@click.option(
    "--repeats",
    type=click.IntRange(1),
    default=Proof().repeats,
    show_default=True,
    help="Gradings of each good solution, each with another seed.",
)
@click.option(
    "--mutants",
    type=click.Choice(["none", "changed", "all"]),
    default="none",
    is_flag=False,
    flag_value="all",
    help="Grade mutants of good solutions too: of all challenges, or with `--mutants=changed` only "
    "of those that differ from the record.",
)
@click.option(
    "--most",
    type=click.IntRange(1),
    default=Proof().mutants,
    show_default=True,
    help="Mutants of one solution at most; of more, the same sample each time.",
)
@click.option("--record", "recording", is_flag=True, help="Record the results; needs --mutants.")
@click.option("--fresh", is_flag=True, help="Grade again what an earlier run found sound.")
@click.option(
    "--grading",
    type=click.Choice([Grading.DOCKER.value, Grading.LOCAL.value]),
    default=Grading.DOCKER.value,
    show_default=True,
    help="local isolates nothing: for challenges that you trust.",
)
@click.option("--workers", type=click.IntRange(1), default=os.cpu_count(), help="Judges at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def validate_command(  # noqa: PLR0913, PLR0917 -- its options
    everything: bool,
    only: str,
    challenges: Path | None,
    repeats: int,
    mutants: str,
    most: int,
    recording: bool,
    fresh: bool,
    grading: str,
    workers: int,
    as_json: bool,
) -> None:
    """Prove that challenges tell good from bad: grade all their references.

    Secure solutions must pass everything, time after time; insecure ones must work and be caught,
    wrong ones must fail, and mutants of secure ones must be noticed. Exits with 1 if one is not.
    """
    if not (everything or only or challenges):
        raise click.UsageError("Say which: --all, --only SLUG,... or --challenges FOLDER.")
    if recording and mutants == "none":
        raise click.UsageError("--record needs --mutants: mutation scores are part of the record.")
    started = time.monotonic()
    folder = challenges or TASKS
    chosen, recorded, runner = _loaded(challenges, only, grading)
    asked = _Asked(Proof(repeats=repeats, mutants=most), mutants, workers, fresh)
    results = _all_validated(chosen, runner, recorded, asked)
    if recording:
        _record(folder, chosen, recorded, results)
    if as_json:
        click.echo(json.dumps(summary(results, time.monotonic() - started)))
    else:
        show(results, time.monotonic() - started)
    slow = too_slow(results) if everything else None
    if slow:
        raise click.ClickException(f"The suite is too slow: {slow}.")
    sys.exit(1 if any(result.problems for result in results) else 0)


def _loaded(
    folder: Path | None, only: str, grading: str
) -> tuple[tuple[Challenge, ...], dict[str, Measured], Runner]:
    slugs = [slug for slug in only.split(",") if slug]
    try:
        chosen = select(load_folder(folder) if folder else installed(), slugs)
        return chosen, record.read(folder or TASKS), runner_for(Grading(grading))
    except (ChallengeError, EngineFault) as error:
        raise click.ClickException(str(error)) from error


def _record(
    folder: Path,
    challenges: Sequence[Challenge],
    recorded: Mapping[str, Measured],
    results: Sequence[Validation],
) -> None:
    """Write down what is sound, and the catalogue of it; what is gone is left out."""
    everything = load_folder(folder) if folder != TASKS else installed()
    sound = {each.challenge.slug: each.measured for each in results if not each.problems}
    slugs = {challenge.slug for challenge in everything}
    now = {slug: each for slug, each in {**recorded, **sound}.items() if slug in slugs}
    record.write(folder, now)
    place = folder if folder != TASKS else TASKS.resolve().parent / "docs"
    if place.is_dir():  # an installed package has none
        (place / "catalogue.md").write_text(page(everything, now), encoding="utf-8")
    click.echo(f"{len(sound)} of {len(challenges)} challenges recorded in {folder}.", err=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    proof: Proof
    mutants: str
    """none, changed or all"""
    workers: int
    fresh: bool


def _all_validated(
    challenges: Sequence[Challenge], runner: Runner, recorded: Mapping[str, Measured], asked: _Asked
) -> tuple[Validation, ...]:
    """Several challenges at a time, so that no judge waits for the last one of another's step."""
    at_a_time = min(asked.workers, len(challenges))
    each_has = replace(asked, workers=max(1, asked.workers // at_a_time))
    work = partial(_validated, runner=runner, recorded=recorded, asked=each_has)
    try:
        return tuple(side_by_side(work, challenges, runner, at_a_time))
    except EngineFault as error:  # what was sound before it is known at the next run
        raise click.ClickException(str(error)) from error


def _validated(
    challenge: Challenge, runner: Runner, recorded: Mapping[str, Measured], asked: _Asked
) -> Validation:
    before = recorded.get(challenge.slug)
    unchanged = before is not None and before.contents == challenge.contents
    mutants = {"none": 0, "changed": 0 if unchanged else asked.proof.mutants}
    proof = Proof(
        repeats=asked.proof.repeats, mutants=mutants.get(asked.mutants, asked.proof.mutants)
    )
    known = None if asked.fresh else Known(proof, runner.image)
    result = validate(challenge, runner, proof, workers=asked.workers, recorded=before, known=known)
    say(result)
    if before and unchanged and asked.mutants == "changed":
        measured = result.measured.model_copy(update={"mutants": before.mutants})
        return replace(result, measured=measured)
    return result
