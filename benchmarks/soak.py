"""Grades hundreds of good, bad and hostile rollouts and looks for what grows.

After a warm-up, memory, descriptors, threads, containers and disk are read before and after.
Growth is what a long evaluation would die of, so it must be flat.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import gc
import json
import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import click
import psutil

from codebench.catalogue import installed
from codebench.challenge import Expectation
from codebench.corpus import Kind, Trial, committed_trials
from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.engine import connect
from codebench.sandbox.image import ensure_image
from codebench.submission import Submission
from codebench.trials import Ended, run_trials

WORKERS = 4
WARM_UP = 40

MEGABYTE = 2**20
FLAT_MEGABYTES = 30.0
"""Growth of memory over a whole run that is still noise of the allocator."""

FLAT_DISK = 200.0
"""The same of the disk, which others write to as well."""


@dataclass(frozen=True, slots=True)
class State:
    """What a process holds, and what it has left at the engine."""

    memory_mb: float
    descriptors: int
    threads: int
    containers: int
    disk_mb: float


@click.command()
@click.option("--rollouts", type=click.IntRange(1), default=500, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=WORKERS, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(rollouts: int, workers: int, seed: int, as_json: bool) -> None:  # noqa: FBT001
    """Grade this many rollouts, and exit with 1 if something grew or ended as it must not."""
    engine = connect()
    runner = DockerRunner(engine, ensure_image(engine))
    draw = random.Random(seed)  # noqa: S311 -- the same mixture each time
    run_trials(_mixture(draw, min(WARM_UP, rollouts)), runner, workers=workers)
    before = look(runner)
    started = time.monotonic()
    ended = run_trials(_mixture(draw, rollouts), runner, workers=workers)
    seconds = time.monotonic() - started
    after = look(runner)
    told = summary(ended, seconds, before, after)
    click.echo(json.dumps(told) if as_json else _text(told))
    sys.exit(0 if told["flat"] and not told["unexpected"] else 1)


def _mixture(draw: random.Random, count: int) -> list[Trial]:
    """A third each of good and of bad references of the suite, and of the corpus."""
    references = [*_references()]
    kinds = [
        [trial for trial in references if trial.kind is Kind.HONEST],
        [trial for trial in references if trial.kind is Kind.HOSTILE],
        [trial for kind in Kind for trial in committed_trials(kind)],
    ]
    return [draw.choice(draw.choice(kinds)) for _ in range(count)]


def _references() -> Iterator[Trial]:
    for challenge in installed():
        for solution in challenge.solutions:
            passes = solution.expectation in {Expectation.SECURE, Expectation.CORRECT}
            kind = Kind.HONEST if passes else Kind.HOSTILE
            yield Trial(kind, challenge, solution.name, Submission.of(solution.files))


def look(runner: DockerRunner) -> State:
    """What there is at this moment, after the collector has run."""
    gc.collect()
    process = psutil.Process()
    root = Path(str(runner.engine.client.info()["DockerRootDir"]))
    disk = shutil.disk_usage(root).used / MEGABYTE if root.is_dir() else 0.0
    memory = process.memory_info().rss / MEGABYTE
    containers = len(runner.containers())
    return State(memory, process.num_fds(), process.num_threads(), containers, disk)


def summary(
    ended: Sequence[Ended], seconds: float, before: State, after: State
) -> dict[str, object]:
    """All figures of a run."""
    growth = {name: round(value, 1) for name, value in _growth(before, after).items()}
    flat = (
        growth["memory_mb"] < FLAT_MEGABYTES
        and growth["disk_mb"] < FLAT_DISK
        and growth["descriptors"] <= 0
        and growth["threads"] <= 0
        and growth["containers"] <= 0
    )
    return {
        "rollouts": len(ended),
        "rollouts_per_second": round(len(ended) / seconds, 2),
        "outcomes": dict(Counter(each.outcome for each in ended)),
        "unexpected": sorted({each.trial.title for each in ended if not each.as_expected}),
        "longest_seconds": round(max(each.seconds for each in ended), 1),
        "before": asdict(before),
        "after": asdict(after),
        "growth": growth,
        "flat": flat,
        "processors": os.cpu_count(),
    }


def _growth(before: State, after: State) -> dict[str, float]:
    old, new = asdict(before), asdict(after)
    return {name: new[name] - old[name] for name in old}


def _text(told: dict[str, object]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in told.items())


if __name__ == "__main__":
    main()
