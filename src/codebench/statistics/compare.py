"""Whether two agents differ, on the challenges that both attempted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import numpy as np

from codebench.statistics.counts import Counts, Floats, Mask, check_draw
from codebench.statistics.differences import paired_t, posterior_difference, saturation
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.paired import FEW, posterior_means, shared
from codebench.statistics.wilson import alike, check_level

__all__ = ["Comparison", "PairMethod", "Refusal", "compare_agents", "holm"]


class PairMethod(StrEnum):
    """How a difference was judged."""

    PAIRED_T = "paired-t"
    """Student's t on the differences of each challenge's two estimates."""

    POSTERIOR = "posterior"
    """Posteriors of each agent's chances, under shared random weights on the challenges."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Difference of two agents: the first minus the second."""

    first: str
    """Name of an agent."""

    second: str
    """Name of the other."""

    difference: float
    """Of the unbiased estimates, on the shared challenges."""

    lower: float
    """Bound of this difference alone, whatever other pairs there are."""

    upper: float
    """As above."""

    level: float
    """Nominal coverage of the bounds."""

    p_value: float
    """Two-sided, of this pair alone."""

    adjusted: float
    """Holm's p-value over all pairs that were compared together."""

    method: PairMethod
    """How bounds and p-value were made."""

    quantity: Quantity
    """At least one of k rollouts, or all of them."""

    k: int
    """Rollouts drawn."""

    challenges: int
    """Challenges for which both agents have k scored rollouts."""

    missing: int
    """Challenges for which one of them has fewer, or both."""

    @property
    def separated(self) -> bool:
        """Whether the agents differ, with all pairs taken into account."""
        return self.adjusted < 1 - self.level


@dataclass(frozen=True, slots=True)
class Refusal:
    """Two agents that the suite cannot compare."""

    first: str
    """Name of an agent."""

    second: str
    """Name of the other."""

    reason: str
    """One sentence that says why, and what would help."""


def compare_agents(
    agents: Mapping[str, Counts],
    k: int,
    *,
    quantity: Quantity = Quantity.ANY,
    level: float = 0.95,
    seed: int = 0,
) -> tuple[Comparison | Refusal, ...]:
    """Compare every pair of agents on the challenges they share.

    Below 100 shared challenges the difference comes from posteriors, which know that eight
    successes of eight are no certainty; from there on, and for k = 1 with any number of challenges,
    from a paired t, unless all differences are alike. Never read the overlap of two agents' own
    intervals as a test: it ignores that challenges are shared.

    Args:
        agents: By name, on the same challenges in the same order; n = 0 where one was not tried.
        k: Rollouts drawn, at least 1.
        quantity: At least one of k, or all of k.
        level: Nominal coverage of each interval; 1 - level is the error rate over all pairs.
        seed: The same seed gives the same result.

    Returns:
        One entry for each pair, in the order of the agents. Holm's correction is over those that
        were not refused.

    Raises:
        ValueError: Fewer than two agents, agents with different numbers of challenges, k below 1,
            or a level outside 0..1.

    Source: Miller 2024, arXiv 2411.00640, section 4, for the pairing.
    """
    check_draw(k)
    check_level(level)
    if len(agents) < 2:  # noqa: PLR2004 -- a pair
        raise ValueError("a comparison needs two agents at least")
    judge = _Judge(agents, k, quantity, level, seed)
    return _adjusted([judge.pair(first, second) for first, second in combinations(agents, 2)])


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for their number, in the order given.

    The chance that any of those below a limit is a false finding is at most the limit.

    Source: Holm 1979, Scandinavian Journal of Statistics 6(2).
    """
    values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    steps = np.arange(values.size, 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * steps), 1.0)
    return [float(value) for value in adjusted]


def _adjusted(pairs: Sequence[Comparison | Refusal]) -> tuple[Comparison | Refusal, ...]:
    values = iter(holm([pair.p_value for pair in pairs if isinstance(pair, Comparison)]))
    return tuple(
        replace(pair, adjusted=next(values)) if isinstance(pair, Comparison) else pair
        for pair in pairs
    )


class _Judge:
    """Compares pairs, and draws from an agent's posterior once for each set of challenges."""

    def __init__(
        self, agents: Mapping[str, Counts], k: int, quantity: Quantity, level: float, seed: int
    ) -> None:
        self._agents = agents
        self._k = k
        self._quantity = quantity
        self._level = level
        self._seed = seed
        self._drawn: dict[tuple[str, bytes], Floats] = {}

    def pair(self, first: str, second: str) -> Comparison | Refusal:
        mask = shared([self._agents[first], self._agents[second]], self._k)
        if np.count_nonzero(mask) <= 1:
            return Refusal(first, second, self._too_few(int(np.count_nonzero(mask))))
        values = [
            per_challenge(self._agents[name].where(mask), self._k, self._quantity)
            for name in (first, second)
        ]
        reason = saturation(values[0], values[1])
        if reason:
            return Refusal(first, second, reason)
        return self._compared(first, second, mask, values[0] - values[1])

    def _compared(self, first: str, second: str, mask: Mask, differences: Floats) -> Comparison:
        method = self._method(differences)
        if method is PairMethod.PAIRED_T:
            lower, upper, p_value = paired_t(differences, self._level)
        else:
            draws = self._draws(first, mask) - self._draws(second, mask)
            lower, upper, p_value = posterior_difference(draws, differences.size, self._level)
        return Comparison(
            first=first,
            second=second,
            difference=float(differences.mean()),
            lower=lower,
            upper=upper,
            level=self._level,
            p_value=p_value,
            adjusted=p_value,
            method=method,
            quantity=self._quantity,
            k=self._k,
            challenges=differences.size,
            missing=mask.size - differences.size,
        )

    def _method(self, differences: Floats) -> PairMethod:
        varied = not alike(differences)
        enough = differences.size >= FEW or self._k == 1
        return PairMethod.PAIRED_T if varied and enough else PairMethod.POSTERIOR

    def _draws(self, agent: str, mask: Mask) -> Floats:
        key = agent, mask.tobytes()
        if key not in self._drawn:
            counts = self._agents[agent].where(mask)
            self._drawn[key] = posterior_means(counts, self._k, self._quantity, agent, self._seed)
        return self._drawn[key]

    def _too_few(self, challenges: int) -> str:
        what = "only one challenge has" if challenges else "no challenge has"
        return f"{what} {self._k} scored rollouts of both agents: run both on the same challenges"
