"""Intervals from a mean over challenges and its standard error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from codebench.statistics.counts import Floats

__all__ = [
    "Spread",
    "check_level",
    "normal_quantile",
    "spread",
    "student",
    "student_quantile",
    "wilson",
]

_LARGEST = 1e9
"""Most observations that a standard error near zero can stand for."""

_ROUNDING = 1e-9
"""Two estimates that are further apart than this come from different counts."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean over challenges, its standard error, and how many independent parts it has."""

    mean: float
    """Of all challenges alike."""

    error: float
    """Standard error of the mean over a population; 0 where all challenges agree."""

    parts: int
    """Independent parts: challenges, or clusters of them."""


def check_level(level: float) -> None:
    """Check a nominal coverage.

    Raises:
        ValueError: It is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level={level}: nominal coverage lies between 0 and 1, such as 0.95")


def spread(values: ArrayLike, clusters: Sequence[str] | None = None) -> Spread:
    """Mean and standard error over challenges, or over clusters of them.

    Args:
        values: One estimate for each challenge, within 0..1.
        clusters: What each challenge belongs to, such as its repository. Challenges of one cluster
            are not independent. Clusters of one challenge each change nothing.

    Raises:
        ValueError: No values, one outside 0..1, or another number of clusters than of values.

    Source: Miller 2024, arXiv 2411.00640, with the factor G/(G-1) for G clusters.
    """
    estimates = np.asarray(values, dtype=np.float64)
    if estimates.size == 0 or not ((estimates >= 0) & (estimates <= 1)).all():
        raise ValueError("an interval needs at least one value, each within 0..1")
    mean = float(estimates.mean())
    deviations = _summed(estimates - mean, clusters)
    parts = deviations.size
    if parts == 1 or alike(estimates):
        return Spread(mean, 0.0, parts)
    variance = parts / (parts - 1) * float(deviations @ deviations) / estimates.size**2
    return Spread(mean, math.sqrt(variance), parts)


def alike(values: Floats) -> bool:
    """Whether values of shape (challenges,) differ by no more than rounding does."""
    return bool(np.ptp(values) < _ROUNDING)


def wilson(found: Spread, level: float) -> tuple[float, float]:
    """Wilson's interval with the effective number of observations m(1-m)/SE^2 and Student's t.

    It stays within 0..1, and does not shrink to a point when all challenges agree: then the number
    of challenges (or clusters) is the effective one. A single part says nothing of others: (0, 1).

    Source: Korn and Graubard 1998, Survey Methodology 24(2); Franco et al. 2019, doi
    10.1093/jssam/smy019.
    """
    if found.parts == 1:
        return 0.0, 1.0
    square = student_quantile(level, found.parts) ** 2
    mean, count = found.mean, _effective(found)
    denominator = 1 + square / count
    centre = (mean + square / (2 * count)) / denominator
    inner = square * (mean * (1 - mean) / count + square / (4 * count**2))
    half = math.sqrt(inner) / denominator
    return max(centre - half, 0.0), min(centre + half, 1.0)


def student(found: Spread, level: float) -> tuple[float, float]:
    """The t interval: mean +- t x SE, cut to 0..1. A single part says nothing of others: (0, 1).

    It has no width when all challenges agree, and covers badly near 0 and 1.
    """
    if found.parts == 1:
        return 0.0, 1.0
    half = student_quantile(level, found.parts) * found.error
    return max(found.mean - half, 0.0), min(found.mean + half, 1.0)


def normal_quantile(probability: float) -> float:
    """Quantile of the standard normal distribution."""
    from scipy.special import ndtri  # noqa: PLC0415 -- slow to import, and often not needed

    return float(ndtri(probability))


@lru_cache(maxsize=256)
def student_quantile(level: float, parts: int) -> float:
    """Two-sided critical value of Student's t with parts - 1 degrees of freedom.

    Raises:
        ValueError: The level is not between 0 and 1.
    """
    check_level(level)
    from scipy.special import stdtrit  # noqa: PLC0415 -- as above

    return float(stdtrit(parts - 1, (1 + level) / 2))


def _effective(found: Spread) -> float:
    if found.error <= 0 or not 0 < found.mean < 1:
        return float(found.parts)
    return min(found.mean * (1 - found.mean) / found.error**2, _LARGEST)


def _summed(deviations: Floats, clusters: Sequence[str] | None) -> Floats:
    """Sum of the deviations of each cluster; without clusters, the deviations."""
    if clusters is None:
        return deviations
    if len(clusters) != deviations.size:
        raise ValueError(
            f"{len(clusters)} clusters for {deviations.size} challenges: name one for each"
        )
    _, places = np.unique(np.asarray(clusters), return_inverse=True)
    return np.bincount(places, weights=deviations).astype(np.float64)
