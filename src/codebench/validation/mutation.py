"""Do the functional tests notice small changes to a good solution?"""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import sqrt

from codebench.challenge import EXPLOITS, FUNCTIONAL, Challenge, Expectation, Solution
from codebench.digest import digest_of
from codebench.grading import job_for, new_nonce, new_seed
from codebench.sandbox.faults import JudgeFault
from codebench.sandbox.judge.job import Job, Limits
from codebench.sandbox.runner import Runner
from codebench.side_by_side import side_by_side
from codebench.submission import Submission
from codebench.validation.model import Mutation
from codebench.validation.mutants import Mutant, mutants, sample

__all__ = ["LEAST", "mutate", "problems_of_mutants"]

LEAST = 0.9
"""Score that the mutants of each good solution must reach, see `Mutation.score`."""

_TOGETHER = 20
"""Mutants in one container."""

_SLOWER = 5.0
"""How many times longer than the solution's slowest test a call of a mutant may take."""


def mutate(
    challenge: Challenge, runner: Runner, *, workers: int, most: int, slowest: float
) -> tuple[Mutation, ...]:
    """Try mutants of every secure or correct solution.

    Args:
        challenge: The challenge.
        runner: Starts the judges.
        workers: Judges at a time.
        most: Mutants of one solution at most; of more, a sample that is the same each time.
        slowest: Seconds that the slowest test takes on a good solution.
    """
    limits = _limits(challenge.spec.limits, slowest)
    good = challenge.expected(Expectation.SECURE, Expectation.CORRECT)
    return tuple(_of_one(challenge, solution, limits, runner, workers, most) for solution in good)


def problems_of_mutants(mutations: Sequence[Mutation]) -> Iterable[str]:
    """A sentence on each solution too many of whose mutants live, and on all of them together.

    A sample may fall short by two standard errors of itself; all mutants of a solution may not.
    """
    for each in mutations:
        chance = 0.0 if each.tried == each.possible else 2 * sqrt(LEAST * (1 - LEAST) / each.tried)
        if each.score < LEAST - chance:
            yield f"{each.solution}: {_shortfall([each])}"
    killed = sum(each.killed for each in mutations)
    if killed < LEAST * sum(each.tried - each.repelled for each in mutations):
        yield f"all good solutions together: {_shortfall(mutations)}"


def _shortfall(mutations: Sequence[Mutation]) -> str:
    killed = sum(each.killed for each in mutations)
    functional = sum(each.tried - each.repelled for each in mutations)
    survivors = "; ".join(survivor for each in mutations for survivor in each.survivors)
    return (
        f"the functional tests kill {killed} of {functional} mutants, {LEAST:.0%} are needed; not "
        f"noticed: {survivors}"
    )


def _of_one(  # noqa: PLR0913, PLR0917 -- all that `mutate` knows
    challenge: Challenge,
    solution: Solution,
    limits: Limits,
    runner: Runner,
    workers: int,
    most: int,
) -> Mutation:
    possible = [
        mutant
        for file, source in solution.files.items()
        if file.endswith(".py")
        for mutant in mutants(file, source.decode())
    ]
    tried = sample(possible, most, digest_of(solution.files))
    parts = [tried[start : start + _TOGETHER] for start in range(0, len(tried), _TOGETHER)]
    work = partial(_outcomes, challenge, solution, limits, runner)
    ended = [end for part in side_by_side(work, parts, runner, workers) for end in part]
    return Mutation(
        solution=solution.name,
        possible=len(possible),
        tried=len(tried),
        killed=ended.count(FUNCTIONAL),
        repelled=ended.count(EXPLOITS),
        survivors=tuple(
            str(mutant) for mutant, end in zip(tried, ended, strict=True) if end is None
        ),
    )


def _outcomes(
    challenge: Challenge,
    solution: Solution,
    limits: Limits,
    runner: Runner,
    part: Sequence[Mutant],
) -> list[str | None]:
    """For each mutant the file of tests that kills it, or None."""
    jobs = [_job(challenge, solution, limits, mutant) for mutant in part]
    ended: list[str | None] = [None] * len(jobs)
    for tests in challenge.tests:
        left = [place for place, end in enumerate(ended) if end is None]
        some = {tests: challenge.tests[tests]}
        chosen = [dataclasses.replace(jobs[place], tests=some) for place in left]
        for place, killed in zip(left, _killed(chosen, runner), strict=True):
            ended[place] = tests if killed else None
    return ended


def _killed(jobs: list[Job], runner: Runner) -> Iterator[bool]:
    left = list(jobs)
    while left:
        try:
            for report in runner.grade_together(tuple(left)):
                left.pop(0)
                yield not all(test.passed for test in report.tests)
        except JudgeFault:
            yield _fails(left.pop(0), runner)


def _fails(job: Job, runner: Runner) -> bool:
    """Whether a mutant that ended without a report fails, or ends so again in its own container."""
    try:
        return not all(test.passed for test in runner.grade(job).tests)
    except JudgeFault:
        return True


def _job(challenge: Challenge, solution: Solution, limits: Limits, mutant: Mutant) -> Job:
    files = {**solution.files, mutant.file: mutant.source.encode()}
    job = job_for(challenge, Submission.of(files), seed=new_seed(), nonce=new_nonce())
    return dataclasses.replace(job, limits=limits, to_first_failure=True, scanned=False)


def _limits(limits: Limits, slowest: float) -> Limits:
    """Short ones: many a mutant never ends."""
    call = min(limits.call_seconds, max(1.0, _SLOWER * slowest))
    return dataclasses.replace(limits, call_seconds=call)
