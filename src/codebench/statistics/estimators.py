"""Reliability and its relatives, estimated from the counts of each challenge."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import numpy as np

from codebench.statistics.counts import Counts, Floats, Ints, check_draw

__all__ = [
    "Curve",
    "Estimate",
    "Quantity",
    "all_of_k",
    "any_of_k",
    "flips",
    "mean_estimate",
    "outcome_consistencies",
    "per_challenge",
    "reliability",
    "reliability_curve",
]

_PAIR = 2
"""Rollouts that it takes to see whether outcomes agree."""


class Quantity(StrEnum):
    """What is asked of k independent rollouts of one challenge."""

    ANY = "any"
    """At least one succeeds: reliability@k, the pass@k of the field."""

    ALL = "all"
    """Every one succeeds: reliability^k, the pass^k of the field."""


class Estimate(float):
    """A mean over challenges that keeps how many are in it and how many could not be."""

    __slots__ = ("challenges", "k", "missing")

    k: int
    """Rollouts drawn from each challenge."""

    challenges: int
    """Challenges in the mean."""

    missing: int
    """Challenges with fewer than k scored rollouts. They are in no mean."""

    def __new__(cls, value: float, k: int, challenges: int, missing: int) -> Self:
        """Take the mean and what belongs to it."""
        estimate = super().__new__(cls, value)
        estimate.k, estimate.challenges, estimate.missing = k, challenges, missing
        return estimate

    def __getnewargs__(self) -> tuple[float, int, int, int]:  # type: ignore[override]
        return float(self), self.k, self.challenges, self.missing


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Reliability for k = 1, 2, ..., all on one common set of challenges."""

    k: Ints
    """Shape (largest k,): 1, 2, ..."""

    any_of_k: Floats
    """Reliability@k for each k; never falls."""

    all_of_k: Floats
    """Reliability^k for each k; never rises."""

    challenges: int
    """Challenges with as many scored rollouts as the largest k."""

    missing: int
    """Challenges with fewer, left out at every k."""


def any_of_k(counts: Counts, k: int) -> Floats:
    """Chance that at least one of k rollouts succeeds: 1 - C(n-c, k) / C(n, k).

    Args:
        counts: Challenges; they may differ in n.
        k: Rollouts drawn, at least 1.

    Returns:
        The unbiased estimate of each challenge, shape (challenges,); NaN where n < k.

    Raises:
        ValueError: k is below 1 or above n for every challenge.

    Source: Chen et al. 2021, arXiv 2107.03374, equation 1.
    """
    return 1 - _subsets_within(counts.rollouts - counts.successes, counts, k)


def all_of_k(counts: Counts, k: int) -> Floats:
    """Chance that all of k rollouts succeed: C(c, k) / C(n, k).

    Arguments, result and errors as for `any_of_k`.

    Source: Yao et al. 2024 (tau-bench), arXiv 2406.12045.
    """
    return _subsets_within(counts.successes, counts, k)


def per_challenge(counts: Counts, k: int, quantity: Quantity) -> Floats:
    """Estimate of the quantity for each challenge, as `any_of_k` and `all_of_k` give it."""
    return (any_of_k if quantity is Quantity.ANY else all_of_k)(counts, k)


def reliability(counts: Counts, k: int, quantity: Quantity = Quantity.ANY) -> Estimate:
    """Mean over challenges of the quantity; every challenge counts the same.

    Args:
        counts: Challenges; those with n < k are counted as missing.
        k: Rollouts drawn, at least 1.
        quantity: At least one of k, or all of k.

    Raises:
        ValueError: k is below 1 or above n for every challenge.
    """
    return mean_estimate(per_challenge(counts, k, quantity), k)


def mean_estimate(values: Floats, k: int) -> Estimate:
    """Mean of the values that are not NaN, shape (challenges,), with a count of those that are.

    Raises:
        ValueError: All are NaN.
    """
    present = values[~np.isnan(values)]
    if not present.size:
        raise ValueError(f"no challenge has the {k} scored rollouts needed: run more rollouts")
    return Estimate(present.mean(), k, present.size, values.size - present.size)


def reliability_curve(counts: Counts, largest_k: int) -> Curve:
    """Reliability@k and reliability^k for k = 1..largest_k.

    All k are read from the same challenges, those with at least largest_k scored rollouts: means
    over sets that change with k may cross and fall where no agent does.

    Args:
        counts: Challenges; they may differ in n.
        largest_k: Last k of the curve.

    Raises:
        ValueError: largest_k is below 1 or above n for every challenge.
    """
    common = counts.where(counts.drawable(largest_k))
    pairs, shared = common.histogram()
    draws = range(1, largest_k + 1)
    return Curve(
        k=np.arange(1, largest_k + 1),
        any_of_k=np.array([shared @ any_of_k(pairs, k) for k in draws]) / len(common),
        all_of_k=np.array([shared @ all_of_k(pairs, k) for k in draws]) / len(common),
        challenges=len(common),
        missing=len(counts) - len(common),
    )


def outcome_consistencies(counts: Counts) -> Floats:
    """How alike the outcomes of a challenge are: 1 - 4c(n-c) / (n(n-1)).

    This is the form without bias: its mean over repetitions is (2p-1)^2, which is 1 for an agent
    that always succeeds and for one that always fails, and 0 for a coin. The common form
    (2c/n - 1)^2 lies 4p(1-p)/n above that. The price is that one estimate can be below 0.

    Returns:
        Shape (challenges,); NaN where n < 2.

    Raises:
        ValueError: No challenge has two scored rollouts.

    Source: the measure of Rabanser et al. 2026, arXiv 2602.16666, with its bias removed.
    """
    enough = counts.drawable(_PAIR)
    rollouts = np.where(enough, counts.rollouts, _PAIR)
    mixed = counts.successes * (counts.rollouts - counts.successes)
    return np.where(enough, 1 - 4 * mixed / (rollouts * (rollouts - 1)), np.nan)


def flips(counts: Counts) -> Floats:
    """Whether a challenge was seen both to succeed and to fail: 1 or 0, NaN where n < 2.

    More rollouts find more flips: compare agents at the same n only.

    Raises:
        ValueError: No challenge has two scored rollouts.
    """
    both = (counts.successes > 0) & (counts.successes < counts.rollouts)
    return np.where(counts.drawable(_PAIR), both, np.nan)


def _subsets_within(marked: Ints, counts: Counts, k: int) -> Floats:
    """C(marked, k) / C(n, k), the share of k-subsets of the rollouts that are all marked."""
    check_draw(k)
    enough = counts.drawable(k)
    share = np.where(enough, 1.0, np.nan)
    total = np.where(enough, counts.rollouts, k)
    for drawn in range(k):  # a product of k factors is exact enough, and zero where it must be
        share *= np.maximum(marked - drawn, 0) / (total - drawn)
    return share
