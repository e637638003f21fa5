"""Does a good solution pass each time, whatever the seed and the order of the tests?"""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from codebench.challenge import Challenge, Solution
from codebench.grading import job_for, new_nonce, new_seed
from codebench.sandbox.faults import GradingFault
from codebench.sandbox.judge.job import Job, Report
from codebench.sandbox.runner import Runner
from codebench.submission import Submission

__all__ = ["Repeat", "problems_of_repeats", "repeat"]


@dataclass(frozen=True, slots=True)
class Repeat:
    """One more grading of a good solution."""

    solution: str
    seed: str
    shuffled: bool
    """Whether the tests ran in an order drawn from the seed."""
    failed: tuple[str, ...]
    """Tests that did not pass."""
    seconds: float | None
    """Processor time in the judge; None where the system does not tell."""


def repeat(
    challenge: Challenge, solution: Solution, runner: Runner, times: int
) -> tuple[Repeat, ...]:
    """Grade a good solution again, in one container: every other time in another order."""
    jobs = [_job(challenge, solution, shuffled=number % 2 == 0) for number in range(times)]
    return tuple(_repeats(solution, jobs, runner)) if jobs else ()


def _repeats(solution: Solution, jobs: Sequence[Job], runner: Runner) -> Iterator[Repeat]:
    left = list(jobs)
    try:
        for report in runner.grade_together(jobs):
            yield _repeat(solution, left.pop(0), report)
    except GradingFault as fault:
        if left:
            yield Repeat(solution.name, left[0].seed, left[0].shuffled, (str(fault),), None)


def _job(challenge: Challenge, solution: Solution, *, shuffled: bool) -> Job:
    submission = Submission.of(solution.files)
    job = job_for(challenge, submission, seed=new_seed(), nonce=new_nonce())
    return dataclasses.replace(job, shuffled=shuffled, scanned=False)


def _repeat(solution: Solution, job: Job, report: Report) -> Repeat:
    failed = tuple(f"{test.id} ({test.reason})" for test in report.tests if not test.passed)
    return Repeat(solution.name, job.seed, job.shuffled, failed, report.processor_seconds)


def problems_of_repeats(repeats: Sequence[Repeat]) -> Iterable[str]:
    """A sentence on each solution that fails in some repeats."""
    for name in dict.fromkeys(each.solution for each in repeats):
        own = [each for each in repeats if each.solution == name]
        flakes = [each for each in own if each.failed]
        if flakes:
            first = flakes[0]
            order = (
                ", only with its tests in another order"
                if all(each.shuffled for each in flakes) and len(flakes) > 1
                else ""
            )
            yield (
                f"{name}: fails in {len(flakes)} of {len(own)} repeats{order}: "
                f"{', '.join(first.failed[:3])} with seed {first.seed}"
            )
