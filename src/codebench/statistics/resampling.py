"""Intervals for a population of challenges from random weights on the ones observed."""

import numpy as np

from codebench.statistics.counts import Counts, Floats, Ints
from codebench.statistics.estimators import Quantity, per_challenge

__all__ = ["DRAWS", "bootstrap", "dirichlet", "quantiles"]

DRAWS = 10_000
"""Random repetitions of every method that draws."""

_MASS = 2.0
"""Challenges that the Dirichlet prior is worth."""


def quantiles(draws: Floats, level: float) -> tuple[float, float]:
    """Bounds that leave equal shares of the draws, shape (draws,), on both sides."""
    lower, upper = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return float(lower), float(upper)


def bootstrap(
    counts: Counts, k: int, quantity: Quantity, level: float, seed: int
) -> tuple[float, float]:
    """Percentile bootstrap over challenges.

    It has no width when all challenges agree, and covers badly with few challenges.

    Source: Efron 1979, doi 10.1214/aos/1176344552.
    """
    pairs, shared = counts.histogram()
    values = per_challenge(pairs, k, quantity)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(len(counts), shared / len(counts), size=DRAWS)
    return quantiles(drawn @ values / len(counts), level)


def dirichlet(
    counts: Counts, k: int, quantity: Quantity, level: float, seed: int
) -> tuple[float, float]:
    """Posterior of the distribution of c, which needs no model of challenges.

    The estimate is linear in that distribution. The prior is worth two challenges, spread evenly
    over c = 0..n; where challenges differ in n, over each n in proportion to how many have it.

    Source: Ferguson 1973, doi 10.1214/aos/1176342360; the Dirichlet prior on a histogram.
    """
    cells, masses = _cells(counts)
    values = per_challenge(cells, k, quantity)
    weights = np.random.default_rng(seed).gamma(masses, size=(DRAWS, masses.size))
    return quantiles(weights @ values / weights.sum(axis=1), level)


def _cells(counts: Counts) -> tuple[Counts, Floats]:
    """Every c that each n allows, and the challenges seen there with those the prior adds."""
    sizes, having = np.unique(counts.rollouts, return_counts=True)
    rollouts = np.repeat(sizes, sizes + 1)
    successes = np.concatenate([np.arange(size + 1) for size in sizes])
    prior = np.repeat(_MASS * having / len(counts) / (sizes + 1), sizes + 1)
    return Counts(successes, rollouts), prior + _seen(counts, rollouts, successes)


def _seen(counts: Counts, rollouts: Ints, successes: Ints) -> Floats:
    base = int(rollouts.max()) + 1
    codes = rollouts * base + successes  # rising, as the cells are
    places = np.searchsorted(codes, counts.rollouts * base + counts.successes)
    return np.bincount(places, minlength=codes.size).astype(np.float64)
