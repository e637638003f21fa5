"""Kills evaluations at random moments, resumes them, and counts what was lost.

Each evaluation is a process of its own that is killed with SIGKILL while it runs, then resumed with
`inspect eval-retry` until it ends. Lost is a rollout that is missing at the end, or that was in the
killed log and was run again.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

import click
from inspect_ai.log import list_eval_logs, read_eval_log

from codebench.catalogue import family
from codebench.sandbox.engine import connect
from codebench.sandbox.leftovers import leftovers

ROOT = Path(__file__).resolve().parents[1]
INSPECT = [sys.executable, "-m", "inspect_ai"]
SECONDS_TO_START = 60.0

Rollout = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Resumed:
    """One evaluation that was killed and resumed."""

    killed_after: float
    """Seconds since its log appeared."""
    logged: int
    """Rollouts in the log when it was killed."""
    missing: int
    """Rollouts that are not in the last log."""
    run_again: int
    """Rollouts of the killed log that are others in the last one."""
    containers: int
    """Containers that are left in the end."""


@click.command()
@click.option("--kills", type=click.IntRange(1), default=20, show_default=True)
@click.option("--epochs", type=click.IntRange(1), default=4, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--only", default="", help="Some security challenges, comma-separated, not all.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(kills: int, epochs: int, seed: int, only: str, as_json: bool) -> None:  # noqa: FBT001
    """Kill and resume this many evaluations of security challenges."""
    draw = random.Random(seed)  # noqa: S311 -- repeatable moments
    slugs = only.split(",") if only else [challenge.slug for challenge in family("security")]
    results = []
    for number in range(kills):
        results.append(kill_and_resume(slugs, epochs, draw))
        click.echo(f"{number + 1} of {kills}: {results[-1]}", err=True)
    lost = sum(result.missing + result.run_again for result in results)
    left = sum(result.containers for result in results)
    told = {"kills": kills, "lost": lost, "containers": left, "runs": [*map(asdict, results)]}
    click.echo(json.dumps(told) if as_json else f"{kills} kills: {lost} lost, {left} containers")
    sys.exit(1 if lost or left else 0)


def kill_and_resume(slugs: Sequence[str], epochs: int, draw: random.Random) -> Resumed:
    """Start an evaluation, kill it after a random time, resume it, and compare the logs."""
    with tempfile.TemporaryDirectory(prefix="codebench-") as folder:
        options = ["--model", "replay/mixed", "--epochs", str(epochs), "-T", f"k={epochs}"]
        options += ["-T", f"only={','.join(slugs)}"]
        with running("eval", "tasks/security.py", *options, folder=folder) as process:
            _wait_for_log(folder)
            seconds = draw.uniform(0, 1 + 2.5 * epochs)
            time.sleep(seconds)
            os.killpg(process.pid, signal.SIGKILL)
        (killed,) = list_eval_logs(folder)
        before = rollouts(killed.name)
        if read_eval_log(killed.name, header_only=True).status != "success":
            with running("eval-retry", killed.name, folder=folder) as process:
                process.wait()
        after = rollouts(max(list_eval_logs(folder), key=lambda log: log.mtime or 0).name)
        expected = {(slug, epoch) for slug in slugs for epoch in range(1, epochs + 1)}
        again = [key for key, uuid in before.items() if after.get(key) != uuid]
        missing = len(expected - set(after))
        return Resumed(round(seconds, 1), len(before), missing, len(again), containers())


@contextmanager
def running(*arguments: str, folder: str) -> Iterator["subprocess.Popen[bytes]"]:
    """An `inspect` process in a group of its own, which is killed at the end."""
    command = [*INSPECT, *arguments, "--log-dir", folder, "--display", "none"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_for_log(folder: str) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not list_eval_logs(folder):
        if time.monotonic() > deadline:
            raise click.ClickException("The evaluation did not start.")
        time.sleep(0.05)


def rollouts(log: str) -> Mapping[Rollout, str]:
    """Challenge and number of each logged rollout to its identity."""
    samples = read_eval_log(log).samples or []
    return {(str(sample.id), sample.epoch): str(sample.uuid) for sample in samples}


def containers() -> int:
    """Containers that a process of the suite left which is no more."""
    return len(leftovers(connect()))


if __name__ == "__main__":
    main()
