"""How sure we are of a mean over challenges."""

import math
from collections.abc import Sequence

import numpy as np

__all__ = ["wilson_effective"]

_LARGEST = 1e9


def wilson_effective(values: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """Interval for the mean over a population of challenges, of which these are a sample.

    The Wilson interval with the effective number of observations m(1-m)/SE^2 and the critical value
    of Student's t with M-1 degrees of freedom, where M is the number of challenges. It stays within
    0..1, and does not shrink to a point when all challenges agree.

    Args:
        values: One estimate for each challenge, each within 0..1.
        level: Nominal coverage.

    Returns:
        Lower and upper bound. A single challenge says nothing about others: (0, 1).

    Raises:
        ValueError: No values, or one outside 0..1.

    Source: Korn and Graubard 1998, Survey Methodology 24(2); Franco et al. 2019, doi
    10.1093/jssam/smy019.
    """
    estimates = np.asarray(values, dtype=float)
    if estimates.size == 0 or not ((estimates >= 0) & (estimates <= 1)).all():
        raise ValueError("an interval needs at least one value, each within 0..1")
    if estimates.size == 1:
        return 0.0, 1.0
    return _wilson(float(estimates.mean()), _effective(estimates), _critical(level, estimates.size))


def _critical(level: float, challenges: int) -> float:
    from scipy.stats import t  # noqa: PLC0415 -- a second that every run of Inspect would pay for

    return float(t.ppf((1 + level) / 2, challenges - 1))


def _effective(estimates: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> float:
    mean = float(estimates.mean())
    variance = float(estimates.var(ddof=1)) / estimates.size
    if variance <= 0 or not 0 < mean < 1:
        return float(estimates.size)
    return min(mean * (1 - mean) / variance, _LARGEST)


def _wilson(mean: float, count: float, critical: float) -> tuple[float, float]:
    square = critical**2
    denominator = 1 + square / count
    centre = (mean + square / (2 * count)) / denominator
    half = critical * math.sqrt(mean * (1 - mean) / count + square / (4 * count**2)) / denominator
    return max(centre - half, 0.0), min(centre + half, 1.0)
