"""Grades small submissions with hidden tests that are made on the spot."""

import base64
import secrets
import textwrap
from collections.abc import Mapping
from pathlib import Path

from making import make_challenge

from codebench.grading import grade
from codebench.sandbox.judge.job import Job, Limits
from codebench.sandbox.runner import Runner
from codebench.submission import Submission
from codebench.verdict import Verdict

HEAD = """\
title = "Tried"
kind = "{kind}"
difficulty = "easy"
cwe = {cwe}
entry = ["tried.py"]
optional = ["other.py", "third.py", "json.py", "socket.py"]
version = 1
"""


class Bench:
    """One challenge, and a way to grade submissions to it."""

    def __init__(self, folder: Path, runner: Runner, tests: str, **parts: str) -> None:
        """Make the challenge.

        Args:
            folder: An empty one; the challenge goes below it.
            runner: Starts the judges.
            tests: Source of the functional tests.
            parts: `exploits` and `driver` are sources, `toml` goes below the usual head.
        """
        kind = "service" if "[service]" in parts.get("toml", "") else "function"
        head = HEAD.format(kind=kind, cwe="[20]" if "exploits" in parts else "[]")
        files = {
            "challenge.toml": head + parts.get("toml", ""),
            "tests/test_functional.py": textwrap.dedent(tests),
        }
        if "exploits" in parts:
            files["tests/test_exploits.py"] = textwrap.dedent(parts["exploits"])
        if "driver" in parts:
            files["driver.py"] = textwrap.dedent(parts["driver"])
        solution = "solutions/wrong_nothing/tried.py"
        defaults = ["correct/double", "wrong_square/double", "wrong_same/double"]
        unwanted = {f"solutions/{name}.py": None for name in defaults}
        self._challenge = make_challenge(
            folder / "tried", {**files, **unwanted, solution: "pass\n"}
        )
        self._runner = runner

    def grade(
        self,
        source: str | bytes,
        others: Mapping[str, str | bytes] | None = None,
        *,
        seed: str | None = None,
        nonce: str | None = None,
    ) -> Verdict:
        """The verdict on a submission. `others` are its other files, named without `.py`."""
        sources = {"tried": source, **(others or {})}
        submission = Submission.of({f"{name}.py": _content(s) for name, s in sources.items()})
        return grade(self._challenge, submission, self._runner, seed=seed, nonce=nonce)


def _content(source: str | bytes) -> bytes:
    return source if isinstance(source, bytes) else textwrap.dedent(source).encode()


def reasons(verdict: Verdict) -> dict[str, str | None]:
    """Why each test failed, by its function; None for one that passed."""
    assert verdict.failure is None, verdict.detail
    assert verdict.unscored is None, verdict.detail
    return {test.id.partition("::")[2].removeprefix("test_"): test.reason for test in verdict.tests}


def job(tests: Mapping[str, str], source: str = "", limits: Limits | None = None) -> Job:
    """A job for a runner, of test files that need not make up a sound challenge."""
    return Job(
        nonce=secrets.token_hex(16),
        seed="1",
        entry=("tried.py",),
        files={"tried.py": base64.b64encode(source.encode()).decode()},
        tests=dict(tests),
        limits=limits or Limits(),
    )
