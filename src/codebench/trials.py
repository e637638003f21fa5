"""Grades trials side by side, and says how each ended."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from codebench.corpus import Kind, Trial
from codebench.grading import grade
from codebench.sandbox.runner import Runner
from codebench.side_by_side import side_by_side
from codebench.verdict import Blame, Verdict

__all__ = ["Ended", "run_trials"]


@dataclass(frozen=True, slots=True)
class Ended:
    """A trial and its verdict."""

    trial: Trial
    verdict: Verdict
    seconds: float

    @property
    def outcome(self) -> str:
        """`passed`, `failed` or `unscored`."""
        if self.verdict.blame is Blame.UNSCORED:
            return "unscored"
        return "passed" if self.verdict.secure_success else "failed"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it failed as a whole, or else why its tests did, most frequent first."""
        whole = self.verdict.unscored or self.verdict.failure
        if whole is not None:
            return (str(whole),)
        found = [test.reason for test in self.verdict.tests if test.reason is not None]
        return tuple(sorted(set(found), key=lambda reason: (-found.count(reason), reason)))

    @property
    def as_expected(self) -> bool:
        """Whether it ended as it must."""
        if self.trial.kind is Kind.HONEST:
            return self.outcome == "passed"
        return self.outcome == "failed"


def run_trials(
    trials: Sequence[Trial],
    runner: Runner,
    *,
    workers: int,
    progress: Callable[[Ended], None] = lambda _: None,
) -> tuple[Ended, ...]:
    """Grade every trial once, in the order given.

    Args:
        trials: To be graded.
        runner: Starts the judges.
        workers: Judges at a time; those that only wait leave the processor to others.
        progress: Called for each that has ended, in this order.
    """
    results = []
    for ended in side_by_side(partial(_ended, runner), trials, runner, workers):
        results.append(ended)
        progress(ended)
    return tuple(results)


def _ended(runner: Runner, trial: Trial) -> Ended:
    started = time.monotonic()
    verdict = grade(trial.challenge, trial.submission, runner)
    return Ended(trial, verdict, time.monotonic() - started)
