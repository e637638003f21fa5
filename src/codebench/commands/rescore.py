"""`codebench rescore`: the scores of a log, computed again from its verdicts."""

import json
import math
from pathlib import Path

import click
from inspect_ai.log import EvalLog
from rich.console import Console
from rich.table import Table

from codebench.commands.errors import CommandError
from codebench.logs import LogError, output_for, read_log, rescore, write_log
from codebench.rollout import Rollout
from codebench.verdict import Verdict

__all__ = ["counts_of", "rescore_command", "scores_of", "scores_table"]


@click.command("rescore")
@click.argument("log", type=click.Path(path_type=Path))
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="[default: LOG-rescored]"
)
@click.option("--overwrite", is_flag=True, help="Replace a file that is there already.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def rescore_command(log: Path, output: Path | None, overwrite: bool, as_json: bool) -> None:
    """Compute all scores and metrics of LOG again from the verdicts that it holds.

    Needs no sandbox and no model. The log itself stays as it is.
    """
    try:
        target = output_for(log, "rescored", output, overwrite=overwrite)
        before = read_log(log)
        after = rescore(before)
        write_log(after, target)
    except LogError as error:
        raise CommandError(error) from error
    if as_json:
        told = {"before": scores_of(before), "after": scores_of(after)}
        click.echo(json.dumps({"output": str(target), **counts_of(after), **told}))
        return
    Console().print(scores_table(before, after))
    click.echo(f"Written to {target}")


def scores_of(log: EvalLog) -> dict[str, dict[str, float]]:
    """Scorer and reducer to its metrics."""
    scores = log.results.scores if log.results else []
    return {
        " ".join(filter(None, (score.name, score.reducer))): {
            name: metric.value for name, metric in score.metrics.items()
        }
        for score in scores
    }


def counts_of(log: EvalLog) -> dict[str, int]:
    """Rollouts in a log, and those of them that have no verdict, for whatever reason."""
    samples = log.samples or []
    verdicts = [sample.store_as(Rollout).verdict for sample in samples]
    scored = [each for each in verdicts if isinstance(each, Verdict) and not each.unscored]
    return {"rollouts": len(samples), "unscored": len(samples) - len(scored)}


def scores_table(before: EvalLog, after: EvalLog) -> Table:
    """The estimate of each score and reducer, and other means of rollouts, in two logs."""
    counts = counts_of(after)
    title = f"{counts['rollouts']} rollouts, {counts['unscored']} of them unscored"
    table = Table("score", "reducer", "before", "after", title=title)
    old = scores_of(before)
    for score, metrics in scores_of(after).items():
        name, _, reducer = score.partition(" ")
        for metric in ["accuracy"] if "accuracy" in metrics else metrics:
            was, now = old.get(score, {}).get(metric, math.nan), metrics[metric]
            shown = _figure(now) if was == now else f"[bold]{_figure(now)}[/]"
            label = name if reducer else f"{name} {metric}"
            table.add_row(label, reducer.removeprefix("codebench/"), _figure(was), shown)
    return table


def _figure(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.4f}"
