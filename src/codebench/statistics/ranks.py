"""Which ranks of several agents the suite can tell apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from codebench.statistics.counts import Counts, Floats, Mask, check_draw
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.paired import FEW, bootstrap_means, posterior_means, shared
from codebench.statistics.wilson import check_level, normal_quantile, student_quantile

__all__ = ["RankInterval", "rank_intervals"]

_NO_SPREAD = 1e-12
"""Standard error of a difference that is the same in every draw, up to rounding."""


@dataclass(frozen=True, slots=True)
class RankInterval:
    """An agent's place among the others; 1 is best."""

    agent: str
    """Its name."""

    estimate: float
    """Of the quantity, on the challenges common to all agents."""

    rank: int
    """By the estimates; equal ones share the better rank."""

    lower: int
    """Best rank that the data allow."""

    upper: int
    """Worst rank that the data allow."""

    level: float
    """Chance, nominally, that the intervals of all agents hold their ranks at the same time."""

    challenges: int
    """Challenges for which every agent has k scored rollouts."""

    missing: int
    """All others."""


def rank_intervals(
    agents: Mapping[str, Counts],
    k: int,
    *,
    quantity: Quantity = Quantity.ANY,
    level: float = 0.95,
    seed: int = 0,
) -> tuple[RankInterval, ...]:
    """Ranks of all agents, with intervals that hold for all of them at once.

    The bootstrap gives the distribution of all differences together. Its largest standardised
    deviation makes one band for all pairs; an agent is surely above another where the band of their
    difference is. Its best rank is one more than how many are surely above it. With few challenges
    the band is as much wider as Student's t is than the normal distribution.

    Args:
        agents: By name, on the same challenges in the same order; n = 0 where one was not tried.
        k: Rollouts drawn, at least 1.
        quantity: At least one of k, or all of k.
        level: Nominal coverage of all intervals at the same time.
        seed: The same seed gives the same result.

    Returns:
        One entry for each agent, in the order of the agents. All are unsure on one challenge.

    Raises:
        ValueError: No agent, agents with different numbers of challenges, no challenge for which
            all have k scored rollouts, k below 1, or a level outside 0..1.

    Source: Mogstad et al. 2024, doi 10.1093/restud/rdad006, with the paired Bayesian bootstrap.
    """
    check_level(level)
    mask = _common(list(agents.values()), k)
    common = {agent: counts.where(mask) for agent, counts in agents.items()}
    above = _surely_above(_means(common, k, quantity, seed), int(np.count_nonzero(mask)), level)
    values = [float(per_challenge(counts, k, quantity).mean()) for counts in common.values()]
    return _entries(list(agents), values, above, level, mask)


def _common(agents: Sequence[Counts], k: int) -> Mask:
    check_draw(k)
    mask = shared(agents, k)
    if not mask.any():
        raise ValueError(
            f"no challenge has {k} scored rollouts of every agent: rank agents that were run on "
            "the same challenges"
        )
    return mask


def _means(common: Mapping[str, Counts], k: int, quantity: Quantity, seed: int) -> Floats:
    """Draws of the agents' means, shape (draws, agents)."""
    if len(next(iter(common.values()))) >= FEW:
        return bootstrap_means(list(common.values()), k, quantity, seed)
    draws = [posterior_means(counts, k, quantity, name, seed) for name, counts in common.items()]
    return np.stack(draws, axis=1)


def _surely_above(means: Floats, challenges: int, level: float) -> Mask:
    """Which agent (row) is surely above which (column), shape (agents, agents)."""
    agents = means.shape[1]
    if challenges == 1:
        return np.zeros((agents, agents), dtype=np.bool_)
    largest = np.zeros(len(means))
    centres, errors = np.zeros((agents, agents)), np.zeros((agents, agents))
    for agent in range(agents):
        differences = means[:, [agent]] - means
        centres[agent], errors[agent] = differences.mean(axis=0), differences.std(axis=0)
        spread = np.where(errors[agent] > _NO_SPREAD, errors[agent], np.inf)
        deviations = np.abs(differences - centres[agent]) / spread
        largest = np.maximum(largest, deviations.max(axis=1))
    few = student_quantile(level, challenges) / normal_quantile((1 + level) / 2)
    return np.asarray(centres > few * np.quantile(largest, level) * errors + _NO_SPREAD)


def _entries(
    names: Sequence[str], values: Sequence[float], above: Mask, level: float, mask: Mask
) -> tuple[RankInterval, ...]:
    challenges = int(np.count_nonzero(mask))
    return tuple(
        RankInterval(
            agent=name,
            estimate=value,
            rank=1 + sum(other > value for other in values),
            lower=1 + int(np.count_nonzero(above[:, place])),
            upper=len(names) - int(np.count_nonzero(above[place])),
            level=level,
            challenges=challenges,
            missing=mask.size - challenges,
        )
        for place, (name, value) in enumerate(zip(names, values, strict=True))
    )
