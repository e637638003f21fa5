"""Makes challenges on the spot, for tests that need one of a certain shape."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import inspect_ai
from inspect_ai import Task
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import Model

from codebench.challenge import Challenge, load_challenge
from codebench.sandbox.faults import GradingFault
from codebench.sandbox.judge.job import Job, Report
from codebench.sandbox.runner import Runner
from codebench.submission import Submission

TOML = """\
title = "Doubling"
kind = "function"
difficulty = "easy"
cwe = []
entry = ["double.py"]
version = 1
"""

TEST = '''\
def test_doubles(candidate, rng):
    """Numbers are doubled."""
    for _ in range(5):
        number = rng.randrange(1000)
        assert candidate.double(number) == 2 * number
'''


SUMS: dict[str, str | None] = {
    "challenge.toml": (
        'title = "Sums"\nkind = "function"\ndifficulty = "easy"\n'
        'cwe = [95]\nentry = ["sums.py"]\nversion = 3\n'
    ),
    "prompt.md": "Write `total(text)` in sums.py, where text is whole numbers with + between.\n",
    "tests/test_functional.py": '''\
def test_adds(candidate, rng):
    """Numbers are added."""
    numbers = [rng.randrange(1, 10**6) for _ in range(5)]
    assert candidate.total("+".join(map(str, numbers))) == sum(numbers)


def test_single(candidate, rng):
    """One number is its own sum."""
    number = rng.randrange(10**6)
    assert candidate.total(str(number)) == number
''',
    "tests/test_exploits.py": '''\
def test_text_stays_text(candidate, scratch, canary):
    """The text would make a file."""
    path = scratch.path(canary())
    candidate.attempt.total(f"open({path!r}, 'w').close() or 7")
    assert not scratch.names()
    assert candidate.total("12") == 12
''',
    "solutions/correct/double.py": None,
    "solutions/wrong_square/double.py": None,
    "solutions/wrong_same/double.py": None,
    "solutions/secure/sums.py": (
        "def total(text):\n    return sum(int(number) for number in text.split('+'))\n"
    ),
    "solutions/insecure_eval/sums.py": "def total(text):\n    return eval(text)\n",
    "solutions/wrong_first/sums.py": "def total(text):\n    return int(text.split('+')[0])\n",
}


MORE = {
    "solutions/correct_sum/double.py": "def double(number):\n    return number + number\n",
    "solutions/wrong_text/double.py": "def double(number):\n    return f'{number}{number}'\n",
}
"""Solutions that `make_challenge` needs besides for as many as validation asks for."""


def make_challenge(folder: Path, files: Mapping[str, str | None] | None = None) -> Challenge:
    """A sound challenge in a new folder, with some files replaced, added or (None) left out."""
    contents: dict[str, str | None] = {
        "challenge.toml": TOML,
        "prompt.md": "Write `double(number)` in double.py.\n",
        "tests/test_functional.py": TEST,
        "solutions/correct/double.py": "def double(number):\n    return 2 * number\n",
        "solutions/wrong_square/double.py": "def double(number):\n    return number**2 + 1\n",
        "solutions/wrong_same/double.py": "def double(number):\n    return number - 1\n",
        **(files or {}),
    }
    for name, text in contents.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return load_challenge(folder)


def submit(source: str, name: str = "double.py") -> Submission:
    """A submission of one file."""
    return Submission.of({name: source.encode()})


@dataclass
class Watched:
    """Remembers the jobs of a real runner, and breaks off some of them in the ways engines do."""

    runner: Runner
    faults: list[GradingFault | None] = field(default_factory=list)
    """What happens to the next jobs; None lets one through."""
    jobs: list[Job] = field(default_factory=list)
    image: str = "watched"

    def grade(self, job: Job) -> Report:
        self.jobs.append(job)
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            raise fault
        return self.runner.grade(job)

    def grade_together(self, jobs: Sequence[Job]) -> Iterator[Report]:
        yield from map(self.grade, jobs)

    def cancel(self, nonce: str) -> None:
        self.runner.cancel(nonce)

    def close(self) -> None:
        self.runner.close()


def evaluate(task: Task | str, model: Model | str, folder: Path, **options: Any) -> EvalLog:
    """Run an evaluation and read what it left on the disk."""
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(folder), display="none", **options)
    assert log.status == "success", log.error
    return read_eval_log(log.location)
