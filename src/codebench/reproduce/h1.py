"""H1: does broken pass@k depend on the number of tests?"""

from codebench.reproduce.exchangeable import expected_broken, mean_for
from codebench.reproduce.model import Experiment, Number
from codebench.statistics.partial_credit import Broken, broken_pass_at_k

__all__ = ["CORRELATIONS", "SIZES", "SUCCESS", "experiment"]

K = 5
SUCCESS = 0.4
"""True chance that a rollout succeeds, the same for every suite."""

CORRELATIONS = (0.2, 0.5)
SIZES = (5, 10, 20, 50, 100)
"""Tests of a suite."""


def experiment() -> Experiment:
    """Two probes of the original, and suites of other sizes for the same agent."""
    first, second = (float(broken_pass_at_k([c], [n], K, Broken.PAD)) for c, n in ((4, 10), (2, 5)))
    return Experiment(
        name="h1",
        title="Broken pass@k and the number of tests",
        claim="Two agents with the same true reliability of 40% get different broken pass@5.",
        published=(
            Number("agent_a", first, "broken pass@5, 4 of 10 tests passed", "0.976"),
            Number("agent_b", second, "broken pass@5, 2 of 5 tests passed", "1.000"),
            Number("difference", second - first, "between the two", "0.0238"),
        ),
        corrected=tuple(_corrected()),
        verdict=(
            "The arithmetic holds, the words do not: both probes are one failed rollout in which "
            "40% of the tests pass, and the reliability of both is 0. Held fixed what the claim "
            "speaks of - an agent that succeeds in 40% of rollouts, with the same correlation "
            "between tests - the score still depends on the number of tests: it rises with it, and "
            "more so the more tests hang together. For tests of one fixed difficulty, on the other "
            "hand, the expected score is the same for every suite of k tests or more."
        ),
    )


def _corrected() -> list[Number]:
    found = [Number("reliability_at_5", 1 - (1 - SUCCESS) ** K, "true, for every suite below; k=5")]
    for rho in CORRELATIONS:
        for tests in SIZES:
            mean = mean_for(SUCCESS, rho, tests)
            told = f"expected broken pass@5, {tests} tests, correlation {rho}, success 0.4"
            name = f"broken_at_5.rho_{rho}.tests_{tests}"
            found.append(Number(name, expected_broken(mean, rho, tests, K), told))
    for tests in SIZES:
        told = f"expected broken pass@5, {tests} tests that pass with 0.55, correlation 0.3"
        found.append(
            Number(f"same_tests.tests_{tests}", expected_broken(0.55, 0.3, tests, K), told)
        )
    return found
