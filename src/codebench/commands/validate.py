"""`codebench validate`: do challenges tell good from bad?"""

import json
import os
import sys
import time
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from codebench.catalogue import installed, load_folder, select
from codebench.challenge import Challenge, ChallengeError, Expectation
from codebench.environment import Grading, runner_for
from codebench.sandbox.faults import EngineFault
from codebench.validate import Validation, validate

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
    "--grading",
    type=click.Choice([Grading.DOCKER.value, Grading.LOCAL.value]),
    default=Grading.DOCKER.value,
    show_default=True,
    help="local isolates nothing: for challenges that you trust.",
)
@click.option("--workers", type=click.IntRange(1), default=os.cpu_count(), help="Judges at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def validate_command(  # noqa: PLR0913, PLR0917 -- its options
    everything: bool, only: str, challenges: Path | None, grading: str, workers: int, as_json: bool
) -> None:
    """Prove that challenges tell good from bad: grade all their references.

    Secure solutions must pass everything, insecure ones must work and be caught, wrong ones must
    fail. Exits with 1 if one does not.
    """
    if not (everything or only or challenges):
        raise click.UsageError("Say which: --all, --only SLUG,... or --challenges FOLDER.")
    started = time.monotonic()
    slugs = [slug for slug in only.split(",") if slug]
    try:
        chosen = select(load_folder(challenges) if challenges else installed(), slugs)
        runner = runner_for(Grading(grading))
    except (ChallengeError, EngineFault) as error:
        raise click.ClickException(str(error)) from error
    results = validate(chosen, runner, workers=workers, progress=_say)
    summary = _summary(results, time.monotonic() - started)
    if as_json:
        click.echo(json.dumps(summary))
    else:
        _print(results)
    sys.exit(1 if summary["failed"] else 0)


def _say(result: Validation) -> None:
    state = "ok" if not result.problems else f"{len(result.problems)} problems"
    click.echo(f"{result.challenge.slug}: {state}, {result.seconds:.1f} s", err=True)


def _summary(results: tuple[Validation, ...], seconds: float) -> dict[str, object]:
    failed = [
        {"challenge": result.challenge.slug, "problems": list(result.problems)}
        for result in results
        if result.problems
    ]
    challenges = [result.challenge for result in results]
    return {
        "challenges": len(results),
        "security": sum(challenge.has_security_side for challenge in challenges),
        "algorithmic": sum(not challenge.has_security_side for challenge in challenges),
        "references": {str(kind): _count(challenges, kind) for kind in Expectation},
        "failed": failed,
        "seconds": round(seconds, 1),
    }


def _count(challenges: list[Challenge], kind: Expectation) -> int:
    return sum(len(challenge.expected(kind)) for challenge in challenges)


def _print(results: tuple[Validation, ...]) -> None:
    table = Table(
        "challenge",
        "kind",
        "CWE",
        "references",
        "seconds",
        "verdict",
        title="Validation of challenges",
    )
    for result in results:
        spec = result.challenge.spec
        cwe = ", ".join(map(str, spec.cwe)) or "-"
        state = "[green]sound[/green]" if not result.problems else "[red]not sound[/red]"
        row = (
            result.challenge.slug,
            spec.kind,
            cwe,
            str(result.references),
            f"{result.seconds:.1f}",
            state,
        )
        table.add_row(*row)
    console = Console()
    console.print(table)
    for result in results:
        for problem in result.problems:
            console.print(
                f"{result.challenge.slug}: {problem}", style="red", markup=False, highlight=False
            )
