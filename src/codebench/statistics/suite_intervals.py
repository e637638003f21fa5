"""Intervals for these very challenges: only the chance of their rollouts is uncertain."""

import math

import numpy as np

from codebench.statistics.beta_binomial import log_choices, posterior
from codebench.statistics.counts import Counts, Floats, Ints
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.resampling import quantiles
from codebench.statistics.wilson import normal_quantile

__all__ = ["challenge_posteriors", "chance_of", "delta", "estimator_variances"]

_DRAWS = 2_000


def challenge_posteriors(
    counts: Counts, k: int, quantity: Quantity, level: float, seed: int
) -> tuple[float, float]:
    """Posterior quantiles of the mean over the chances of these challenges.

    Each challenge has its own chance of success; the distribution they come from is that of
    `codebench.statistics.beta_binomial`, so that challenges inform each other.
    """
    chances = posterior(counts).draw_chances(counts, _DRAWS, np.random.default_rng(seed))
    return quantiles(chance_of(chances, k, quantity).mean(axis=1), level)


def chance_of(chances: Floats, k: int, quantity: Quantity) -> Floats:
    """The quantity for known chances of success p, of any shape: 1 - (1-p)^k, or p^k."""
    if quantity is Quantity.ANY:
        return np.asarray(1 - (1 - chances) ** k)
    return np.asarray(chances**k)


def delta(counts: Counts, k: int, quantity: Quantity, level: float) -> tuple[float, float]:
    """Mean +- z x SE, where SE is of the rollouts alone. Bounds may lie outside 0..1.

    The variance of each challenge's estimate is that at p = (c + .5) / (n + 1), so that it is not
    zero where all rollouts agree.
    """
    pairs, shared = counts.histogram()
    mean = shared @ per_challenge(pairs, k, quantity) / len(counts)
    chances = (pairs.successes + 0.5) / (pairs.rollouts + 1)
    total = sum(
        int(challenges) * float(estimator_variances(np.array([chance]), int(n), k, quantity)[0])
        for n, chance, challenges in zip(pairs.rollouts, chances, shared, strict=True)
    )
    half = normal_quantile((1 + level) / 2) * math.sqrt(total) / len(counts)
    return float(mean - half), float(mean + half)


def estimator_variances(chances: Floats, rollouts: int, k: int, quantity: Quantity) -> Floats:
    """Variance of a challenge's estimate from n rollouts, for known chances of success.

    Args:
        chances: p, shape (challenges,).
        rollouts: n, the same for all.
        k: Rollouts drawn, at most n.
        quantity: What is estimated.

    Returns:
        Shape (challenges,).
    """
    successes = np.arange(rollouts + 1)
    values = per_challenge(Counts.common(successes, rollouts), k, quantity)
    probabilities = _binomial(chances[:, None], rollouts, successes)
    deviations = values - (probabilities @ values)[:, None]  # squared after: never below zero
    return np.asarray((probabilities * deviations**2).sum(axis=1))


def _binomial(chances: Floats, rollouts: int, successes: Ints) -> Floats:
    from scipy.special import xlog1py, xlogy  # noqa: PLC0415 -- slow to import, often not needed

    logs = xlogy(successes, chances) + xlog1py(rollouts - successes, -chances)
    return np.asarray(np.exp(log_choices(rollouts) + logs))
