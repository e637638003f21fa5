"""What the rollouts of an agent say, and what the broken formula would say of them.

Every figure is a mean over tasks: each task counts the same, however often it was tried.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from codebench.audit.rollouts import UNKNOWN, Part
from codebench.intervals import Interval, reliability_interval
from codebench.statistics.counts import Counts, Floats, Ints, Mask
from codebench.statistics.estimators import Quantity
from codebench.statistics.partial_credit import Broken, broken_pass_at_k_each
from codebench.statistics.wilson import spread, wilson

__all__ = ["LEVEL", "Agent", "Share", "Tests", "audited", "metrics_of", "outcomes_of"]

LEVEL = 0.95
"""Nominal coverage of all intervals."""


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over tasks of something that is no chance of success, with its interval."""

    estimate: float
    lower: float
    upper: float
    tasks: int
    """In the mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tests:
    """What partial credit says of an agent: of its scored rollouts with counts of tests."""

    rollouts: int
    success: Interval
    """The strict share of the same rollouts, to compare the others with."""
    fraction: Share
    """Share of tests passed."""
    broken: Mapping[str, Share]
    """Broken pass@k of the tests, by variant; `skip` is missing where all rollouts have less."""
    few: float
    """Share of these rollouts with fewer than k tests."""
    lenient: int
    """Rollouts that count as a success although a test failed."""
    strict: int
    """Rollouts that count as a failure although every test passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One agent of the audit."""

    name: str
    tasks: int
    rollouts: int
    """Scored ones."""
    unscored: int
    """Rollouts of which nothing can be said; they are in no mean."""
    fewest: int
    """Scored rollouts of a task, at least."""
    most: int
    success: Interval | None
    """Reliability@1: the strict share of rollouts that solve their task; None with none scored."""
    success_at_worst: float
    """The same with unscored rollouts as failures."""
    at_k: Interval | None
    """Reliability@k; None where no task has k rollouts."""
    all_k: Interval | None
    """Reliability^k; as above."""
    secure: Interval | None
    """Share of rollouts that work and are secure; None where the file says nothing of security."""
    secure_at_k: Interval | None
    secure_all_k: Interval | None
    secure_unknown: int
    """Scored rollouts that are in no figure of security."""
    tests: Tests | None
    """None without counts of tests."""


def audited(parts: Sequence[Part], k: int) -> list[Agent]:
    """Measure every agent."""
    return [_agent(part, k) for part in parts]


def outcomes_of(part: Part, *, unscored_fail: bool = False) -> Counts:
    """Successes and scored rollouts of each task; n = 0 where none is scored.

    Args:
        part: Rollouts of one agent.
        unscored_fail: Whether unscored rollouts are failures, as some benchmarks count them.
    """
    scored = part.success != UNKNOWN
    return _counts(part, part.success == 1, np.ones_like(scored) if unscored_fail else scored)


def _counts(part: Part, held: Mask, scored: Mask) -> Counts:
    return Counts(
        np.bincount(part.task[held & scored], minlength=part.tasks.size),
        np.bincount(part.task[scored], minlength=part.tasks.size),
    )


def _agent(part: Part, k: int) -> Agent:
    counts, known = outcomes_of(part), _security_known(part)
    secure = _counts(part, (part.success == 1) & (part.secure == 1), known)
    scored, worst = int(counts.rollouts.sum()), outcomes_of(part, unscored_fail=True)
    return Agent(
        name=part.agent,
        tasks=part.tasks.size,
        rollouts=scored,
        unscored=part.success.size - scored,
        fewest=int(counts.rollouts.min()),
        most=int(counts.rollouts.max()),
        success=_interval(counts, 1),
        success_at_worst=float((worst.successes / worst.rollouts).mean()),
        at_k=_interval(counts, k),
        all_k=_interval(counts, k, Quantity.ALL),
        secure=_interval(secure, 1),
        secure_at_k=_interval(secure, k),
        secure_all_k=_interval(secure, k, Quantity.ALL),
        secure_unknown=scored - int(known.sum()) if known.any() else 0,
        tests=_tests(part, k),
    )


def _interval(counts: Counts, k: int, quantity: Quantity = Quantity.ANY) -> Interval | None:
    if counts.rollouts.max() < k:
        return None
    return reliability_interval(counts, k, quantity=quantity, level=LEVEL)


def _security_known(part: Part) -> Mask:
    """Which rollouts are known to be secure successes or not.

    A failure is none, whatever is known of its security. But where security is unknown for some
    of the successes as well, these failures are left out with them: else only successes would be
    missing, and the share would be too low.
    """
    scored, unknown = part.success != UNKNOWN, part.secure == UNKNOWN
    if unknown.all():
        return np.zeros_like(scored)
    if (unknown & (part.success == 1)).any():
        return np.asarray(scored & ~unknown)
    return np.asarray(scored)


def _tests(part: Part, k: int) -> Tests | None:
    chosen = (part.success != UNKNOWN) & (part.total > 0)
    if not chosen.any():
        return None
    task, success = part.task[chosen], part.success[chosen] == 1
    passed, total = (each[chosen].astype(np.int64) for each in (part.passed, part.total))
    return Tests(
        rollouts=passed.size,
        success=reliability_interval(_counts(part, part.success == 1, chosen), 1, level=LEVEL),
        fraction=_share(passed / total, task),
        broken=_broken(passed, total, task, k),
        few=float((total < k).mean()),
        lenient=int((success & (passed < total)).sum()),
        strict=int((~success & (passed == total)).sum()),
    )


def _broken(passed: Ints, total: Ints, task: Ints, k: int) -> dict[str, Share]:
    base = int(total.max()) + 1
    pairs, place = np.unique(total * base + passed, return_inverse=True)
    found = {}
    for variant in Broken:
        each = broken_pass_at_k_each(pairs % base, pairs // base, k, variant)[place]
        present = ~np.isnan(each)
        if present.any():
            found[str(variant)] = _share(each[present], task[present])
    return found


def _share(values: Floats, task: Ints) -> Share:
    """Mean over tasks of their rollouts' mean, with Wilson's interval over tasks."""
    present, place = np.unique(task, return_inverse=True)
    means = np.bincount(place, weights=values) / np.bincount(place)
    found = spread(np.clip(means, 0, 1))
    return Share(found.mean, *wilson(found, LEVEL), present.size)


def metrics_of(agent: Agent) -> dict[str, float]:
    """Every figure by which agents may be ranked, as far as its rollouts allow."""
    intervals = {"success": agent.success, "secure": agent.secure}
    if agent.at_k and agent.at_k.k > 1:
        intervals |= {"reliability@k": agent.at_k, "reliability^k": agent.all_k}
        intervals |= {"secure@k": agent.secure_at_k, "secure^k": agent.secure_all_k}
    found = {name: each.estimate for name, each in intervals.items() if each}
    if agent.tests:
        found["share of tests"] = agent.tests.fraction.estimate
        broken = agent.tests.broken.items()
        found |= {f"broken@k {variant}": each.estimate for variant, each in broken}
    return found
