"""What an interval for a reliability is about, how it was made, and what it holds."""

from dataclasses import dataclass
from enum import StrEnum

from codebench.statistics.estimators import Quantity

__all__ = ["Estimand", "Interval", "Method", "default_method"]

_MANY = 100
"""Challenges up to which the suite interval takes posteriors, which cost time with each."""


class Estimand(StrEnum):
    """What an interval is about."""

    POPULATION = "population"
    """Challenges of which these are a sample."""

    SUITE = "suite"
    """These very challenges, with infinitely many rollouts."""


class Method(StrEnum):
    """How an interval is made."""

    ENVELOPE = "envelope"
    """From the lower of the lower bounds of `wilson` and `beta-binomial` to the higher upper one:
    the first errs where all challenges agree, the second where its model of challenges does."""

    WILSON = "wilson"
    """Wilson's interval with an effective number of observations."""

    T = "t"
    """Mean +- t x SE over challenges."""

    BOOTSTRAP = "bootstrap"
    """Percentile bootstrap over challenges."""

    DIRICHLET = "dirichlet"
    """Posterior of the histogram of successes."""

    BETA_BINOMIAL = "beta-binomial"
    """Posterior of a Beta distribution of chances of success."""

    CHALLENGE_POSTERIORS = "challenge-posteriors"
    """Suite: posteriors of each challenge's own chance of success."""

    DELTA = "delta"
    """Suite: mean +- z x SE of the rollouts."""

    @property
    def estimand(self) -> Estimand:
        """What intervals of this method are about."""
        suite = (Method.CHALLENGE_POSTERIORS, Method.DELTA)
        return Estimand.SUITE if self in suite else Estimand.POPULATION


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds for a mean over challenges, and everything a reader needs to know of them."""

    estimate: float
    """The unbiased point estimate. A model's posterior need not be centred on it."""

    lower: float
    """Lower bound, at least 0."""

    upper: float
    """Upper bound, at most 1."""

    level: float
    """Nominal coverage."""

    method: Method
    """How the bounds were made."""

    estimand: Estimand
    """What they are about."""

    quantity: Quantity
    """At least one of k rollouts, or all of them."""

    k: int
    """Rollouts drawn."""

    challenges: int
    """Challenges in estimate and bounds."""

    missing: int
    """Challenges with fewer than k scored rollouts, in neither."""


def default_method(estimand: Estimand, challenges: int) -> Method:
    """The method to use for so many challenges unless another one is asked for."""
    if estimand is Estimand.POPULATION:
        return Method.ENVELOPE
    return Method.CHALLENGE_POSTERIORS if challenges <= _MANY else Method.DELTA
