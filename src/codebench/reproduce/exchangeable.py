"""Tests of one submission that hang together: exact values of the beta-binomial model.

The chance theta that a test passes is drawn once per submission, from a Beta distribution with mean
q and correlation rho between two tests; given theta, tests are independent.
"""

import numpy as np
from scipy.optimize import brentq
from scipy.special import betaln
from scipy.stats import betabinom, binom

__all__ = ["all_pass", "expected_broken", "mean_for"]


def expected_broken(q: float, rho: float, tests: int, k: int) -> float:
    """Expected broken pass@k of one submission, variant `clamp`.

    For at least k tests it is 1 - E[(1-theta)^k], whatever their number: C(T-c, k)/C(T, k) is an
    unbiased estimate of (1-theta)^k from c of T tests passed. For fewer than k it is 1.
    """
    if tests < k:
        return 1.0
    if rho == 0:
        return 1 - (1 - q) ** k
    a, b = _parameters(q, rho)
    return 1 - float(np.exp(betaln(a, b + k) - betaln(a, b)))


def all_pass(q: float, rho: float, tests: int) -> float:
    """Chance that every test passes: that the submission is a success."""
    if rho == 0:
        return float(binom.pmf(tests, tests, q))
    return float(betabinom.pmf(tests, tests, *_parameters(q, rho)))


def mean_for(success: float, rho: float, tests: int) -> float:
    """The mean q at which submissions succeed with this chance.

    Args:
        success: Chance that every test passes, between 0 and 1.
        rho: Correlation between two tests, at least 0 and below 1.
        tests: Number of tests.
    """
    return float(brentq(lambda q: all_pass(q, rho, tests) - success, 1e-9, 1 - 1e-9))


def _parameters(q: float, rho: float) -> tuple[float, float]:
    size = (1 - rho) / rho
    return q * size, (1 - q) * size
