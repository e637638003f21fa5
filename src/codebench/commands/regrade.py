"""`codebench regrade`: an old log's submissions under today's tests."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import click
from inspect_ai.log import EvalLog
from rich.console import Console
from rich.table import Table

from codebench.catalogue import load_folder, register
from codebench.challenge import ChallengeError
from codebench.commands.errors import CommandError
from codebench.commands.progress import progress
from codebench.commands.rescore import counts_of, scores_of, scores_table
from codebench.environment import Grading, runner_for
from codebench.logs import LogError, output_for, read_log, write_log
from codebench.regrading import Regraded, regrade
from codebench.sandbox.faults import EngineFault
from codebench.verdict import Blame, Verdict

__all__ = ["regrade_command"]

_BY_CHANCE = "nothing that is known: a flaky test or solution"


@click.command("regrade")
@click.argument("log", type=click.Path(path_type=Path))
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="[default: LOG-regraded]"
)
@click.option("--overwrite", is_flag=True, help="Replace a file that is there already.")
@click.option(
    "--challenges",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of private challenges that the log is about.",
)
@click.option("--new-seeds", is_flag=True, help="Draw new inputs instead of replaying the old.")
@click.option("--workers", type=click.IntRange(1), default=os.cpu_count(), help="Judges at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def regrade_command(  # noqa: PLR0913, PLR0917 -- its options
    log: Path,
    output: Path | None,
    overwrite: bool,
    challenges: Path | None,
    new_seeds: bool,
    workers: int,
    as_json: bool,
) -> None:
    """Grade the submissions in LOG again with today's tests, and say which verdicts change.

    Calls no model; the submissions run in the locked sandbox. The log itself stays as it is.
    """
    try:
        target = output_for(log, "regraded", output, overwrite=overwrite)
        before = read_log(log)
        if challenges:
            register(load_folder(challenges))
        after, results = _regraded(before, workers=workers, new_seeds=new_seeds)
        write_log(after, target)
    except (LogError, ChallengeError, EngineFault) as error:
        raise CommandError(error) from error
    changed = [result for result in results if result.changed]
    if as_json:
        told = {
            "output": str(target),
            **counts_of(after),
            "regraded": len(results),
            "changed": [_row(result) for result in changed],
            "before": scores_of(before),
            "after": scores_of(after),
        }
        click.echo(json.dumps(told))
        return
    _print(before, after, changed)
    click.echo(f"{len(results)} submissions graded again, {len(changed)} verdicts changed.")
    click.echo(f"Written to {target}")


def _regraded(
    log: EvalLog, *, workers: int, new_seeds: bool
) -> tuple[EvalLog, tuple[Regraded, ...]]:
    runner = runner_for(Grading.DOCKER)
    with progress("Grading again", len(log.samples or [])) as count:
        return regrade(
            log.model_copy(deep=True),
            runner,
            workers=workers,
            new_seeds=new_seeds,
            progress=lambda _: count(),
        )


def _print(before: EvalLog, after: EvalLog, changed: Sequence[Regraded]) -> None:
    console = Console()
    console.print(scores_table(before, after))
    if changed:
        console.print(_table(changed))


def _row(result: Regraded) -> dict[str, object]:
    return {
        "challenge": result.sample,
        "rollout": result.epoch,
        "before": _words(result.before),
        "after": _words(result.after),
        "different": list(result.causes) or [_BY_CHANCE],
    }


def _table(changed: Sequence[Regraded]) -> Table:
    table = Table(
        "challenge", "rollout", "before", "after", "what is different", title="Changed verdicts"
    )
    for result in changed:
        causes = ", ".join(result.causes) or _BY_CHANCE
        before, after = _words(result.before), _words(result.after)
        table.add_row(result.sample, str(result.epoch), before, after, causes)
    return table


def _words(verdict: Verdict | None) -> str:
    if verdict is None:
        return "no verdict"
    if verdict.blame is Blame.UNSCORED:
        return f"unscored: {verdict.unscored}"
    works = "works" if verdict.success else "does not work"
    if not verdict.has_security_side:
        return works
    return f"{works}, {'secure' if verdict.security else 'not secure'}"
