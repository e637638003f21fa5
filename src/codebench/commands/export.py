"""`codebench export`: rollouts and challenges as a Hugging Face dataset."""

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from codebench.challenge import ChallengeError
from codebench.commands.errors import CommandError
from codebench.logs import LogError

if TYPE_CHECKING:  # needs the extra `data`
    from codebench.export.run import Exported

__all__ = ["export_command"]


@click.command("export")
@click.argument("logs", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    help="Write the dataset into this folder, which must be new or empty.",
)
@click.option("--push", metavar="OWNER/NAME", help="Send it to this dataset of Hugging Face.")
@click.option("--public", is_flag=True, help="Everybody may see a dataset that --push makes.")
@click.option("--hidden", is_flag=True, help="Hidden tests and reference solutions go along.")
@click.option("--files", is_flag=True, help="What the rollouts handed in goes along.")
@click.option(
    "--challenges",
    "private",
    type=click.Path(path_type=Path),
    help="Your own folder of challenges, besides the suite's.",
)
@click.option("--title", default="Results of CodeBench", show_default=True, help="On the card.")
@click.option("--licence", default="mit", show_default=True, help="As the hub names it.")
@click.option(
    "-k",
    "k",
    type=click.IntRange(1),
    help="Rollouts drawn.  [default: what the logs ask for, or 1]",
)
@click.option("--threshold", type=float, help="A rollout succeeds from this score on.")
@click.option("--scorer", help="The scorer that decides, where a log has several.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def export_command(*, as_json: bool, **options: Any) -> None:
    """Export LOGS, and the challenges they are about, as a dataset with its card.

    LOGS are logs of Inspect and folders of them; without any, the challenges alone are exported.
    Hidden parts of challenges stay out unless they are asked for. A token for --push is taken from
    HF_TOKEN, or from an earlier `hf auth login`.
    """
    if not options["to"] and not options["push"]:
        raise click.UsageError("Say where to: --to FOLDER, --push OWNER/NAME, or both.")
    exported = _exported(options)
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(exported)))
    else:
        _show(exported)


def _exported(options: dict[str, Any]) -> "Exported":
    try:
        from codebench.export.dataset import ExportError  # noqa: PLC0415 -- an extra
        from codebench.export.run import Order, export  # noqa: PLC0415 -- likewise
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"A dataset needs {error.name}: install `codebench[data]`."
        ) from error
    try:
        return export(Order(**options))
    except (ExportError, LogError, ChallengeError, ValueError, OSError) as error:
        raise CommandError(error) from error


def _show(exported: "Exported") -> None:
    table = Table(title="Tables", title_justify="left")
    table.add_column("configuration", overflow="fold")
    table.add_column("rows", justify="right")
    for name, rows in exported.rows.items():
        table.add_row(name, str(rows))
    Console(highlight=False).print(table)
    for place in (exported.folder, exported.address):
        if place:
            click.echo(f"Written to {place}")
