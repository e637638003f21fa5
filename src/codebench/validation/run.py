"""Puts the proofs of a challenge together."""

import contextlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median

from codebench.blanks import blanks
from codebench.challenge import Challenge, Solution
from codebench.grading import grade, job_for, new_nonce, new_seed
from codebench.sandbox.faults import GradingFault
from codebench.sandbox.runner import Runner
from codebench.side_by_side import side_by_side
from codebench.submission import Submission
from codebench.validation.known import Known
from codebench.validation.model import Graded, Measured, Mutation, Proof, Validation, bandit, tests
from codebench.validation.mutation import mutate, problems_of_mutants
from codebench.validation.prompts import problems_of_prompt, problems_of_tests
from codebench.validation.record import problems_of_version
from codebench.validation.references import problems_of_references
from codebench.validation.repeats import Repeat, problems_of_repeats, repeat
from codebench.verdict import Blame, TestKind, Verdict, graded

__all__ = ["LONGEST", "SLOW", "USUAL", "too_slow", "validate"]

USUAL = 1.5
"""Seconds of processor time that grading a good solution may take, in the median of a suite."""

SLOW = 3.0
"""The same for a single challenge."""

LONGEST = 10.0
"""Seconds of processor time that grading any reference may take."""


def validate(  # noqa: PLR0913 -- what to prove, with what, and what is known already
    challenge: Challenge,
    runner: Runner,
    proof: Proof,
    *,
    workers: int,
    recorded: Measured | None = None,
    known: Known | None = None,
) -> Validation:
    """Grade every reference of a challenge, the empty submission, and mutants.

    Args:
        challenge: To be proven.
        runner: Starts the judges.
        proof: How much is asked.
        workers: Judges at a time.
        recorded: What was published of the challenge.
        known: Results of earlier runs: the same files are not graded again.
    """
    result = known.get(challenge) if known else None
    if result:
        validation = Validation(challenge, (), result, 0.0)
    else:
        validation = _validated(challenge, runner, proof, workers)
        if known and not validation.problems:
            known.put(challenge, validation.measured)
    problems = (*problems_of_version(challenge, recorded), *validation.problems)
    return replace(validation, problems=problems)


def _validated(challenge: Challenge, runner: Runner, proof: Proof, workers: int) -> Validation:
    started = time.monotonic()
    references = _references(challenge, runner, workers)
    good = [each for each in references if each.good and each.verdict.secure_success]
    again = partial(_again, challenge, runner, proof.repeats - 1)
    repeats = [each for own in side_by_side(again, good, runner, workers) for each in own]
    mutations: tuple[Mutation, ...] = ()
    if proof.mutants and len(good) == sum(each.good for each in references):
        mutations = mutate(
            challenge, runner, workers=workers, most=proof.mutants, slowest=_slowest_test(good)
        )
    return Validation(
        challenge,
        (
            *_blanks(challenge),
            *problems_of_prompt(challenge),
            *problems_of_tests(challenge),
            *problems_of_references(challenge, references),
            *_empty(challenge, runner),
            *problems_of_repeats(repeats),
            *_problems_of_time(references, repeats),
            *problems_of_mutants(mutations),
        ),
        _measured(challenge, references, repeats, mutations),
        time.monotonic() - started,
    )


def _references(challenge: Challenge, runner: Runner, workers: int) -> list[Graded]:
    """All solutions with their verdicts; in as many containers as there are workers."""
    parts = [challenge.solutions[start::workers] for start in range(workers)]
    work = partial(_graded, challenge, runner)
    found = [
        each for part in side_by_side(work, filter(None, parts), runner, workers) for each in part
    ]
    return sorted(found, key=lambda each: each.solution.name)


def _graded(challenge: Challenge, runner: Runner, solutions: Sequence[Solution]) -> list[Graded]:
    """Solutions are ours and share a container; from where one breaks it, each has its own."""
    submissions = [Submission.of(solution.files) for solution in solutions]
    jobs = [job_for(challenge, s, seed=new_seed(), nonce=new_nonce()) for s in submissions]
    verdicts: list[Verdict] = []
    with contextlib.suppress(GradingFault):
        for job, one, report in zip(jobs, submissions, runner.grade_together(jobs), strict=True):
            verdicts.append(graded(challenge, one, report, seed=job.seed, image=runner.image))
    verdicts += [grade(challenge, one, runner) for one in submissions[len(verdicts) :]]
    return [Graded(solution, v) for solution, v in zip(solutions, verdicts, strict=True)]


def _again(challenge: Challenge, runner: Runner, times: int, each: Graded) -> tuple[Repeat, ...]:
    return repeat(challenge, each.solution, runner, times)


def _blanks(challenge: Challenge) -> Iterable[str]:
    found = blanks(challenge)
    if found:
        yield f"{len(found)} files have blanks to be filled: {', '.join(found)}"


def _slowest_test(good: Sequence[Graded]) -> float:
    return max((test.seconds for each in good for test in each.verdict.tests), default=0.0)


def _empty(challenge: Challenge, runner: Runner) -> Iterable[str]:
    verdict = grade(challenge, Submission(), runner)
    if verdict.blame is Blame.UNSCORED or verdict.success or verdict.security:
        yield "the empty submission does not fail"


def _problems_of_time(references: Sequence[Graded], repeats: Sequence[Repeat]) -> Iterable[str]:
    """Processor time only: the clock would tell how busy the machine is."""
    usual = median(_good_times(references, repeats) or [0.0])
    if usual > SLOW:
        yield f"grading a good solution takes {usual:.1f} s, at most {SLOW} are allowed"
    for each in references:
        longest = each.verdict.processor_seconds or 0.0
        if longest > LONGEST:
            yield (
                f"{each.solution.name}: its grading takes {longest:.1f} s, at most {LONGEST} are "
                "allowed"
            )


def _good_times(references: Sequence[Graded], repeats: Sequence[Repeat]) -> list[float]:
    first = [each.verdict.processor_seconds for each in references if each.good]
    return [seconds for seconds in [*first, *(r.seconds for r in repeats)] if seconds is not None]


def _measured(
    challenge: Challenge,
    references: Sequence[Graded],
    repeats: Sequence[Repeat],
    mutations: tuple[Mutation, ...],
) -> Measured:
    failed = sum(not each.verdict.secure_success for each in references if each.good)
    longest = max((each.verdict.processor_seconds or 0.0 for each in references), default=0.0)
    return Measured(
        contents=challenge.contents,
        decisive=challenge.digest,
        version=challenge.spec.version,
        functional=tests(references, TestKind.FUNCTIONAL),
        exploits=tests(references, TestKind.EXPLOIT),
        bandit=bandit(references),
        repeats=sum(each.good for each in references) + len(repeats),
        flakes=failed + sum(bool(each.failed) for each in repeats),
        seconds=round(median(_good_times(references, repeats) or [0.0]), 3),
        slowest=round(longest, 3),
        mutants=mutations,
    )


def too_slow(results: Sequence[Validation]) -> str | None:
    """A sentence if grading the challenges of a suite takes too long in the median; else None."""
    usual = median([each.measured.seconds for each in results] or [0.0])
    return f"the median of these seconds is {usual:.2f}, above {USUAL}" if usual > USUAL else None
