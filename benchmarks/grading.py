"""How fast rollouts are graded: our Docker runner against Inspect's stock `docker` provider.

    uv run python benchmarks/grading.py

Both sides grade the same solution of the same challenge in the same image, with the same limits
of memory and processor, in turns. The stock side does the least that gives a verdict: a compose
project for each sample, in which a scorer writes the files and runs pytest, in the submission's
own process, and Bandit. Such a verdict can be forged; ours cannot, and should take a quarter of
the time at most.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import mean, median
from typing import TypedDict

import click
from benchmarks.stock_provider import BenchmarkFault, Round, grade_stock
from rich.console import Console
from rich.table import Table

from codebench.catalogue import lookup
from codebench.challenge import Challenge, ChallengeError, Expectation, Kind, Solution
from codebench.environment import Grading, runner_for
from codebench.grading import grade
from codebench.sandbox.faults import EngineFault
from codebench.sandbox.runner import Runner
from codebench.submission import Submission
from codebench.verdict import Verdict

TARGET = 4
"""Times as fast as the stock provider, on two cores."""


class Summary(TypedDict):
    """What `--json` prints."""

    ratio: float
    rollouts_per_second: float
    stock_rollouts_per_second: float
    milliseconds: dict[str, float]
    """Of one rollout, by stage; the names of the other side's stages begin with `stock`."""


@click.command(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option("--challenge", "slug", default="sheet-cell", metavar="SLUG", help="What to grade.")
@click.option("--rollouts", type=click.IntRange(1), default=24, help="Of each side, in all turns.")
@click.option("--turns", type=click.IntRange(1), default=3, help="How often the sides alternate.")
@click.option("--parallel", type=click.IntRange(1), default=os.cpu_count(), help="At a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(*, slug: str, rollouts: int, turns: int, parallel: int, as_json: bool) -> None:
    """Measure how many rollouts are graded per second, by us and by Inspect's docker sandbox."""
    try:
        challenge, solution = _subject(slug)
        shares = _shares(rollouts, turns)
        ours, stock = _alternate(challenge, solution, shares, parallel)
    except (BenchmarkFault, ChallengeError, EngineFault) as fault:
        raise click.ClickException(str(fault)) from fault
    summary = _summary(ours, stock)
    if as_json:
        click.echo(json.dumps(summary))
    else:
        lanes = f"{parallel} in parallel, on {os.cpu_count()} cores"
        _print(summary, f"{slug}/{solution.name}: {rollouts} rollouts of each side, {lanes}")


def _subject(slug: str) -> tuple[Challenge, Solution]:
    challenge = lookup(slug)
    if challenge.spec.kind is Kind.SERVICE:
        raise BenchmarkFault(f"{slug} is a service, which the stock side here cannot start.")
    return challenge, challenge.expected(Expectation.SECURE, Expectation.CORRECT)[0]


def _shares(rollouts: int, turns: int) -> list[int]:
    """Rollouts of each turn, none without any."""
    turns = min(turns, rollouts)
    return [rollouts // turns + (number < rollouts % turns) for number in range(turns)]


def _alternate(
    challenge: Challenge, solution: Solution, shares: Sequence[int], parallel: int
) -> tuple[list[Round], list[Round]]:
    """Grade in turns, so that whatever else the machine does slows both sides down."""
    runner = runner_for(Grading.DOCKER)
    ours, stock = [], []
    for turn, rollouts in enumerate([1, *shares]):
        ours.append(_grade_ours(challenge, solution, runner, rollouts, parallel))
        stock.append(grade_stock(challenge, solution, rollouts, parallel))
        rates = f"ours {ours[-1].rate:.2f}/s, stock {stock[-1].rate:.2f}/s"
        click.echo(f"{f'turn {turn}' if turn else 'warm-up'}: {rates}", err=True)
    return ours[1:], stock[1:]


def _grade_ours(
    challenge: Challenge, solution: Solution, runner: Runner, rollouts: int, parallel: int
) -> Round:
    submission = Submission.of(solution.files)

    def rollout(_: int) -> dict[str, float]:
        started = time.monotonic()
        verdict = grade(challenge, submission, runner)
        milliseconds = 1000 * (time.monotonic() - started)
        _check(verdict)
        judge = verdict.milliseconds
        return {"container": milliseconds - sum(judge.values()), **judge}

    started = time.monotonic()
    with ThreadPoolExecutor(parallel) as pool:
        laps = list(pool.map(rollout, range(rollouts)))
    seconds = time.monotonic() - started
    return Round(rollouts, seconds, {name: mean(lap[name] for lap in laps) for name in laps[0]})


def _check(verdict: Verdict) -> None:
    if not verdict.secure_success or verdict.static_error:
        failed = [f"{test.id} failed ({test.reason})" for test in verdict.tests if not test.passed]
        reason = verdict.detail or verdict.static_error or ", ".join(failed)
        raise BenchmarkFault(f"A rollout of ours did not pass: {reason}")


def _summary(ours: Sequence[Round], stock: Sequence[Round]) -> Summary:
    rate, stock_rate = (median(turn.rate for turn in turns) for turns in (ours, stock))
    return {
        "ratio": round(rate / stock_rate, 2),
        "rollouts_per_second": round(rate, 3),
        "stock_rollouts_per_second": round(stock_rate, 3),
        "milliseconds": _stages("", ours) | _stages("stock ", stock),
    }


def _stages(prefix: str, turns: Sequence[Round]) -> dict[str, float]:
    names = turns[0].stages
    return {prefix + name: round(median(turn.stages[name] for turn in turns), 1) for name in names}


def _print(summary: Summary, caption: str) -> None:
    table = Table("")
    for side in ("ours", "stock"):
        table.add_column(side, justify="right")
    rates = summary["rollouts_per_second"], summary["stock_rollouts_per_second"]
    table.add_row("rollouts per second", *(f"{rate:.2f}" for rate in rates), end_section=True)
    for name, milliseconds in summary["milliseconds"].items():
        value = f"{milliseconds:.0f}"
        stock = name.startswith("stock ")
        table.add_row(f"{name.removeprefix('stock ')}, ms", *(("", value) if stock else (value,)))
    console = Console()
    console.print(caption, table, highlight=False)
    met = "met" if summary["ratio"] >= TARGET else "missed"
    console.print(f"ratio {summary['ratio']:.2f}: target of {TARGET} {met}", highlight=False)


if __name__ == "__main__":
    main()
