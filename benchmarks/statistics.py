"""How fast a million rollouts become estimates, and twenty agents get their intervals.

    uv run python benchmarks/statistics.py

All on one core. The rollouts are made up: challenges of all kinds, one of a hundred unscored.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypedDict

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from codebench.counts import Counts, Floats
from codebench.estimators import Quantity, reliability
from codebench.intervals import reliability_interval

ROLLOUTS = 8
K = 5
AGENTS = 20
UNSCORED = 0.01

ESTIMATORS_MS = 50
INTERVALS_S = 2
"""Targets, on one core."""


class Summary(TypedDict):
    """What `--json` prints."""

    estimators_ms: float
    """Counts, reliability@1, reliability@5 and reliability^5 of all rollouts."""

    intervals_s: float
    """Default intervals of the same three for each agent, from its counts."""

    report_vs_samples_df: float | None
    """How many times faster a report reads a log than `samples_df`; null where not measured."""


@click.command(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option("--rollouts", type=click.IntRange(1000), default=1_000_000, help="Of all agents.")
@click.option("--repeats", type=click.IntRange(1), default=7, help="The median counts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(*, rollouts: int, repeats: int, as_json: bool) -> None:
    """Measure the estimators and the default intervals."""
    outcomes = make_outcomes(rollouts // ROLLOUTS)
    agents = [Counts.of(part) for part in np.array_split(outcomes, AGENTS)]
    summary: Summary = {
        "estimators_ms": round(1000 * seconds(lambda: estimate(outcomes), repeats), 1),
        "intervals_s": round(seconds(lambda: bound(agents), repeats), 3),
        "report_vs_samples_df": None,
    }
    if as_json:
        click.echo(json.dumps(summary))
    else:
        show(summary, f"{outcomes.size:,} rollouts, {len(outcomes):,} challenges, {AGENTS} agents")


def make_outcomes(challenges: int) -> Floats:
    """Outcomes of challenges of all kinds, some rollouts unscored, shape (challenges, 8)."""
    rng = np.random.default_rng(0)
    chances = rng.beta(0.5, 0.5, size=(challenges, 1))
    outcomes = (rng.random((challenges, ROLLOUTS)) < chances).astype(np.float64)
    outcomes[rng.random(outcomes.shape) < UNSCORED] = np.nan
    return outcomes


def estimate(outcomes: Floats) -> None:
    """From outcomes to the numbers of a leaderboard's row."""
    counts = Counts.of(outcomes)
    reliability(counts, 1)
    for quantity in Quantity:
        reliability(counts, K, quantity)


def bound(agents: Sequence[Counts]) -> None:
    """The intervals of every agent's row."""
    for counts in agents:
        reliability_interval(counts, 1)
        for quantity in Quantity:
            reliability_interval(counts, K, quantity=quantity)


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Median time of some runs, after one that is not counted."""
    laps = []
    for _ in range(repeats + 1):
        started = time.perf_counter()
        work()
        laps.append(time.perf_counter() - started)
    return median(laps[1:])


def show(summary: Summary, caption: str) -> None:
    """Print what was measured beside what it should be."""
    table = Table("", "measured", "target")
    table.add_row("estimators", f"{summary['estimators_ms']} ms", f"{ESTIMATORS_MS} ms")
    table.add_row("default intervals", f"{summary['intervals_s']} s", f"{INTERVALS_S} s")
    console = Console()
    console.print(caption, table, highlight=False)


if __name__ == "__main__":
    main()
