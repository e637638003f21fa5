"""What kinds of challenges a suite is made of, as a Beta distribution of chances of success."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Self

import numpy as np

from codebench.statistics.beta_binomial import functional, log_choices, posterior
from codebench.statistics.counts import Counts, Floats
from codebench.statistics.estimators import Quantity, per_challenge

__all__ = ["MIXES", "Mix", "Moments", "histogram", "moments"]


@dataclass(frozen=True, slots=True)
class Mix:
    """Beta(a, b): the chances that one rollout of a random challenge succeeds."""

    a: float
    """Weight of success; mean a / (a + b)."""

    b: float
    """Weight of failure."""

    def __post_init__(self) -> None:
        if not (isfinite(self.a) and isfinite(self.b) and self.a > 0 and self.b > 0):
            raise ValueError(f"Beta({self.a}, {self.b}) is no mix: give two numbers above 0")

    @classmethod
    def of_pilot(cls, counts: Counts) -> Self:
        """The mix at the posterior mean of a pilot's counts; any number of challenges gives one."""
        return cls(*posterior(counts).mean_mix())


MIXES: Mapping[str, Mix] = {
    "flat": Mix(1, 1),
    "u-shaped": Mix(0.5, 0.5),
    "bell": Mix(2, 2),
    "easy": Mix(4, 1),
    "hard": Mix(0.3, 1.5),
}
"""Guesses for a suite that nobody has tried yet."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean and variance of one challenge's estimate, over challenges and rollouts."""

    mean: float
    """Of the quantity over the mix."""

    between: float
    """Variance of the true values of challenges; more rollouts do not lower it."""

    within: float
    """Mean variance of an estimate around its challenge's true value."""

    at_one: float
    """Share of challenges whose estimate is 1."""

    at_zero: float
    """Share of challenges whose estimate is 0."""

    @property
    def total(self) -> float:
        """Variance of the estimates; that of a mean is this over the number of challenges."""
        return self.between + self.within


def moments(mix: Mix, rollouts: int, k: int, quantity: Quantity) -> Moments:
    """Exact moments of the estimates of a mix of challenges.

    Args:
        mix: Where chances of success come from.
        rollouts: n, of every challenge.
        k: Rollouts drawn.
        quantity: At least one of k, or all of k.

    Raises:
        ValueError: k below 1 or above n.

    Source: the law of total variance; c is beta-binomial.
    """
    estimates = per_challenge(Counts.common(np.arange(rollouts + 1), rollouts), k, quantity)
    shares = histogram(mix, rollouts)
    mean = float(shares @ estimates)
    between = _between(mix, k, quantity)
    total = float(shares @ (estimates - mean) ** 2)
    return Moments(
        mean=mean,
        between=between,
        within=max(total - between, 0.0),
        at_one=float(shares[estimates == 1].sum()),
        at_zero=float(shares[estimates == 0].sum()),
    )


def histogram(mix: Mix, rollouts: int) -> Floats:
    """Expected share of challenges with c = 0..n successes, shape (n + 1,)."""
    from scipy.special import betaln  # noqa: PLC0415 -- slow to import, and often not needed

    successes = np.arange(rollouts + 1)
    logs = betaln(mix.a + successes, mix.b + rollouts - successes) - betaln(mix.a, mix.b)
    shares = np.exp(log_choices(rollouts) + logs)
    return np.asarray(shares / shares.sum())


def _between(mix: Mix, k: int, quantity: Quantity) -> float:
    """Variance over the mix of p^k; for at least one of k, of (1-p)^k, which mirrors it."""
    a, b = (mix.a, mix.b) if quantity is Quantity.ALL else (mix.b, mix.a)
    ones = np.array([a]), np.array([b])
    once, twice = (float(functional(*ones, draws, Quantity.ALL)[0]) for draws in (k, 2 * k))
    return max(twice - once**2, 0.0)
