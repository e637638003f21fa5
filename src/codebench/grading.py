"""From a submission to its verdict."""

import base64
import secrets
from collections.abc import Callable
from functools import partial

from codebench.blame import BrokeJudge, NoVerdict, broken_tests, report_on
from codebench.challenge import Challenge, Expectation
from codebench.sandbox.faults import JudgeFault
from codebench.sandbox.judge.job import Job
from codebench.sandbox.runner import Runner
from codebench.submission import Submission, flaw
from codebench.verdict import Failure, Unscored, Verdict, failed, graded, unscored

__all__ = ["grade", "job_for", "new_nonce", "new_seed"]


def new_seed() -> str:
    """A seed that nobody can guess. It is stored in the verdict, which it replays."""
    return secrets.token_hex(8)


def new_nonce() -> str:
    """A name for a job that no other has."""
    return secrets.token_hex(16)


def grade(
    challenge: Challenge,
    submission: Submission,
    runner: Runner,
    *,
    seed: str | None = None,
    nonce: str | None = None,
) -> Verdict:
    """Grade one submission.

    A submission that cannot be graded fails without a judge. A judge without a report is started
    again, together with a control, and the first verdict that is reached stands.

    Args:
        challenge: What was asked for.
        submission: What was handed in.
        runner: Starts the judges.
        seed: Replays an earlier verdict; None draws a new one.
        nonce: Names the job towards `runner.cancel`; None draws one.

    Raises:
        Cancelled: The runner was told to end this job.
    """
    problem = flaw(submission, challenge)
    if problem:
        return failed(challenge, submission, Failure.INVALID_SUBMISSION, problem)
    seed, nonce = seed or new_seed(), nonce or new_nonce()
    make = partial(job_for, challenge, seed=seed, nonce=nonce)
    return _judged(challenge, submission, runner, make)


def _judged(
    challenge: Challenge, submission: Submission, runner: Runner, make: Callable[[Submission], Job]
) -> Verdict:
    good = _known_good(challenge)
    control = None if good is None else make(good)
    job = make(submission)
    told = {"seed": job.seed, "image": runner.image}
    try:
        report = report_on(job, control, runner)
    except BrokeJudge as broke:
        return failed(challenge, submission, _failure(broke), str(broke), **told)
    except NoVerdict as none:
        return unscored(challenge, submission, none.reason, str(none), **told)
    broken = broken_tests(report, control, runner)
    if broken:
        detail = f"Hidden tests stumble over a reference solution too: {', '.join(broken[:5])}."
        return unscored(challenge, submission, Unscored.CHALLENGE, detail, **told)
    return graded(challenge, submission, report, **told)


def _failure(broke: BrokeJudge) -> Failure:
    memory = isinstance(broke.fault, JudgeFault) and broke.fault.out_of_memory
    return Failure.RESOURCE if memory else Failure.BROKE_JUDGE


def _known_good(challenge: Challenge) -> Submission | None:
    solutions = challenge.expected(Expectation.SECURE, Expectation.CORRECT)
    return Submission.of(solutions[0].files) if solutions else None


def job_for(challenge: Challenge, submission: Submission, *, seed: str, nonce: str) -> Job:
    """What the judge is told to grade a submission to a challenge."""
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
