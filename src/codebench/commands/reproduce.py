"""`codebench reproduce`: the experiments of the original report, as published and corrected."""

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from codebench.reproduce import EXPERIMENTS, Experiment, Number
from codebench.reproduce.page import page

__all__ = ["reproduce_command"]


@click.command("reproduce")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw a figure of each experiment into this folder.",
)
@click.option(
    "--findings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the findings as a page of Markdown to this file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def reproduce_command(
    names: tuple[str, ...], figures: Path | None, findings: Path | None, as_json: bool
) -> None:
    """Compute the figures of the original report again, and beside them those that were needed.

    NAME is one or more of baseline, h1, h2, h3, h4, pilot, or all. Exits with 1 where a figure
    differs from the printed one.
    """
    experiments = [EXPERIMENTS[name]() for name in _chosen(names)]
    try:
        if figures:
            _draw(experiments, figures)
        if findings:
            findings.write_text(page(experiments), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(
            f"{error.filename}: cannot be written: {error.strerror}."
        ) from error
    if as_json:
        click.echo(json.dumps({each.name: _told(each) for each in experiments}))
    else:
        for each in experiments:
            _show(each)
    if not all(number.agrees in {None, True} for each in experiments for number in each.published):
        raise click.ClickException("A figure differs from the printed one: see above.")


def _chosen(names: tuple[str, ...]) -> list[str]:
    unknown = [name for name in names if name not in {*EXPERIMENTS, "all"}]
    if unknown or not names:
        told = f"{unknown[0]}: no such experiment; there" if unknown else "Say which: there"
        raise click.UsageError(f"{told} are {', '.join(EXPERIMENTS)}, and all.")
    return [name for name in EXPERIMENTS if name in names or "all" in names]


def _draw(experiments: Sequence[Experiment], folder: Path) -> None:
    try:
        from codebench.reproduce.figures import draw  # noqa: PLC0415 -- needs an extra

        written = draw(experiments, folder)
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"Figures need {error.name}: install `codebench[plots]`."
        ) from error
    click.echo(f"{len(written)} files in {folder}.", err=True)


def _told(experiment: Experiment) -> dict[str, dict[str, float]]:
    return {
        "published": {number.name: float(number.value) for number in experiment.published},
        "corrected": {number.name: float(number.value) for number in experiment.corrected},
    }


def _show(experiment: Experiment) -> None:
    console = Console(highlight=False)
    console.print(f"\n[bold]{experiment.name}: {experiment.title}[/bold]")
    console.print(f"Claim: {experiment.claim}", markup=False)
    console.print(_table("as published", experiment.published, printed=True))
    console.print(_table("instead", experiment.corrected, printed=False))
    console.print(experiment.verdict, markup=False)


def _table(title: str, numbers: Sequence[Number], *, printed: bool) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("figure", overflow="fold")
    table.add_column("what", overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    if printed:
        table.add_column("printed", justify="right", no_wrap=True)
    for number in numbers:
        row = [number.name, number.about, f"{number.value:.4f}"]
        table.add_row(*row, *[number.printed or "-"] * printed)
    return table
