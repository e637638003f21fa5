"""What every way to start a judge can do."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from codebench.sandbox.judge.job import Job, Report

__all__ = ["Runner"]


class Runner(Protocol):
    """A way to start a judge."""

    @property
    def image(self) -> str:
        """What the judge runs in."""

    def grade(self, job: Job) -> Report:
        """Run the judge on one submission.

        Raises:
            GradingFault: There is no report.
            Cancelled: It was ended by `cancel`.
        """

    def grade_together(self, jobs: Sequence[Job]) -> Iterator[Report]:
        """Run one judge on several submissions, in turn: much faster, and for trusted code only.

        Args:
            jobs: Of one challenge, with the same limits.

        Raises:
            GradingFault: There is no report on the next job, nor will there be on those behind it.
            Cancelled: It was ended by `cancel`.
        """

    def cancel(self, nonce: str) -> None:
        """End the grading of a job from another thread."""

    def close(self) -> None:
        """End all that is still being graded; the runner is not used again."""
