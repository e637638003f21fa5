"""What the rollouts of an agent say, and what the broken formula would say of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from codebench.audit.model import Row
from codebench.intervals import Interval, reliability_interval
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity
from codebench.statistics.partial_credit import Broken, broken_pass_at_k

__all__ = ["Agent", "audited", "metrics_of", "outcomes_of", "without_copies"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One agent of the audit."""

    name: str
    tasks: int
    """With at least one scored rollout."""
    rollouts: int
    """Scored ones."""
    unscored: int
    """Rollouts of which nothing can be said; they are in no mean."""
    fewest: int
    """Scored rollouts of a task, at least."""
    most: int
    success: Interval | None
    """Reliability@1: the strict share of rollouts that solve their task; None with none scored."""
    at_k: Interval | None
    """Reliability@k; None where no task has k rollouts."""
    all_k: Interval | None
    """Reliability^k; as above."""
    secure: Interval | None
    """Share of rollouts that work and are secure; None where the file says nothing of security."""
    secure_at_k: Interval | None
    secure_all_k: Interval | None
    tested: int
    """Rollouts with counts of tests."""
    fraction: float | None
    """Mean share of tests passed; None without counts of tests."""
    broken: Mapping[str, float]
    """Broken pass@k of the tests, by variant; empty without counts of tests."""
    few_tests: float | None
    """Share of rollouts with fewer than k tests."""


def without_copies(rows: Sequence[Row]) -> tuple[list[Row], int]:
    """Each rollout once, the first of its name, and how many others there were."""
    kept = {(row.agent, row.task, row.rollout): row for row in reversed(rows)}
    chosen = [row for row in rows if kept[row.agent, row.task, row.rollout] is row]
    return chosen, len(rows) - len(chosen)


def audited(rows: Sequence[Row], k: int) -> list[Agent]:
    """Measure every agent, by name."""
    names = sorted({row.agent for row in rows})
    return [_agent(name, [row for row in rows if row.agent == name], k) for name in names]


def outcomes_of(rows: Sequence[Row], *, secure: bool = False) -> Counts | None:
    """Successes and scored rollouts of each task, sorted by its name; None where none is scored."""
    tasks: dict[str, list[bool]] = {}
    for row in rows:
        value = _outcome(row, secure=secure)
        if value is not None:
            tasks.setdefault(row.task, []).append(value)
    ordered = [tasks[task] for task in sorted(tasks)]
    if not ordered:
        return None
    return Counts(
        np.array([sum(each) for each in ordered]), np.array([len(each) for each in ordered])
    )


def _outcome(row: Row, *, secure: bool) -> bool | None:
    if not secure:
        return row.success
    return None if row.success is None or row.secure is None else row.success and row.secure


def _agent(name: str, rows: Sequence[Row], k: int) -> Agent:
    counts, secure = outcomes_of(rows), outcomes_of(rows, secure=True)
    scored = counts.rollouts if counts else np.zeros(1, dtype=np.int64)
    tested = [row for row in rows if row.total]
    passed, total = [row.passed or 0 for row in tested], [row.total or 0 for row in tested]
    return Agent(
        name=name,
        tasks=len(counts) if counts else 0,
        rollouts=int(scored.sum()),
        unscored=sum(row.success is None for row in rows),
        fewest=int(scored.min()),
        most=int(scored.max()),
        success=_interval(counts, 1),
        at_k=_interval(counts, k),
        all_k=_interval(counts, k, Quantity.ALL),
        secure=_interval(secure, 1),
        secure_at_k=_interval(secure, k),
        secure_all_k=_interval(secure, k, Quantity.ALL),
        tested=len(tested),
        fraction=float(np.mean(np.array(passed) / np.array(total))) if tested else None,
        broken=_broken(passed, total, k) if tested else {},
        few_tests=float(np.mean(np.array(total) < k)) if tested else None,
    )


def _interval(counts: Counts | None, k: int, quantity: Quantity = Quantity.ANY) -> Interval | None:
    if counts is None or counts.rollouts.max() < k:
        return None
    return reliability_interval(counts, k, quantity=quantity)


def _broken(passed: Sequence[int], total: Sequence[int], k: int) -> dict[str, float]:
    variants = [v for v in Broken if v is not Broken.SKIP or max(total) >= k]
    return {str(v): float(broken_pass_at_k(passed, total, k, v)) for v in variants}


def metrics_of(agent: Agent) -> dict[str, float | None]:
    """Every figure by which agents may be ranked; None where the file does not allow it."""
    intervals = {
        "success": agent.success,
        "reliability@k": agent.at_k,
        "reliability^k": agent.all_k,
        "secure": agent.secure,
        "secure@k": agent.secure_at_k,
        "secure^k": agent.secure_all_k,
    }
    found: dict[str, float | None] = {n: i.estimate if i else None for n, i in intervals.items()}
    found["test fraction"] = agent.fraction
    return found | {f"broken@k {variant}": value for variant, value in agent.broken.items()}
