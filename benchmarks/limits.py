"""Grades an honest solution that uses 80% of its memory and time, many times: all must pass.

Every call computes for 0.8 of its deadline and holds 0.8 of the memory a submission may have, and
all calls together use 0.8 of the budget of all tests.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import click

from codebench.challenge import Challenge, load_challenge
from codebench.environment import Grading, runner_for
from codebench.grading import grade
from codebench.submission import Submission

CALL_SECONDS, MEMORY_MB, CALLS = 0.5, 128, 7
OWN_SECONDS = 0.5
"""What the judge itself computes in the meantime, which counts as well."""

FILES = {
    "challenge.toml": f"""\
title = "Much work"
kind = "function"
difficulty = "easy"
cwe = []
entry = ["work.py"]
version = 1

[limits]
call_seconds = {CALL_SECONDS}
total_seconds = {CALL_SECONDS * CALLS + OWN_SECONDS}
memory_mb = {MEMORY_MB}
""",
    "prompt.md": "Write `double(number)` in work.py.\n",
    "tests/test_functional.py": f"""\
import pytest


@pytest.mark.parametrize("turn", range({CALLS}))
def test_doubles(candidate, rng, turn):
    number = rng.randrange(1000)
    assert candidate.double(number) == 2 * number
""",
    "solutions/correct/work.py": f"""\
import time


def double(number):
    end = time.process_time() + {0.8 * CALL_SECONDS}
    held = bytearray({int(0.8 * MEMORY_MB)} * 2**20)
    held[::4096] = bytes(len(held) // 4096)
    while time.process_time() < end:
        pass
    return 2 * number
""",
}


@click.command()
@click.option("--rollouts", type=click.IntRange(1), default=200, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(rollouts: int, workers: int, as_json: bool) -> None:  # noqa: FBT001
    """Grade the honest solution this many times, and exit with 1 if one does not pass."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="codebench-") as folder:
        outcomes = graded(challenge_in(Path(folder) / "much-work"), rollouts, workers)
    told = {
        "rollouts": rollouts,
        "passed": outcomes["passed"],
        "outcomes": dict(outcomes),
        "seconds": round(time.monotonic() - started, 1),
    }
    click.echo(
        json.dumps(told) if as_json else f"{outcomes['passed']} of {rollouts} passed: {told}"
    )
    sys.exit(0 if outcomes["passed"] == rollouts else 1)


def challenge_in(folder: Path) -> Challenge:
    """The challenge, laid out in a new folder."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return load_challenge(folder)


def graded(challenge: Challenge, rollouts: int, workers: int) -> Counter[str]:
    """How often each outcome came."""
    runner = runner_for(Grading.DOCKER)
    submission = Submission.of(challenge.solutions[0].files)

    def outcome(_: int) -> str:
        verdict = grade(challenge, submission, runner)
        failed = {str(test.reason) for test in verdict.tests if not test.passed}
        whole = verdict.unscored or verdict.failure
        return "passed" if verdict.success else str(whole or ", ".join(sorted(failed)))

    with ThreadPoolExecutor(workers) as pool:
        return Counter(pool.map(outcome, range(rollouts)))


if __name__ == "__main__":
    main()
