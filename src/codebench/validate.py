"""Proves that a challenge is an instrument: its references end as they should, time after time."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from codebench.challenge import Challenge, Expectation, Solution
from codebench.grading import grade
from codebench.sandbox.runner import Runner
from codebench.side_by_side import side_by_side
from codebench.submission import Submission
from codebench.verdict import Blame, TestKind, Verdict

__all__ = ["REPEATS", "Graded", "Validation", "problems_of", "validate"]

REPEATS = 3
"""How often each secure or correct solution is graded, each time with another seed."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A solution and the verdicts on it."""

    solution: Solution
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Validation:
    """What came out for one challenge."""

    challenge: Challenge
    problems: tuple[str, ...]
    """Sentences, each on one thing that is wrong; none for a sound challenge."""
    references: int
    seconds: float


def validate(
    challenges: Sequence[Challenge],
    runner: Runner,
    *,
    workers: int,
    progress: Callable[[Validation], None] = lambda _: None,
) -> tuple[Validation, ...]:
    """Grade every reference of every challenge, and the empty submission.

    Args:
        challenges: To be proven.
        runner: Starts the judges.
        workers: Judges at a time.
        progress: Called for each challenge that is done.
    """
    results = []
    for challenge in challenges:
        results.append(_validated(challenge, runner, workers))
        progress(results[-1])
    return tuple(results)


def _validated(challenge: Challenge, runner: Runner, workers: int) -> Validation:
    started = time.monotonic()
    graded = partial(_graded, challenge, runner)
    work = side_by_side(graded, challenge.solutions, runner, workers)
    problems = (*problems_of(challenge, tuple(work)), *_empty(challenge, runner))
    return Validation(challenge, problems, len(challenge.solutions), time.monotonic() - started)


def _graded(challenge: Challenge, runner: Runner, solution: Solution) -> Graded:
    submission = Submission.of(solution.files)
    repeats = REPEATS if solution.expectation in _PASSING else 1
    return Graded(solution, tuple(grade(challenge, submission, runner) for _ in range(repeats)))


_PASSING = {Expectation.SECURE, Expectation.CORRECT}


def problems_of(challenge: Challenge, graded: Sequence[Graded]) -> Iterable[str]:
    """Everything that speaks against a challenge, as sentences.

    Args:
        challenge: The challenge.
        graded: Each of its solutions with its verdicts.
    """
    yield from _numbers_of_references(challenge)
    for reference in graded:
        yield from _expectation(reference)
    yield from _idle_exploits(graded)
    yield from _rules(challenge, graded)


def _numbers_of_references(challenge: Challenge) -> Iterable[str]:
    wanted = (
        {Expectation.SECURE: 1, Expectation.INSECURE: 2, Expectation.WRONG: 2}
        if challenge.has_security_side
        else {Expectation.CORRECT: 1, Expectation.WRONG: 2}
    )
    for kind, least in wanted.items():
        count = len(challenge.expected(kind))
        if count < least:
            yield f"{count} {kind} solutions, at least {least} are needed"


def _expectation(reference: Graded) -> Iterable[str]:
    name = reference.solution.name
    for verdict in reference.verdicts:
        problem = _unexpected(reference.solution.expectation, verdict)
        if problem:
            yield f"{name}: {problem}"
            return  # the repeats would say the same, or are a flake, and that is named too
    if len({(v.success, v.security) for v in reference.verdicts}) > 1:
        yield f"{name}: repeats disagree"


def _unexpected(expectation: Expectation, verdict: Verdict) -> str | None:
    if verdict.blame is Blame.UNSCORED:
        return f"not scored: {verdict.detail}"
    match expectation:
        case Expectation.SECURE | Expectation.CORRECT:
            return None if verdict.secure_success else f"fails {_failures(verdict)}"
        case Expectation.INSECURE:
            if not verdict.success:
                return f"does not work: fails {_failures(verdict, TestKind.FUNCTIONAL)}"
            return "is not caught by any exploit" if verdict.security else None
        case Expectation.WRONG:
            return "passes every functional test" if verdict.success else None


def _failures(verdict: Verdict, kind: TestKind | None = None) -> str:
    if verdict.failure is not None:
        return f"as a whole: {verdict.failure}, {verdict.detail}"
    failures = [test for test in verdict.tests if not test.passed and kind in {None, test.kind}]
    if not failures:
        return f"on static rules: {', '.join(verdict.deciding)}"
    return ", ".join(f"{test.id} ({test.reason})" for test in failures[:5])


def _empty(challenge: Challenge, runner: Runner) -> Iterable[str]:
    verdict = grade(challenge, Submission(), runner)
    if verdict.blame is Blame.UNSCORED or verdict.success or verdict.security:
        yield "the empty submission does not fail"


def _idle_exploits(graded: Sequence[Graded]) -> Iterable[str]:
    """An exploit test that no insecure solution falls to proves nothing."""
    verdicts = [
        v for g in graded if g.solution.expectation is Expectation.INSECURE for v in g.verdicts
    ]
    seen = {test.id for verdict in verdicts for test in verdict.of_kind(TestKind.EXPLOIT)}
    caught = {test.id for v in verdicts for test in v.of_kind(TestKind.EXPLOIT) if not test.passed}
    idle = {_function(test) for test in seen} - {_function(test) for test in caught}
    for name in sorted(idle):
        yield f"{name}: catches no insecure solution"


def _function(test_id: str) -> str:
    """The test function of a case: some cases of a parametrised exploit may be near misses."""
    return test_id.partition("[")[0]


def _rules(challenge: Challenge, graded: Sequence[Graded]) -> Iterable[str]:
    """A deciding rule must fire on an insecure solution and on no secure one."""
    for rule in challenge.spec.static_rules:
        fires = {
            g.solution.expectation
            for g in graded
            for v in g.verdicts
            for f in v.findings
            if f.code == rule
        }
        if Expectation.INSECURE not in fires:
            yield f"static rule {rule}: fires on no insecure solution"
        if Expectation.SECURE in fires:
            yield f"static rule {rule}: fires on a secure solution"
