"""Agents of known truth through the whole pipeline: do the printed intervals cover it?

`replay/mixed` works with a given probability and is then secure with another, alike for every
challenge, so that each reliability is known exactly. Its answers are graded in real containers, and
the intervals are read from Inspect's log as anybody would read them.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import math
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

import click
import inspect_ai
from inspect_ai import Task
from inspect_ai.log import EvalLog

from codebench.tasks import security

NOMINAL = 0.95
SIGMAS = 3.0
"""Coverage may fall below the nominal one by so many standard errors of this run."""


@dataclass(frozen=True, slots=True)
class Covered:
    """One printed interval and the truth."""

    score: str
    reading: str
    truth: float
    lower: float
    upper: float

    @property
    def holds(self) -> bool:
        """Whether the truth is within the interval."""
        return self.lower <= self.truth <= self.upper


@click.command()
@click.option("--agents", type=click.IntRange(1), default=20, show_default=True)
@click.option("--epochs", type=click.IntRange(2), default=8, show_default=True)
@click.option("-k", "k", type=click.IntRange(2), default=5, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--only", help="Some security challenges, comma-separated, instead of all.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(  # noqa: PLR0913, PLR0917 -- its options
    agents: int,
    epochs: int,
    k: int,
    seed: int,
    only: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Run this many agents over security challenges; exit with 1 if too few are covered."""
    started = time.monotonic()
    draw = random.Random(seed)  # noqa: S311 -- the same agents each time
    found = [
        covered
        for number in range(agents)
        for covered in run(security(k=k, only=only, grading="docker"), number, epochs, draw)
    ]
    share = sum(covered.holds for covered in found) / len(found)
    # Intervals of one agent hang together: only agents are independent.
    least = NOMINAL - SIGMAS * math.sqrt(NOMINAL * (1 - NOMINAL) / agents)
    told = {
        "agents": agents,
        "epochs": epochs,
        "k": k,
        "intervals": len(found),
        "covered": round(share, 4),
        "nominal": NOMINAL,
        "missed": [str(covered) for covered in found if not covered.holds],
        "seconds": round(time.monotonic() - started, 1),
    }
    click.echo(json.dumps(told) if as_json else "\n".join(f"{n}: {v}" for n, v in told.items()))
    sys.exit(0 if share >= least else 1)


def run(task: Task, seed: int, epochs: int, draw: random.Random) -> Iterator[Covered]:
    """Evaluate one agent, and compare what the log says with what is true."""
    success, secure = draw.uniform(0.1, 0.9), draw.uniform(0.1, 0.9)
    with tempfile.TemporaryDirectory(prefix="codebench-") as folder:
        (log,) = inspect_ai.eval(
            task,
            model="replay/mixed",
            model_args={"success": success, "security": secure, "seed": seed},
            epochs=epochs,
            log_dir=folder,
            display="none",
        )
    k = (task.metadata or {})["k"]
    yield from compared(log, "success", success, k)
    yield from compared(log, "secure_success", success * secure, k)


def compared(log: EvalLog, score: str, truth: float, k: int) -> Iterator[Covered]:
    """The intervals of one score at 1 and at k, in both readings."""
    some, every = 1 - (1 - truth) ** k, truth**k
    at_k = figures(log, score, f"codebench/reliability_at_{k}")
    once = figures(log, score, None)
    yield Covered(score, "mean", truth, once["lower"], once["upper"])
    yield Covered(score, f"at {k}", some, at_k["lower"], at_k["upper"])
    yield Covered(score, f"all {k}", every, at_k["all_lower"], at_k["all_upper"])


def figures(log: EvalLog, name: str, reducer: str | None) -> dict[str, float]:
    """The metrics of a score under a reducer."""
    if log.results is None:
        raise click.ClickException(f"The evaluation ended without results: {log.status}.")
    (found,) = (s for s in log.results.scores if (s.name, s.reducer) == (name, reducer))
    return {metric.name: float(metric.value) for metric in found.metrics.values()}


if __name__ == "__main__":
    main()
