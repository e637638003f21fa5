"""Grades trials side by side, and says how each ended."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from codebench.corpus import Kind, Trial
from codebench.grading import grade
from codebench.sandbox.runner import Runner
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
        progress: Called for each that has ended, as it ends.
    """
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(_ended, trial, runner) for trial in trials]
        try:
            for future in as_completed(futures):
                progress(future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            runner.close()
            raise
    return tuple(future.result() for future in futures)


def _ended(trial: Trial, runner: Runner) -> Ended:
    started = time.monotonic()
    verdict = grade(trial.challenge, trial.submission, runner)
    return Ended(trial, verdict, time.monotonic() - started)
