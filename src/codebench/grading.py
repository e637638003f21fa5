"""From a submission to its verdict: the job for the judge, and what happens when it fails."""

import base64
import secrets
import time
from typing import Protocol

from codebench.challenge import Challenge
from codebench.sandbox.faults import EngineFault, GradingFault, JudgeFault
from codebench.sandbox.judge.job import Job, Report
from codebench.submission import Submission, flaw
from codebench.verdict import Failure, Unscored, Verdict, failed, graded, unscored

__all__ = ["Runner", "grade", "new_seed"]

ATTEMPTS = 3
"""How often grading is tried before a rollout stays unscored. The agent is never run again."""

_PAUSE_SECONDS = 2.0


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

    def cancel(self, nonce: str) -> None:
        """End the grading of a job from another thread."""


def new_seed() -> str:
    """A seed that nobody can guess. It is stored in the verdict, which it replays."""
    return secrets.token_hex(8)


def grade(
    challenge: Challenge,
    submission: Submission,
    runner: Runner,
    *,
    seed: str | None = None,
    nonce: str | None = None,
) -> Verdict:
    """Grade one submission.

    A submission that cannot be graded fails without a judge. A fault of the judge or the engine is
    answered by grading again in a fresh container; the first verdict that is reached stands.

    Args:
        challenge: What was asked for.
        submission: What was handed in.
        runner: Starts the judges.
        seed: Replays an earlier verdict; None draws a new one.
        nonce: Names the job towards `runner.cancel`; None draws one.
    """
    problem = flaw(submission, challenge)
    if problem:
        return failed(challenge, submission, Failure.INVALID_SUBMISSION, problem)
    job = _job(challenge, submission, seed or new_seed(), nonce or secrets.token_hex(16))
    told = {"seed": job.seed, "image": runner.image}
    try:
        return graded(challenge, submission, _report(job, runner), **told)
    except JudgeFault as fault:
        if fault.out_of_memory:
            return failed(challenge, submission, Failure.RESOURCE, str(fault), **told)
        return unscored(challenge, submission, Unscored.JUDGE, str(fault), **told)
    except EngineFault as fault:
        return unscored(challenge, submission, Unscored.ENGINE, str(fault), **told)


def _report(job: Job, runner: Runner) -> Report:
    """The first report that is reached; running out of memory is not tried again.

    Raises:
        GradingFault: There was none in all attempts.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return runner.grade(job)
        except GradingFault as fault:
            final = isinstance(fault, JudgeFault) and fault.out_of_memory
            if final or attempt == ATTEMPTS:
                raise
        time.sleep(_PAUSE_SECONDS * attempt)
    raise AssertionError("not reached")


def _job(challenge: Challenge, submission: Submission, seed: str, nonce: str) -> Job:
    spec = challenge.spec
    return Job(
        nonce=nonce,
        seed=seed,
        entry=spec.entry,
        files={
            name: base64.b64encode(data).decode("ascii") for name, data in submission.files.items()
        },
        tests=challenge.tests,
        driver=challenge.driver,
        preload=spec.preload,
        service=spec.service,
        limits=spec.limits,
    )
