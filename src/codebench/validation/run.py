"""Puts the proofs of a challenge together."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median

from codebench.blanks import blanks
from codebench.challenge import Challenge, Solution
from codebench.grading import grade
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
from codebench.verdict import Blame, TestKind

__all__ = ["LONGEST", "USUAL", "validate"]

USUAL = 1.5
"""Seconds of processor time that grading a good solution may take, in the median."""

LONGEST = 10.0
"""Seconds of processor time that grading any reference may take."""

Results = Sequence[tuple[Graded, tuple[Repeat, ...]]]
"""Each solution with its verdict, and the good ones with their repeats."""


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
    work = partial(_graded, challenge, runner, proof.repeats - 1)
    results = list(side_by_side(work, challenge.solutions, runner, workers))
    mutations: tuple[Mutation, ...] = ()
    if proof.mutants and _all_good(results):
        mutations = mutate(
            challenge, runner, workers=workers, most=proof.mutants, slowest=_slowest_test(results)
        )
    return Validation(
        challenge,
        (
            *_blanks(challenge),
            *problems_of_prompt(challenge),
            *problems_of_tests(challenge),
            *problems_of_references(challenge, [graded for graded, _ in results]),
            *_empty(challenge, runner),
            *problems_of_repeats([each for _, repeats in results for each in repeats]),
            *_problems_of_time(results),
            *problems_of_mutants(mutations),
        ),
        _measured(challenge, results, mutations),
        time.monotonic() - started,
    )


def _graded(
    challenge: Challenge, runner: Runner, repeats: int, solution: Solution
) -> tuple[Graded, tuple[Repeat, ...]]:
    graded = Graded(solution, grade(challenge, Submission.of(solution.files), runner))
    if not (graded.good and graded.verdict.secure_success):
        return graded, ()
    return graded, repeat(challenge, solution, runner, repeats)


def _blanks(challenge: Challenge) -> Iterable[str]:
    found = blanks(challenge)
    if found:
        yield f"{len(found)} files have blanks to be filled: {', '.join(found)}"


def _all_good(results: Results) -> bool:
    """Whether mutants tell anything: those of a solution that fails are all killed."""
    return all(graded.verdict.secure_success for graded, _ in results if graded.good)


def _slowest_test(results: Results) -> float:
    times = [test.seconds for graded, _ in results if graded.good for test in graded.verdict.tests]
    return max(times, default=0.0)


def _empty(challenge: Challenge, runner: Runner) -> Iterable[str]:
    verdict = grade(challenge, Submission(), runner)
    if verdict.blame is Blame.UNSCORED or verdict.success or verdict.security:
        yield "the empty submission does not fail"


def _problems_of_time(results: Results) -> Iterable[str]:
    """Processor time only: the clock would tell how busy the machine is."""
    usual = median(_good_times(results) or [0.0])
    if usual > USUAL:
        yield f"grading a good solution takes {usual:.1f} s, at most {USUAL} are allowed"
    for graded, _ in results:
        longest = graded.verdict.processor_seconds or 0.0
        if longest > LONGEST:
            yield (
                f"{graded.solution.name}: its grading takes {longest:.1f} s, at most {LONGEST} are "
                "allowed"
            )


def _good_times(results: Results) -> list[float]:
    return [
        seconds
        for graded, repeats in results
        if graded.good
        for seconds in [graded.verdict.processor_seconds, *(each.seconds for each in repeats)]
        if seconds is not None
    ]


def _measured(challenge: Challenge, results: Results, mutations: tuple[Mutation, ...]) -> Measured:
    graded = [each for each, _ in results]
    repeats = [each for _, some in results for each in some]
    failed = sum(not each.verdict.secure_success for each in graded if each.good)
    return Measured(
        contents=challenge.contents,
        decisive=challenge.digest,
        version=challenge.spec.version,
        functional=tests(graded, TestKind.FUNCTIONAL),
        exploits=tests(graded, TestKind.EXPLOIT),
        bandit=bandit(graded),
        repeats=sum(each.good for each in graded) + len(repeats),
        flakes=failed + sum(bool(each.failed) for each in repeats),
        seconds=round(median(_good_times(results) or [0.0]), 3),
        slowest=round(max(each.verdict.processor_seconds or 0.0 for each in graded), 3),
        mutants=mutations,
    )
