"""`codebench report`: what logs say, on the terminal, as JSON, as a page and as figures."""

import dataclasses
import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from rich.console import Console

from codebench.commands.errors import CommandError
from codebench.commands.report_tables import tables_of
from codebench.logs import LogError
from codebench.report.html.page import page
from codebench.report.leaderboard import IntervalChoice
from codebench.report.model import Report, report_on
from codebench.report.reading import Reading, read
from codebench.report.sentences import foot
from codebench.statistics.estimands import Estimand, Method
from codebench.words import printable

__all__ = ["report_command", "report_json"]

_MANY = 1000
"""Rollouts that take more than two seconds to read as a whole."""


@click.command("report")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page that needs nothing but itself.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw figures into this folder; needs the extra `plots`.",
)
@click.option(
    "-k",
    "k",
    type=click.IntRange(1),
    help="Rollouts drawn.  [default: what the logs ask for, or 1]",
)
@click.option(
    "--interval",
    "method",
    type=click.Choice([str(each) for each in Method]),
    help="How intervals are made.  [default: envelope for a population]",
)
@click.option(
    "--estimand",
    type=click.Choice([str(each) for each in Estimand]),
    help="What intervals are about: challenges like these, or these.  [default: population]",
)
@click.option("--threshold", type=float, help="A rollout succeeds from this score on.")
@click.option("--scorer", help="The scorer that decides, where a log has several.")
@click.option("--bundle", help="Address or folder of `inspect view bundle`, for links to it.")
def report_command(  # noqa: PLR0913, PLR0917 -- its options
    logs: tuple[Path, ...],
    html: Path | None,
    as_json: bool,
    figures: Path | None,
    k: int | None,
    method: str | None,
    estimand: str | None,
    threshold: float | None,
    scorer: str | None,
    bundle: str | None,
) -> None:
    """Report on all rollouts in LOGS, which are logs of Inspect and folders of them.

    Logs of other suites are read as well, where they have a scorer that says success or failure.
    """
    try:
        link = _checked(bundle)
        reading = read(logs, scorer=scorer, threshold=threshold)
        whole = html is not None or figures is not None or as_json
        _warn(reading, whole=whole)
        report = report_on(reading, k=k, choice=_choice(method, estimand), details=whole)
        written = [*_write(html, report, link), *_draw(figures, report)]
    except (LogError, ValueError, OSError) as error:
        raise CommandError(error) from error
    if as_json:
        click.echo(json.dumps(report_json(report)))
    else:
        _print(report)
    for path in written:
        click.echo(f"Written to {path}", err=as_json)


def _warn(reading: Reading, *, whole: bool) -> None:
    """Say what takes long, if anything does."""
    rollouts = sum(len(task.rollouts) for task in reading.tasks)
    if whole and rollouts >= _MANY:
        click.echo(f"Reading {rollouts} rollouts as a whole, for their exploits.", err=True)


def report_json(report: Report) -> dict[str, Any]:
    """The report as plain data."""
    told = dataclasses.asdict(report)
    for task, own in zip(told["tasks"], report.tasks, strict=True):
        task["outcomes"] = {str(outcome): count for outcome, count in own.outcomes.items()}
    return told


def _choice(method: str | None, estimand: str | None) -> IntervalChoice:
    """A method alone says what it is about."""
    chosen = None if method is None else Method(method)
    if estimand is not None:
        return IntervalChoice(Estimand(estimand), chosen)
    return IntervalChoice(chosen.estimand if chosen else Estimand.POPULATION, chosen)


def _checked(bundle: str | None) -> str | None:
    if bundle is not None and urlsplit(bundle).scheme not in {"", "http", "https"}:
        raise LogError(f"{bundle}: give a folder, or an address that starts with https://.")
    return bundle


def _write(html: Path | None, report: Report, bundle: str | None) -> Sequence[Path]:
    if html is None:
        return []
    if not html.parent.is_dir():
        raise LogError(f"{html}: there is no such folder.")
    html.write_text(page(report, bundle), encoding="utf-8")
    return [html]


def _draw(folder: Path | None, report: Report) -> Sequence[Path]:
    if folder is None:
        return []
    if find_spec("matplotlib") is None:
        raise LogError("Figures need matplotlib: install codebench[plots].")
    from codebench.report.figures import draw  # noqa: PLC0415 -- an extra

    return draw(report, folder)


def _print(report: Report) -> None:
    console = Console()
    for task in report.tasks:
        console.print(*tables_of(task), sep="\n", highlight=False)
        for line in (*foot(task, report), *task.notes):
            click.echo(printable(line))
        click.echo()
    for note in report.notes:
        click.echo(printable(note))
