"""What a validation asks for, and what it finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from codebench.challenge import Challenge, Expectation, Solution
from codebench.verdict import TestKind, Verdict

__all__ = ["Graded", "Measured", "Mutation", "Proof", "Validation", "bandit", "tests"]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Proof(_Model):
    """How much is asked of a challenge."""

    repeats: int = 20
    """Gradings of each good solution, each with another seed."""
    mutants: int = 40
    """Mutants of each good solution that are tried at most; 0 tries none."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A solution and the verdict on it."""

    solution: Solution
    verdict: Verdict

    @property
    def good(self) -> bool:
        """Whether it is expected to pass everything."""
        return self.solution.expectation in {Expectation.SECURE, Expectation.CORRECT}


class Mutation(_Model):
    """How the mutants of one solution ended."""

    solution: str
    possible: int
    """Mutants there are."""
    tried: int
    killed: int
    """Of those tried, how many fail a functional test."""
    repelled: int
    """Of the rest, how many fail an exploit test: they work, and are not secure any more."""
    survivors: tuple[str, ...]
    """What was changed in those that no test noticed."""

    @property
    def score(self) -> float:
        """Killed mutants of those that a functional test could kill; 1 where there is none.

        A mutant that works and falls to an exploit only is not theirs to notice.
        """
        functional = self.tried - self.repelled
        return self.killed / functional if functional else 1.0


class Measured(_Model):
    """What is known of a sound challenge, for the catalogue and so that nothing is run twice."""

    contents: str
    """Digest of the whole folder."""
    decisive: str
    """Digest of all that decides over a verdict: everything but the solutions."""
    version: int
    functional: int
    """Functional tests."""
    exploits: int
    """Exploit tests."""
    bandit: tuple[str, ...]
    """Codes that Bandit finds in an insecure solution and in no secure one."""
    repeats: int
    """Gradings of good solutions."""
    flakes: int
    """How many of them did not pass."""
    seconds: float
    """Processor time of grading a good solution, in the median; 0 where it is not known."""
    slowest: float
    """Processor time of the longest grading of any reference."""
    mutants: tuple[Mutation, ...]


@dataclass(frozen=True, slots=True)
class Validation:
    """What came out for one challenge."""

    challenge: Challenge
    problems: tuple[str, ...]
    """Sentences, each on one thing that is wrong; none for a sound challenge."""
    measured: Measured
    seconds: float
    """How long it took; 0 for a result that was known."""


def tests(graded: Sequence[Graded], kind: TestKind) -> int:
    """How many tests of a kind there are."""
    return max((len(each.verdict.of_kind(kind)) for each in graded), default=0)


def bandit(graded: Sequence[Graded]) -> tuple[str, ...]:
    """Codes that tell insecure solutions from secure ones."""
    insecure = _codes(graded, Expectation.INSECURE)
    return tuple(sorted(insecure - _codes(graded, Expectation.SECURE)))


def _codes(graded: Sequence[Graded], expectation: Expectation) -> set[str]:
    return {
        finding.code
        for each in graded
        if each.solution.expectation is expectation
        for finding in each.verdict.findings
    }
