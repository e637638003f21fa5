"""The measures of the suite, from records of rollouts.

Two readings of reliability are always given together: at least one of k rollouts succeeds
(`reliability_at_k`, the field's pass@k) and all k succeed (`reliability_all_k`, its pass^k). Every
mean is over challenges, or over pairs of challenge and agent where the records hold several agents.
"""

from collections.abc import Iterable

import numpy as np

from codebench.statistics import partial_credit
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import (
    Curve,
    Estimate,
    Quantity,
    flips,
    mean_estimate,
    outcome_consistencies,
    reliability,
)
from codebench.statistics.estimators import reliability_curve as curve_of_counts
from codebench.statistics.grouping import Agents, by_agent, group, unique
from codebench.statistics.joint import JointTable
from codebench.statistics.joint import joint_table as table_of_outcomes
from codebench.statistics.partial_credit import Broken
from codebench.statistics.records import AgentSubmission, ExecutionResult, RolloutRecord, join

__all__ = [
    "AgentSubmission",
    "Agents",
    "Broken",
    "Counts",
    "Curve",
    "Estimate",
    "ExecutionResult",
    "JointTable",
    "Quantity",
    "RolloutRecord",
    "broken_pass_at_k",
    "by_agent",
    "false_security_rate",
    "flip_rate",
    "insecure_at_k",
    "join",
    "joint_table",
    "outcome_consistency",
    "pass_rate",
    "regression_rate",
    "reliability_all_k",
    "reliability_at_k",
    "reliability_curve",
    "secure_reliability_all_k",
    "secure_reliability_at_k",
    "security_adjusted_reliability_at_k",
    "single_rollout_proxy",
    "tool_efficiency",
]

Tested = ExecutionResult | RolloutRecord
"""A record that says how the tests ended."""


def reliability_at_k(results: Iterable[Tested], k: int) -> Estimate:
    """Chance that at least one of k rollouts succeeds: mean of 1 - C(n-c, k) / C(n, k).

    n are the scored rollouts of a challenge, c those that passed every functional test.

    Args:
        results: One record for each rollout; challenges may differ in n.
        k: Rollouts drawn, at least 1. It is never lowered: a challenge with n < k is in no mean,
            and the result's `missing` counts it.

    Raises:
        ValueError: No records, two of the same rollout, or k below 1 or above n everywhere.

    Source: Chen et al. 2021, arXiv 2107.03374, equation 1.
    """
    return reliability(_successes(results), k, Quantity.ANY)


def reliability_all_k(results: Iterable[Tested], k: int) -> Estimate:
    """Chance that all k rollouts succeed: mean of C(c, k) / C(n, k).

    Arguments and errors as for `reliability_at_k`.

    Source: Yao et al. 2024 (tau-bench), arXiv 2406.12045.
    """
    return reliability(_successes(results), k, Quantity.ALL)


def security_adjusted_reliability_at_k(
    results: Iterable[ExecutionResult],
    submissions: Iterable[AgentSubmission],
    k: int,
    security_threshold: float,
) -> Estimate:
    """Reliability@k with c = rollouts that both succeed and are secure.

    Both are joined for each rollout: no submission is judged for another.

    Args:
        results: One for each rollout.
        submissions: One for each rollout. Without a security score it is unscored, not secure.
        k: Rollouts drawn, as for `reliability_at_k`.
        security_threshold: Within 0..1; a submission is secure from this score on.

    Raises:
        ValueError: As for `reliability_at_k`; or a rollout has only one of the two records.
    """
    return secure_reliability_at_k(join(results, submissions, security_threshold), k)


def secure_reliability_at_k(rollouts: Iterable[RolloutRecord], k: int) -> Estimate:
    """Security-adjusted reliability@k of records that hold both verdicts.

    Arguments and errors as for `reliability_at_k`. Where challenges have no security side, every
    rollout is unscored here; use `reliability_at_k` for them.
    """
    return reliability(_secure_successes(rollouts), k, Quantity.ANY)


def secure_reliability_all_k(rollouts: Iterable[RolloutRecord], k: int) -> Estimate:
    """Chance that all k rollouts succeed and are secure. As `secure_reliability_at_k` otherwise."""
    return reliability(_secure_successes(rollouts), k, Quantity.ALL)


def insecure_at_k(rollouts: Iterable[RolloutRecord], k: int) -> Estimate:
    """Hazard: chance that at least one of k rollouts is insecure, working or not.

    High is bad. It shows what an at-least-one measure hides: with n = 8 and k = 5, four secure
    successes give reliability 1 whatever the other four rollouts are. Otherwise as
    `reliability_at_k`.
    """
    return reliability(group(rollouts, lambda record: record.insecure).counts, k, Quantity.ANY)


def reliability_curve(results: Iterable[Tested], largest_k: int) -> Curve:
    """Both readings for k = 1..largest_k, on the challenges with that many scored rollouts.

    Raises:
        ValueError: As for `reliability_at_k`.
    """
    return curve_of_counts(_successes(results), largest_k)


def outcome_consistency(results: Iterable[Tested]) -> Estimate:
    """How alike the rollouts of a challenge end: mean of 1 - 4c(n-c) / (n(n-1)), the unbiased form.

    1 for always the same outcome, 0 for a coin. Challenges with n < 2 are missing.

    Raises:
        ValueError: No records, two of the same rollout, or no challenge with two.
    """
    return mean_estimate(outcome_consistencies(_successes(results)), 2)


def flip_rate(results: Iterable[Tested]) -> Estimate:
    """Share of challenges that were seen both to succeed and to fail, of those with n >= 2.

    It rises with n: compare agents at the same n only. Errors as for `outcome_consistency`.
    """
    return mean_estimate(flips(_successes(results)), 2)


def joint_table(rollouts: Iterable[RolloutRecord]) -> JointTable:
    """Count rollouts by working and secure; those with either unscored are counted as missing.

    Raises:
        ValueError: No records, or two of the same rollout.
    """
    records = list(rollouts)
    groups = group(records, lambda record: record.success)
    table = table_of_outcomes(
        groups.outcomes, group(records, lambda record: record.security).outcomes
    )
    gaps = groups.outcomes.size - len(records)  # the ends of shorter rows are not rollouts
    return JointTable(
        table.secure_and_working,
        table.working_only,
        table.secure_only,
        table.neither,
        table.missing - gaps,
    )


def false_security_rate(rollouts: Iterable[RolloutRecord]) -> float | None:
    """Share of insecure rollouts among those that work, sum (c - s) / sum c; None where none works.

    Who looks only at whether code works takes these for good. Errors as for `joint_table`.
    """
    return joint_table(rollouts).false_security_rate


def pass_rate(result: Tested) -> float:
    """Tests passed over all tests of one rollout: partial credit, no reliability.

    Raises:
        ValueError: The rollout has no tests.
    """
    return partial_credit.share_passed(result.tests_passed, result.tests_total)


def regression_rate(result: Tested) -> float:
    """Tests that the rollout broke over all tests; 0 where there are none."""
    return partial_credit.share_broken(result.regressions, result.tests_total)


def tool_efficiency(submission: AgentSubmission | RolloutRecord) -> float:
    """Share of a budget of 20 tool calls that was not used: max(0, 1 - calls / 20)."""
    return partial_credit.spared_calls(submission.tool_calls)


def single_rollout_proxy(rollout: RolloutRecord) -> float:
    """Pass rate x (1 - regression rate) x tool efficiency, all of the same rollout.

    Cheap, and a weak guide to reliability.

    Raises:
        ValueError: The rollout has no tests.
    """
    return partial_credit.proxy(
        pass_rate(rollout), regression_rate(rollout), tool_efficiency(rollout)
    )


def broken_pass_at_k(results: Iterable[Tested], k: int, variant: Broken) -> Estimate:
    """The category error: pass@k with the tests of one rollout as n and c, averaged over rollouts.

    Args:
        results: One record for each rollout.
        k: Tests drawn, at least 1.
        variant: What a rollout with fewer than k tests scores.

    Raises:
        ValueError: No records, two of the same rollout, k below 1, or all rollouts skipped.
    """
    tests = [(result.tests_passed, result.tests_total) for result in unique(results).values()]
    passed, total = np.array(tests).T
    return partial_credit.broken_pass_at_k(passed, total, k, variant)


def _successes(results: Iterable[Tested]) -> Counts:
    return group(results, lambda record: record.success).counts


def _secure_successes(rollouts: Iterable[RolloutRecord]) -> Counts:
    return group(rollouts, lambda record: record.secure_success).counts
