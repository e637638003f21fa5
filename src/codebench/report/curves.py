"""Reliability against the number of rollouts."""

from collections.abc import Sequence
from dataclasses import dataclass

from codebench.report.measures import Measure, counts_of, given_to
from codebench.report.reading import TaskLogs
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import reliability_curve

__all__ = ["AgentCurve", "CurvePoint", "curves_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """Both readings of reliability for one k."""

    k: int
    """Rollouts drawn."""

    any_of_k: float
    """At least one succeeds."""

    all_of_k: float
    """All succeed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentCurve:
    """Reliability of one agent against k. All its points are of the same challenges."""

    agent: str
    """Name of the agent."""

    measure: Measure
    """What counts as success."""

    points: tuple[CurvePoint, ...]
    """For k = 1, 2, ..., as far as every challenge that has the report's k rollouts goes."""

    challenges: int
    """Challenges in every point."""

    missing: int
    """Challenges in none."""


def curves_of(
    task: TaskLogs, agents: Sequence[str], measures: Sequence[Measure], k: int
) -> tuple[AgentCurve, ...]:
    """The curves of all agents that have k scored rollouts of any challenge."""
    counts = {measure: counts_of(task, measure) for measure in measures}
    return tuple(
        _curve(agent, measure, counts[measure][agent].where(given_to(task, agent)), k)
        for agent in agents
        for measure in measures
        if (counts[measure][agent].rollouts >= k).any()
    )


def _curve(agent: str, measure: Measure, counts: Counts, k: int) -> AgentCurve:
    """Up to the fewest rollouts of a challenge that has k, so that none has to be left out."""
    given = counts.where(counts.drawable(k))
    curve = reliability_curve(counts, int(given.rollouts.min()))
    readings = zip(curve.k, curve.any_of_k, curve.all_of_k, strict=True)
    return AgentCurve(
        agent=agent,
        measure=measure,
        points=tuple(
            CurvePoint(k=int(draws), any_of_k=float(any_of_k), all_of_k=float(all_of_k))
            for draws, any_of_k, all_of_k in readings
        ),
        challenges=curve.challenges,
        missing=curve.missing,
    )
