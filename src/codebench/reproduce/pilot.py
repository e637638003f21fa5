"""The pilot on SWE-bench: a share of tests beside a share of tasks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest

from codebench.reproduce.model import Experiment, Number
from codebench.statistics.partial_credit import Broken, broken_pass_at_k

__all__ = ["INSTANCES", "Instance", "experiment"]


@dataclass(frozen=True, slots=True)
class Instance:
    """Tests of one task: those that the fix must make pass, and those that passed before."""

    name: str
    fixed: int
    to_fix: int
    kept: int
    to_keep: int

    @property
    def passed(self) -> int:
        """Tests that pass after the agent."""
        return self.fixed + self.kept

    @property
    def tests(self) -> int:
        """All tests."""
        return self.to_fix + self.to_keep

    @property
    def regressions(self) -> int:
        """Tests that the agent broke."""
        return self.to_keep - self.kept

    @property
    def resolved(self) -> bool:
        """Whether every test passes, which is what SWE-bench counts."""
        return self.passed == self.tests


INSTANCES = (
    Instance("astropy-12907", 2, 2, 13, 13),
    Instance("astropy-13033", 0, 1, 20, 20),
    Instance("astropy-13236", 0, 2, 644, 644),
    Instance("astropy-13398", 0, 4, 63, 68),
    Instance("astropy-13453", 0, 1, 2, 9),
)
"""One attempt at each, from the published records (Research-CodeBench, revision 6fdca80)."""


def experiment() -> Experiment:
    """Five tasks, one agent, one attempt each."""
    return Experiment(
        name="pilot",
        title="Five tasks of SWE-bench Verified",
        claim="A pass rate of 0.80 against a resolve rate of 0.20 shows a fourfold inflation.",
        published=tuple(_published()),
        corrected=tuple(_corrected()),
        verdict=(
            "The arithmetic holds, the comparison does not. Doing nothing passes 0.93 of the tests "
            "of these tasks: more than the agent does, which broke twelve. A share of all tests "
            "measures how many tests a repository has, not how much an agent solved; it says "
            "something only beside what an empty patch scores. Of the tests that a fix must turn, "
            "the agent passed 0.20 in the mean, which is the resolve rate. One attempt at five "
            "tasks of one repository leaves an interval from 0.04 to 0.62."
        ),
    )


def _published() -> Iterable[Number]:
    yield Number("resolved", _mean(lambda i: i.resolved), "1 of 5 tasks, one attempt", "0.20")
    yield Number("pass_rate", _mean(lambda i: i.passed / i.tests), "mean over tasks", "0.8049")
    yield Number(
        "regression_rate", _mean(lambda i: i.regressions / i.tests), "of all tests", "0.1539"
    )
    yield Number(
        "broken_at_5", _broken([i.passed for i in INSTANCES]), "broken pass@5 of the tests"
    )


def _corrected() -> Iterable[Number]:
    solved = sum(i.resolved for i in INSTANCES)
    low, high = binomtest(solved, len(INSTANCES)).proportion_ci(method="wilson")
    yield Number("resolved.lower", low, "95%, Wilson, 1 of 5")
    yield Number("resolved.upper", high, "95%, Wilson, 1 of 5")
    yield Number("no_op.pass_rate", _mean(lambda i: i.to_keep / i.tests), "an empty patch, mean")
    yield Number("no_op.broken_at_5", _broken([i.to_keep for i in INSTANCES]), "an empty patch")
    yield Number("fixed", _mean(lambda i: i.fixed / i.to_fix), "FAIL_TO_PASS, mean over tasks")
    yield Number("kept", _mean(lambda i: i.kept / i.to_keep), "PASS_TO_PASS, mean over tasks")
    yield Number(
        "broken_tests", sum(i.regressions for i in INSTANCES), "of tests that passed before"
    )
    told = "of the tests that passed before, mean over tasks"
    yield Number("regression_rate.of_passing", _mean(lambda i: i.regressions / i.to_keep), told)
    passed, tests = sum(i.passed for i in INSTANCES), sum(i.tests for i in INSTANCES)
    yield Number("pass_rate.pooled", passed / tests, f"{passed} of {tests} tests")
    for each in INSTANCES:
        yield Number(f"pass_rate.{each.name}", each.passed / each.tests, "agent")
        yield Number(f"no_op.{each.name}", each.to_keep / each.tests, "an empty patch")


def _mean(value: Callable[[Instance], float]) -> float:
    return float(np.mean([value(each) for each in INSTANCES]))


def _broken(passed: list[int]) -> float:
    return float(broken_pass_at_k(passed, [i.tests for i in INSTANCES], 5, Broken.PAD))
