"""How fast a million rollouts become estimates, twenty agents get intervals, and a log is read.

All on one core. The rollouts are made up: challenges of all kinds, one of a hundred unscored. The
log repeats the rollouts of the example in `logs`; Inspect's `samples_df`, to which reading it is
compared, needs pandas and pyarrow, which the development environment has.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median
from typing import TypedDict

import click
import numpy as np
from inspect_ai.log import read_eval_log, write_eval_log
from rich.console import Console
from rich.table import Table

from codebench.intervals import reliability_interval
from codebench.report.reading import read
from codebench.statistics.counts import Counts, Floats
from codebench.statistics.estimators import Quantity, reliability

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"

ROLLOUTS = 8
K = 5
AGENTS = 20
UNSCORED = 0.01

ESTIMATORS_MS = 50
INTERVALS_S = 2
REPORT_VS_SAMPLES_DF = 5
"""Targets, on one core."""


class Summary(TypedDict):
    """What `--json` prints."""

    estimators_ms: float
    """Counts, reliability@1, reliability@5 and reliability^5 of all rollouts."""

    intervals_s: float
    """Default intervals of the same three for each agent, from its counts."""

    report_vs_samples_df: float | None
    """How many times faster a report reads a log than `samples_df`; null without pandas."""


@click.command(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option("--rollouts", type=click.IntRange(1000), default=1_000_000, help="Of all agents.")
@click.option("--logged", type=click.IntRange(40), default=2000, help="Rollouts in the log.")
@click.option("--repeats", type=click.IntRange(1), default=7, help="The median counts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(*, rollouts: int, logged: int, repeats: int, as_json: bool) -> None:
    """Measure the estimators, the default intervals, and the reading of a log."""
    outcomes = make_outcomes(rollouts // ROLLOUTS)
    agents = [Counts.of(part) for part in np.array_split(outcomes, AGENTS)]
    summary: Summary = {
        "estimators_ms": round(1000 * seconds(lambda: estimate(outcomes), repeats), 1),
        "intervals_s": round(seconds(lambda: bound(agents), repeats), 3),
        "report_vs_samples_df": compare_reading(logged, repeats),
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


def compare_reading(rollouts: int, repeats: int) -> float | None:
    """How many times as long `samples_df` takes for a log as a report does."""
    if find_spec("pandas") is None or find_spec("pyarrow") is None:
        return None
    from inspect_ai.analysis import samples_df  # noqa: PLC0415 -- it refuses to be imported without

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.eval"
        write_log(path, rollouts)
        theirs = seconds(lambda: samples_df(str(path), quiet=True), repeats)
        return round(theirs / seconds(lambda: read([path]), repeats), 2)


def write_log(path: Path, rollouts: int) -> None:
    """Write a log of so many rollouts: the example's, under other ids."""
    log = read_eval_log(str(EXAMPLE))
    known = log.samples or []
    log.samples = [
        known[place // ROLLOUTS % len(known)].model_copy(
            update={"id": f"challenge-{place // ROLLOUTS}", "epoch": place % ROLLOUTS + 1}
            | {"uuid": f"rollout-{place}"}
        )
        for place in range(rollouts)
    ]
    log.eval.dataset.sample_ids = None
    write_eval_log(log, str(path))


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
    ratio = summary["report_vs_samples_df"]
    shown = "needs pandas and pyarrow" if ratio is None else f"{ratio} times as fast"
    table.add_row("reading a log", shown, f"{REPORT_VS_SAMPLES_DF} times samples_df")
    console = Console()
    console.print(caption, table, highlight=False)


if __name__ == "__main__":
    main()
