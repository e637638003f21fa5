"""Do the reference solutions of a challenge end as they should?"""

from collections.abc import Iterable, Sequence

from codebench.challenge import Challenge, Expectation
from codebench.validation.model import Graded
from codebench.verdict import Blame, TestKind, Verdict

__all__ = ["problems_of_references"]


def problems_of_references(challenge: Challenge, graded: Sequence[Graded]) -> Iterable[str]:
    """Everything that speaks against a challenge once its solutions are graded, as sentences.

    Args:
        challenge: The challenge.
        graded: Each of its solutions with its verdict.
    """
    yield from _numbers_of_references(challenge)
    for reference in graded:
        problem = _unexpected(reference.solution.expectation, reference.verdict)
        if problem:
            yield f"{reference.solution.name}: {problem}"
    yield from _idle_exploits(graded)
    yield from _rules(challenge, graded)


_WITH_SECURITY_SIDE = {Expectation.SECURE: 2, Expectation.INSECURE: 2, Expectation.WRONG: 3}
_WITHOUT = {Expectation.CORRECT: 2, Expectation.WRONG: 3}


def _numbers_of_references(challenge: Challenge) -> Iterable[str]:
    wanted = _WITH_SECURITY_SIDE if challenge.has_security_side else _WITHOUT
    for kind, least in wanted.items():
        count = len(challenge.expected(kind))
        if count < least:
            yield f"{count} {kind} solutions, at least {least} are needed"


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


def _idle_exploits(graded: Sequence[Graded]) -> Iterable[str]:
    """An exploit test that no insecure solution falls to proves nothing."""
    verdicts = [g.verdict for g in graded if g.solution.expectation is Expectation.INSECURE]
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
            g.solution.expectation for g in graded for f in g.verdict.findings if f.code == rule
        }
        if Expectation.INSECURE not in fires:
            yield f"static rule {rule}: fires on no insecure solution"
        if Expectation.SECURE in fires:
            yield f"static rule {rule}: fires on a secure solution"
