"""`codebench audit`: what did a reported score really count?"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from codebench.audit.detection import FORMATS
from codebench.audit.formats.columns import MEANINGS, ROLES
from codebench.audit.model import AuditError, Choice
from codebench.audit.reading import Step, read
from codebench.audit.result import Audit, audit_of
from codebench.audit.stated import MAX_K
from codebench.commands.audit_json import audit_json
from codebench.commands.audit_text import show
from codebench.commands.errors import CommandError
from codebench.commands.progress import progress
from codebench.suite import K

__all__ = ["audit_command"]


def _column_options(command: Any) -> Any:
    for role, names in reversed(ROLES.items()):
        told = f"Column of a table: {MEANINGS[role]}.  [known: {', '.join(names[:3])}, ...]"
        command = click.option(f"--{role}", metavar="COLUMN", help=told)(command)
    return command


@click.command("audit")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "only", type=click.Choice(FORMATS), help="Read files as this alone.")
@click.option(
    "-k",
    "k",
    type=click.IntRange(1, MAX_K),
    default=K,
    show_default=True,
    help="Rollouts drawn, and tests of broken pass@k.",
)
@click.option(
    "--threshold", type=float, help="Success is a score of this or more, for logs of Inspect."
)
@click.option("--scorer", help="The scorer that decides, where a log of Inspect has several.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@_column_options
def audit_command(  # noqa: PLR0913, PLR0917 -- its options
    paths: tuple[Path, ...],
    only: str | None,
    k: int,
    threshold: float | None,
    scorer: str | None,
    as_json: bool,
    **columns: str | None,
) -> None:
    """Audit results: logs of Inspect, files of well-known benchmarks, and tables.

    PATHS are files, and folders with all results below them.
    """
    told = {role: column for role, column in columns.items() if column}
    choice = Choice(only=only, columns=told, scorer=scorer, threshold=threshold)
    try:
        audit = _audit(paths, choice, k)
    except AuditError as error:
        raise CommandError(error) from error
    if as_json:
        click.echo(json.dumps(audit_json(audit)))
    else:
        show(audit)


def _audit(paths: Sequence[Path], choice: Choice, k: int) -> Audit:
    return audit_of(read(paths, choice, _watched), k)


def _watched(steps: Sequence[Step]) -> Iterator[Step]:
    with progress("Reading files", total=len(steps)) as done:
        for step in steps:
            yield step
            done()
