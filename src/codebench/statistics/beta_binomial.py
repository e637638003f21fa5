"""A model of challenges: each has its own chance of success, drawn from a Beta distribution.

The posterior of that distribution is computed on a fixed grid of means and correlations, with a
flat weight on all points. Challenges may differ in n.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from codebench.statistics.counts import Counts, Floats, Ints
from codebench.statistics.estimators import Quantity

__all__ = ["Posterior", "functional", "log_choices", "population_bounds", "posterior"]

_MEANS, _CORRELATIONS = 80, 50
"""Points of the grid: means (i + .5) / 80, correlations between rollouts (j + .5) / 50."""


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Weights of the Beta distributions that the chances of success may come from."""

    weights: Floats
    """Shape (4000,), sum 1; the order is that of the grid."""

    def mean_mix(self) -> tuple[float, float]:
        """Parameters (a, b) of the Beta distribution at the posterior means of the grid's axes."""
        means, correlations = _grid()
        mean, correlation = float(self.weights @ means), float(self.weights @ correlations)
        total = 1 / correlation - 1
        return mean * total, (1 - mean) * total

    def draw(self, draws: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Parameters a and b of distributions drawn from the posterior, each of shape (draws,)."""
        points = rng.choice(self.weights.size, size=draws, p=self.weights)
        a, b = _parameters()
        return a[points], b[points]

    def draw_chances(self, counts: Counts, draws: int, rng: np.random.Generator) -> Floats:
        """Chances of success of these very challenges, shape (draws, challenges).

        Args:
            counts: The challenges the posterior was made from.
            draws: How often to draw a distribution, and from it a chance for every challenge.
            rng: Where randomness comes from.
        """
        a, b = self.draw(draws, rng)
        failures = counts.rollouts - counts.successes
        return rng.beta(a[:, None] + counts.successes, b[:, None] + failures)


def posterior(counts: Counts) -> Posterior:
    """Posterior of the distribution of challenges, from the likelihood of each n and c.

    Source: the beta-binomial model (Skellam 1948) with flat prior on mean and correlation.
    """
    pairs, shared = counts.histogram()
    rows = zip(pairs.rollouts.tolist(), pairs.successes.tolist(), shared.tolist(), strict=True)
    log_weights = np.zeros(_MEANS * _CORRELATIONS)
    for rollouts, successes, challenges in rows:
        log_weights += challenges * _log_likelihood(rollouts, successes)
    weights = np.exp(log_weights - log_weights.max())
    return Posterior(weights / weights.sum())


def population_bounds(
    found: Posterior, k: int, quantity: Quantity, level: float
) -> tuple[float, float]:
    """Posterior quantiles of the mean of the quantity over the population of challenges."""
    order, values = _sorted_functional(k, quantity)
    below = np.cumsum(found.weights[order])
    tail = (1 - level) / 2
    lower, upper = np.interp([tail, 1 - tail], below / below[-1], values)
    return float(lower), float(upper)


def functional(a: Floats, b: Floats, k: int, quantity: Quantity) -> Floats:
    """Mean of 1 - (1-p)^k, or of p^k, over p ~ Beta(a, b)."""
    from scipy.special import betaln  # noqa: PLC0415 -- slow to import, and often not needed

    if quantity is Quantity.ANY:
        return np.asarray(-np.expm1(betaln(a, b + k) - betaln(a, b)))
    return np.asarray(np.exp(betaln(a + k, b) - betaln(a, b)))


def log_choices(rollouts: int) -> Floats:
    """Logarithm of C(n, c) for c = 0..n, shape (n + 1,)."""
    from scipy.special import betaln  # noqa: PLC0415 -- as above

    successes = np.arange(rollouts + 1)
    return np.asarray(-np.log(rollouts + 1) - betaln(successes + 1, rollouts - successes + 1))


@lru_cache(maxsize=1)
def _grid() -> tuple[Floats, Floats]:
    means = (np.arange(_MEANS) + 0.5) / _MEANS
    correlations = (np.arange(_CORRELATIONS) + 0.5) / _CORRELATIONS
    return np.repeat(means, _CORRELATIONS), np.tile(correlations, _MEANS)


@lru_cache(maxsize=1)
def _parameters() -> tuple[Floats, Floats]:
    means, correlations = _grid()
    total = 1 / correlations - 1
    return means * total, (1 - means) * total


@lru_cache(maxsize=1024)
def _log_likelihood(rollouts: int, successes: int) -> Floats:
    """Of one challenge, at every point of the grid; 32 kB each. C(n, c) is the same for all."""
    from scipy.special import betaln  # noqa: PLC0415 -- as above

    a, b = _parameters()
    return np.asarray(betaln(a + successes, b + rollouts - successes) - betaln(a, b))


@lru_cache(maxsize=64)
def _sorted_functional(k: int, quantity: Quantity) -> tuple[Ints, Floats]:
    values = functional(*_parameters(), k, quantity)
    order = np.argsort(values, kind="stable")
    return order, values[order]
