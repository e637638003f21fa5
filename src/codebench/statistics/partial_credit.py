"""Scores of a single rollout, and the category error of reading its tests as rollouts."""

from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from codebench.statistics.counts import Counts, Floats, check_draw
from codebench.statistics.estimators import Estimate, any_of_k, mean_estimate

__all__ = [
    "TOOL_BUDGET",
    "Broken",
    "broken_pass_at_k",
    "broken_pass_at_k_each",
    "proxy",
    "share_broken",
    "share_passed",
    "spared_calls",
]

TOOL_BUDGET = 20
"""Tool calls at which efficiency reaches zero."""


class Broken(StrEnum):
    """What broken pass@k does with a rollout that has fewer than k tests."""

    CLAMP = "clamp"
    """It scores 1, as in code that returns 1 whenever fewer than k tests failed."""

    PAD = "pad"
    """It is read as k tests, of which the ones that do not exist failed."""

    SKIP = "skip"
    """It is left out of the mean, and counted as missing."""


def share_passed(passed: int, total: int) -> float:
    """Tests passed over all tests of one rollout.

    Raises:
        ValueError: There are no tests.
    """
    if total < 1:
        raise ValueError("a rollout without tests has no pass rate: leave it out")
    return passed / total


def share_broken(regressions: int, total: int) -> float:
    """Tests that passed before and fail now over all tests; 0 where there are no tests."""
    return regressions / total if total else 0.0


def spared_calls(tool_calls: int, budget: int = TOOL_BUDGET) -> float:
    """Tool efficiency: the share of a budget of tool calls that was not used, at least 0.

    Raises:
        ValueError: Fewer than 0 calls or a budget below 1.
    """
    if tool_calls < 0 or budget < 1:
        raise ValueError(f"{tool_calls} tool calls of {budget}: give 0 or more of at least 1")
    return max(0.0, 1 - tool_calls / budget)


def proxy(pass_rate: float, regression_rate: float, tool_efficiency: float) -> float:
    """Single-rollout proxy: pass rate x (1 - regression rate) x tool efficiency."""
    return pass_rate * (1 - regression_rate) * tool_efficiency


def broken_pass_at_k_each(
    tests_passed: ArrayLike, tests_total: ArrayLike, k: int, variant: Broken
) -> Floats:
    """Pass@k with the tests of one rollout in the place of rollouts. An error; never a result.

    Tests of one rollout are parts of one attempt: this says nothing of what a second attempt would
    do. It is here to show by how much published numbers of this kind are off.

    Args:
        tests_passed: c, shape (rollouts,).
        tests_total: n, shape (rollouts,).
        k: Tests drawn, at least 1.
        variant: What to do where n < k.

    Returns:
        One score for each rollout, shape (rollouts,); NaN where it is skipped.

    Raises:
        ValueError: k below 1, no rollout, or more tests passed than there are.
    """
    check_draw(k)
    passed, total = np.asarray(tests_passed), np.asarray(tests_total)
    if passed.shape != total.shape or not ((passed >= 0) & (passed <= total)).all():
        raise ValueError("give each rollout's tests passed and all its tests, 0 <= passed <= all")
    tests = Counts(passed, total)
    padded = any_of_k(Counts(tests.successes, np.maximum(tests.rollouts, k)), k)
    if variant is Broken.PAD:
        return padded
    return np.where(tests.rollouts < k, 1.0 if variant is Broken.CLAMP else np.nan, padded)


def broken_pass_at_k(
    tests_passed: ArrayLike, tests_total: ArrayLike, k: int, variant: Broken
) -> Estimate:
    """Mean of `broken_pass_at_k_each` over rollouts; its counts are of rollouts, not challenges.

    Raises:
        ValueError: As there, and where all rollouts are skipped.
    """
    each = broken_pass_at_k_each(tests_passed, tests_total, k, variant)
    if np.isnan(each).all():
        raise ValueError(f"no rollout has {k} tests: name another variant or ask for a smaller k")
    return mean_estimate(each, k)
