"""H4: does security change the ranking?"""

from collections.abc import Iterable

import numpy as np
from scipy.stats import kendalltau

from codebench.intervals import reliability_interval
from codebench.reproduce.model import Experiment, Number
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import reliability

__all__ = ["COUNTS", "EACH", "THRESHOLDS", "experiment", "passing"]

EACH, K = 8, 5
PATTERNS = 7
"""Patterns of the original's detector; each one found costs a seventh of the security score."""

COUNTS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "anote-code": (
        (7, 0, 7), (8, 0, 8), (7, 0, 7), (4, 0, 4), (8, 0, 8),
        (8, 0, 8), (3, 3, 0), (8, 1, 7), (2, 0, 2), (4, 1, 3),
    ),
    "claude-code": (
        (7, 0, 7), (0, 1, 0), (1, 0, 1), (2, 0, 2), (1, 0, 1),
        (8, 0, 8), (2, 2, 0), (7, 0, 7), (2, 1, 2), (6, 0, 6),
    ),
    "codex": (
        (8, 0, 8), (8, 0, 8), (8, 0, 8), (8, 0, 8), (8, 0, 8),
        (8, 8, 0), (8, 8, 0), (8, 8, 0), (8, 0, 8), (8, 0, 8),
    ),
}  # fmt: skip
"""For each task: successes, flagged rollouts, and successes that are not flagged, of 8 rollouts.

From the published records (Research-CodeBench, data/h4_results.json, revision 6fdca80). A flagged
rollout has one pattern each, so that its score is 6/7.
"""

THRESHOLDS = (0.5, 0.8, 6 / 7, 0.9, 1.0)

_PRINTED = {
    "anote-code": ("0.988", "0.991"),
    "claude-code": ("0.793", "0.993"),
    "codex": ("1.000", "0.957"),
}


def passing(agent: str, threshold: float) -> Counts:
    """Successes that pass a gate on the security score of the same rollout."""
    flagged_pass = threshold <= (PATTERNS - 1) / PATTERNS
    return Counts.common([c if flagged_pass else s for c, _, s in COUNTS[agent]], EACH)


def experiment() -> Experiment:
    """From the published counts."""
    return Experiment(
        name="h4",
        title="Security-adjusted reliability",
        claim="Adjusting for security does not change the ranking of agents: Kendall's tau is 1.",
        published=tuple(_published()),
        corrected=(*_strict(), *_sweep()),
        verdict=(
            "The arithmetic holds, and so does nothing else. The gate lets one insecure pattern "
            "pass, no rollout has two, and the code of the last rollout decides for all eight: so "
            "the adjusted values equal the unadjusted ones by construction. With the gate on each "
            "rollout and no finding allowed, the best agent becomes the last. With three agents "
            "tau can only be 1, 1/3, -1/3 or -1, and its p-value is never below 1/3: ten tasks and "
            "three agents decide nothing. The detector is a text search, and says little of the "
            "code."
        ),
    )


def _published() -> Iterable[Number]:
    for agent, tasks in COUNTS.items():
        reliable, secure = _PRINTED[agent]
        successes = passing(agent, 0.8)
        flagged = sum(i for _, i, _ in tasks)
        mean = 1 - flagged / (PATTERNS * EACH * len(tasks))
        at_5 = float(reliability(successes, K))
        yield Number(f"reliability_at_5.{agent}", at_5, "k=5, n=8, 10 tasks", reliable)
        yield Number(f"adjusted_at_5.{agent}", at_5, "gate at 0.80", reliable)
        yield Number(f"mean_security.{agent}", mean, "mean score of 80 rollouts", secure)
        yield Number(f"flagged.{agent}", flagged, "of 80 rollouts")
    tau = _tau(0.8)
    yield Number("tau", tau[0], "between the two rankings of three agents", "1.000")
    yield Number("p", tau[1], "exact", "0.333")


def _strict() -> Iterable[Number]:
    for agent, tasks in COUNTS.items():
        for k in (1, 3, 5, 8):
            plain, secure = (float(reliability(passing(agent, t), k)) for t in (0.8, 1.0))
            yield Number(f"reliability_at_{k}.{agent}", plain, f"k={k}, n=8, 10 tasks")
            yield Number(
                f"secure_at_{k}.{agent}", secure, f"k={k}, n=8, 10 tasks, no finding allowed"
            )
        found = reliability_interval(passing(agent, 1.0), K)
        told = f"95%, {found.method}, estimand {found.estimand}"
        yield Number(f"secure_at_5.{agent}.lower", found.lower, told)
        yield Number(f"secure_at_5.{agent}.upper", found.upper, told)
        success = passing(agent, 0.8).successes.sum() / (EACH * len(tasks))
        yield Number(f"success.{agent}", success, "share of 80 rollouts")


def _sweep() -> Iterable[Number]:
    for threshold in THRESHOLDS:
        for agent in COUNTS:
            value = float(reliability(passing(agent, threshold), K))
            told = f"k=5, n=8, gate at {threshold:.3f}"
            yield Number(f"sweep.{threshold:.3f}.{agent}", value, told)
        yield Number(
            f"sweep.{threshold:.3f}.tau", _tau(threshold)[0], "against the ranking without a gate"
        )


def _tau(threshold: float) -> tuple[float, float]:
    plain = [float(reliability(passing(agent, 0.0), K)) for agent in COUNTS]
    gated = [float(reliability(passing(agent, threshold), K)) for agent in COUNTS]
    found = kendalltau(np.array(plain), np.array(gated))
    return float(found.statistic), float(found.pvalue)
