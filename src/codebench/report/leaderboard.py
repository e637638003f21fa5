"""One line for each agent: how reliable it is, how sure that is, and what it took."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from codebench.intervals import reliability_interval
from codebench.report.measures import Measure, counts_of, given_to, headline_of, held
from codebench.report.reading import LoggedRollout, TaskLogs
from codebench.report.strips import Outcome, outcome_of
from codebench.statistics.counts import Counts
from codebench.statistics.estimands import Estimand, Interval, Method
from codebench.statistics.estimators import Quantity
from codebench.statistics.ranks import RankInterval, rank_intervals

__all__ = ["IntervalChoice", "Row", "Spending", "leaderboard"]


@dataclass(frozen=True, slots=True)
class IntervalChoice:
    """How the intervals of a report are made."""

    estimand: Estimand = Estimand.POPULATION
    """What they are about."""

    method: Method | None = None
    """None for the default of the estimand."""

    level: float = 0.95
    """Nominal coverage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What rollouts took of one thing: money, tokens, time or tool calls."""

    per_rollout: float | None
    """Mean over the rollouts that the log knows it of; None where there is none."""

    per_success: float | None
    """All that was spent over the rollouts that count by the headline; None where none does."""

    rollouts: int
    """Rollouts that the log knows it of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One agent at one task. Intervals are None where no challenge has k scored rollouts."""

    agent: str
    """Its name."""

    any_of_k: Interval | None
    """Reliability@k: at least one of k rollouts works."""

    all_of_k: Interval | None
    """Reliability^k: all k rollouts work."""

    secure_any_of_k: Interval | None
    """Reliability@k, where only rollouts count that are secure as well."""

    secure_all_of_k: Interval | None
    """Reliability^k, where only rollouts count that are secure as well."""

    rank: RankInterval | None
    """By the task's headline measure, at least one of k; None where agents share no challenge."""

    success: Interval | None
    """Share of rollouts that work: the mean over challenges, k = 1."""

    security: Interval | None
    """Share of rollouts that are secure, working or not, likewise."""

    secure_success: Interval | None
    """Share of rollouts that are both, likewise."""

    rollouts: int
    """In the logs, unscored ones among them."""

    unscored: int
    """Rollouts without a verdict, for whatever reason."""

    not_run: int
    """Rollouts that the runs were to make and that are in no log."""

    fewest: int
    """Scored rollouts, n, of the challenge with the fewest."""

    most: int
    """Scored rollouts, n, of the challenge with the most."""

    challenges: int
    """Challenges that the agent was given."""

    missing: int
    """Those of them with fewer than k scored rollouts."""

    cost: Spending
    """US dollars."""

    tokens: Spending
    """Of all models that the agent used."""

    seconds: Spending
    """Working time."""

    tool_calls: Spending
    """Calls of tools."""


def leaderboard(task: TaskLogs, k: int, choice: IntervalChoice) -> tuple[Row, ...]:
    """Rows of all agents, best first by the headline: any of k, then all of k, then the name."""
    headline = headline_of(task)
    counts = {measure: counts_of(task, measure) for measure in Measure}
    ranks = _ranks(counts[headline], k, choice.level)
    rows = [
        _row(task, agent, _own(task, agent, counts), k, choice, rank)
        for agent, rank in ranks.items()
    ]
    return tuple(sorted(rows, key=_order))


def _own(
    task: TaskLogs, agent: str, counts: dict[Measure, dict[str, Counts]]
) -> dict[Measure, Counts]:
    """Counts of the challenges that the agent was given."""
    mask = given_to(task, agent)
    return {measure: each[agent].where(mask) for measure, each in counts.items()}


def _order(row: Row) -> tuple[float, float, str]:
    best = row.secure_any_of_k or row.any_of_k
    every = row.secure_all_of_k or row.all_of_k
    return -(best.estimate if best else -1), -(every.estimate if every else -1), row.agent


def _ranks(counts: dict[str, Counts], k: int, level: float) -> dict[str, RankInterval | None]:
    """Ranks of the agents that have k scored rollouts of a challenge, if they share one."""
    able = {agent: each for agent, each in counts.items() if (each.rollouts >= k).any()}
    shared = np.all([each.rollouts >= k for each in able.values()], axis=0)
    ranks = rank_intervals(able, k, level=level) if shared.any() else ()
    return dict.fromkeys(counts) | {rank.agent: rank for rank in ranks}


def _row(  # noqa: PLR0913, PLR0917 -- all of it is in the row
    task: TaskLogs,
    agent: str,
    counts: dict[Measure, Counts],
    k: int,
    choice: IntervalChoice,
    rank: RankInterval | None,
) -> Row:
    own = [rollout for rollout in task.rollouts if rollout.agent == agent]
    scored = counts[headline_of(task)].rollouts
    bounds = partial(_bounds, counts, choice)
    secure = task.has_security_side
    return Row(
        agent=agent,
        any_of_k=bounds(Measure.SUCCESS, k, Quantity.ANY),
        all_of_k=bounds(Measure.SUCCESS, k, Quantity.ALL),
        secure_any_of_k=bounds(Measure.SECURE_SUCCESS, k, Quantity.ANY) if secure else None,
        secure_all_of_k=bounds(Measure.SECURE_SUCCESS, k, Quantity.ALL) if secure else None,
        rank=rank,
        success=bounds(Measure.SUCCESS, 1, Quantity.ANY),
        security=bounds(Measure.SECURITY, 1, Quantity.ANY) if secure else None,
        secure_success=bounds(Measure.SECURE_SUCCESS, 1, Quantity.ANY) if secure else None,
        rollouts=len(own),
        unscored=sum(outcome_of(rollout.outcomes) is Outcome.UNSCORED for rollout in own),
        not_run=task.not_run(agent),
        fewest=int(scored.min()),
        most=int(scored.max()),
        challenges=scored.size,
        missing=int(np.count_nonzero(scored < k)),
        cost=_spending(own, headline_of(task), lambda rollout: rollout.cost),
        tokens=_spending(own, headline_of(task), lambda rollout: rollout.tokens),
        seconds=_spending(own, headline_of(task), lambda rollout: rollout.seconds),
        tool_calls=_spending(own, headline_of(task), lambda rollout: rollout.tool_calls),
    )


def _bounds(
    counts: dict[Measure, Counts],
    choice: IntervalChoice,
    measure: Measure,
    k: int,
    quantity: Quantity,
) -> Interval | None:
    if not (counts[measure].rollouts >= k).any():
        return None
    return reliability_interval(
        counts[measure],
        k,
        quantity=quantity,
        estimand=choice.estimand,
        method=choice.method,
        level=choice.level,
    )


def _spending(
    rollouts: Iterable[LoggedRollout],
    headline: Measure,
    amount: Callable[[LoggedRollout], float | None],
) -> Spending:
    """Failures and unscored rollouts cost as well; successes of unknown cost are not counted."""
    known = [(value, each) for each in rollouts if (value := amount(each)) is not None]
    spent = sum(value for value, _ in known)
    successes = sum(bool(held(each.outcomes, headline)) for _, each in known)
    return Spending(
        per_rollout=spent / len(known) if known else None,
        per_success=spent / successes if successes else None,
        rollouts=len(known),
    )
