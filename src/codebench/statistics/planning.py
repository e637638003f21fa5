"""What a run of so many challenges and rollouts will be able to say, before it is paid for."""

import math
from dataclasses import dataclass

import numpy as np

from codebench.intervals import reliability_interval
from codebench.statistics.counts import Counts, check_draw
from codebench.statistics.estimators import Quantity
from codebench.statistics.mix import MIXES, Mix, Moments, histogram, moments
from codebench.statistics.wilson import check_level, normal_quantile
from codebench.words import number

__all__ = ["MIXES", "Mix", "Plan", "plan"]

_POWER = 0.8
_SUITES = 100
"""Suites that are made up to see how wide the default interval comes out."""

_NARROW = 0.05
"""Distance from estimate to bound that a published number should have."""

_CLOSE = 0.1
"""Difference of two agents that a suite should be able to see."""

_LITTLE = 0.2
"""Share of the variance, from rollouts, below which more of them hardly help."""

_MOST = 0.5
"""Share of challenges at one end that makes a suite too easy or too hard."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to expect of a run."""

    challenges: int
    """Challenges of the suite."""

    rollouts: int
    """Of each challenge."""

    k: int
    """Rollouts drawn."""

    quantity: Quantity
    """At least one of k, or all of k."""

    mix: Mix
    """Assumed chances of success."""

    level: float
    """Nominal coverage of all intervals here."""

    moments: Moments
    """Mean and variances of one challenge's estimate."""

    width: float
    """Expected width of the default interval for a population of challenges."""

    cost: float | None
    """Of one agent's run, in the currency of the cost per rollout; None where that is not known."""

    @property
    def error(self) -> float:
        """Standard error for a population of challenges."""
        return math.sqrt(self.moments.total / self.challenges)

    @property
    def suite_width(self) -> float:
        """Expected width of a normal interval for these very challenges."""
        return min(2 * self._critical * self._suite_error, 1.0)

    @property
    def detectable(self) -> float:
        """Smallest difference of two agents that a paired comparison finds in 4 of 5 runs.

        It assumes that both find the same challenges hard; where they do not, it takes more.
        """
        power = normal_quantile(_POWER)
        return min((self._critical + power) * math.sqrt(2) * self._suite_error, 1.0)

    @property
    def challenges_needed(self) -> int:
        """Challenges, with as many rollouts, for a standard error that gives +-0.05."""
        return max(math.ceil(self.moments.total * (self._critical / _NARROW) ** 2), 2)

    @property
    def wide(self) -> bool:
        """Whether the interval for a population is wider than +-0.05."""
        return self.width > 2 * _NARROW

    @property
    def advice(self) -> tuple[str, ...]:
        """Sentences for whoever decides, the most pressing first."""
        found = _on_rollouts(self), _on_agents(self), _on_width(self), _on_ends(self)
        return tuple(sentence for sentence in found if sentence)

    @property
    def _critical(self) -> float:
        return normal_quantile((1 + self.level) / 2)

    @property
    def _suite_error(self) -> float:
        return math.sqrt(self.moments.within / self.challenges)


def plan(  # noqa: PLR0913 -- each is a decision of its own
    challenges: int,
    rollouts: int,
    k: int,
    mix: Mix,
    *,
    quantity: Quantity = Quantity.ANY,
    level: float = 0.95,
    cost_per_rollout: float | None = None,
    seed: int = 0,
) -> Plan:
    """Expect intervals, the smallest detectable difference, cost and advice.

    Args:
        challenges: Challenges of the suite, at least 1.
        rollouts: Of each challenge, at least k.
        k: Rollouts drawn, at least 1.
        mix: A guess such as `MIXES["hard"]`, or `Mix.of_pilot(counts)`.
        quantity: At least one of k, or all of k.
        level: Nominal coverage.
        cost_per_rollout: Mean of a pilot, in any currency.
        seed: Of the suites made up to see how wide intervals are.

    Raises:
        ValueError: No challenge, k outside 1..rollouts, level outside 0..1, or cost below 0.

    Source: Miller 2024, arXiv 2411.00640, section 5, with exact variances for k above 1.
    """
    _check(challenges, rollouts, k, level, cost_per_rollout)
    return Plan(
        challenges=challenges,
        rollouts=rollouts,
        k=k,
        quantity=quantity,
        mix=mix,
        level=level,
        moments=moments(mix, rollouts, k, quantity),
        width=_width(challenges, rollouts, k, mix, quantity=quantity, level=level, seed=seed),
        cost=None if cost_per_rollout is None else challenges * rollouts * cost_per_rollout,
    )


def _check(challenges: int, rollouts: int, k: int, level: float, cost: float | None) -> None:
    check_draw(k)
    check_level(level)
    if challenges < 1:
        raise ValueError(f"{challenges} challenges: plan with at least 1")
    if k > rollouts:
        raise ValueError(
            f"k={k} is more than {rollouts} rollouts: plan at least k of each challenge, better "
            f"{2 * k}"
        )
    if cost is not None and not (math.isfinite(cost) and cost >= 0):
        raise ValueError(f"a rollout cannot cost {cost}: give 0 or more")


def _width(  # noqa: PLR0913 -- what the interval depends on
    challenges: int,
    rollouts: int,
    k: int,
    mix: Mix,
    *,
    quantity: Quantity,
    level: float,
    seed: int,
) -> float:
    """Mean width of the default interval over suites made up from the mix."""
    rng = np.random.default_rng(seed)
    shares = histogram(mix, rollouts)
    widths = []
    for drawn in rng.multinomial(challenges, shares, size=_SUITES):
        counts = Counts.common(np.repeat(np.arange(rollouts + 1), drawn), rollouts)
        found = reliability_interval(counts, k, quantity=quantity, level=level)
        widths.append(found.upper - found.lower)
    return float(np.mean(widths))


def _on_rollouts(made: Plan) -> str | None:
    if made.k == 1 or made.rollouts >= 2 * made.k:
        return None
    why = "score each challenge 0 or 1" if made.rollouts == made.k else "leave much to chance"
    return f"{made.rollouts} rollouts for k = {made.k} {why}: plan at least {2 * made.k}, twice k."


def _on_agents(made: Plan) -> str | None:
    size = f"{number(made.challenges, 'challenge')} x {number(made.rollouts, 'rollout')}"
    if made.challenges == 1:
        return f"{size} cannot separate two agents: what holds for one challenge may for no other."
    if made.detectable > _CLOSE:
        return (
            f"{size} cannot separate two agents closer than about {made.detectable:.2f} on "
            f"{_name(made)}, and it takes more where they find different challenges hard."
        )
    if _on_ends(made):
        return None  # so few challenges differ that the normal formula promises too much
    return (
        f"{size} can separate two agents {made.detectable:.2f} apart on {_name(made)}, if both "
        "find the same challenges hard."
    )


def _on_width(made: Plan) -> str | None:
    if not made.wide:
        return None
    share = made.moments.within / made.moments.total
    more = "more rollouts hardly do" if share < _LITTLE else "more rollouts help as well"
    # Near 0 and 1 the normal formula asks for fewer challenges than the interval needs.
    enough = (
        f"about {made.challenges_needed}" if made.challenges_needed > made.challenges else "more"
    )
    return (
        f"Expect an interval {made.width:.2f} wide for {_name(made)}; {enough} challenges narrow "
        f"it to +-{_NARROW}; {more}."
    )


def _on_ends(made: Plan) -> str | None:
    for end, share in ((1, made.moments.at_one), (0, made.moments.at_zero)):
        if share > _MOST:
            return (
                f"About {share:.0%} of the challenges will be at {end} and say little of which "
                f"agent is better: take another k or {'harder' if end else 'easier'} challenges."
            )
    return None


def _name(made: Plan) -> str:
    return f"reliability{'@' if made.quantity is Quantity.ANY else '^'}{made.k}"
