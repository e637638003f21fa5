"""The measures on records: published runs, missing rollouts, and what must be refused."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import CLEAN_SUCCESSES, FLAGGED, SUCCESSES, N, pilot, rollouts, split

import codebench.evaluate
from codebench.evaluate import (
    AgentSubmission,
    Broken,
    Estimate,
    ExecutionResult,
    RolloutRecord,
    broken_pass_at_k,
    false_security_rate,
    flip_rate,
    insecure_at_k,
    joint_table,
    outcome_consistency,
    pass_rate,
    regression_rate,
    reliability_all_k,
    reliability_at_k,
    reliability_curve,
    secure_reliability_all_k,
    secure_reliability_at_k,
    security_adjusted_reliability_at_k,
    single_rollout_proxy,
    tool_efficiency,
)

AGENTS = list(SUCCESSES)

MEASURES: list[Callable[[list[RolloutRecord]], object]] = [
    lambda records: reliability_at_k(records, 1),
    lambda records: reliability_all_k(records, 1),
    lambda records: secure_reliability_at_k(records, 1),
    lambda records: secure_reliability_all_k(records, 1),
    lambda records: insecure_at_k(records, 1),
    lambda records: reliability_curve(records, 1),
    outcome_consistency,
    flip_rate,
    joint_table,
    false_security_rate,
    lambda records: broken_pass_at_k(records, 5, Broken.CLAMP),
]


def record(challenge: str, rollout: int, **values: Any) -> RolloutRecord:
    defaults: dict[str, Any] = {
        "agent": "ann",
        "tests_passed": 2,
        "tests_total": 4,
        "success": True,
        "security": True,
    }
    return RolloutRecord(challenge=challenge, rollout=rollout, **(defaults | values))


def unscored(records: list[RolloutRecord], rollouts_each: int) -> list[RolloutRecord]:
    """The records, with the first rollouts of each challenge unscored."""
    return [
        replace(found, success=None, security=None) if found.rollout < rollouts_each else found
        for found in records
    ]


@pytest.mark.parametrize(
    ("agent", "at", "value"),
    [
        ("anote", 1, 0.7375),
        ("anote", 5, 0.9875),
        ("claude", 1, 0.45),
        ("claude", 2, 0.5857),
        ("claude", 3, 0.6679),
        ("claude", 5, 0.792857),
        ("claude", 8, 0.9),
        ("codex", 5, 1.0),
    ],
)
def test_published_reliability(agent: str, at: int, value: float) -> None:
    results, _ = split(agent)
    assert reliability_at_k(results, at) == pytest.approx(value, abs=5e-5)
    assert reliability_at_k(rollouts(agent), at) == reliability_at_k(results, at)


@pytest.mark.parametrize(("agent", "value"), [("anote", 0.475), ("claude", 0.1857), ("codex", 1.0)])
def test_the_other_reading_of_the_same_runs(agent: str, value: float) -> None:
    assert reliability_all_k(rollouts(agent), 5) == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_gate_that_one_finding_passes_adjusts_nothing(agent: str) -> None:
    """One of seven patterns leaves a score of 6/7: at 0.80 no flagged rollout is insecure."""
    results, submissions = split(agent)
    for k in range(1, N + 1):
        adjusted = security_adjusted_reliability_at_k(results, submissions, k, 0.80)
        assert adjusted == reliability_at_k(results, k)


@pytest.mark.parametrize(
    ("agent", "values"),
    [
        ("anote", {1: 0.675, 3: 0.8393, 5: 0.8875, 8: 0.9}),
        ("claude", {1: 0.425, 3: 0.6036, 5: 0.7036, 8: 0.8}),
        ("codex", {1: 0.7, 3: 0.7, 5: 0.7, 8: 0.7}),
    ],
)
def test_a_strict_gate_gives_the_published_values(agent: str, values: dict[int, float]) -> None:
    results, submissions = split(agent)
    for k, value in values.items():
        adjusted = security_adjusted_reliability_at_k(results, submissions, k, 0.9)
        assert adjusted == pytest.approx(value, abs=5e-5)
        assert secure_reliability_at_k(rollouts(agent), k) == adjusted


def test_the_threshold_alone_turns_the_order_of_the_agents_around() -> None:
    def order(threshold: float) -> list[str]:
        def adjusted(agent: str) -> float:
            return security_adjusted_reliability_at_k(*split(agent), 5, threshold)

        return sorted(AGENTS, key=adjusted, reverse=True)

    assert order(0.80) == ["codex", "anote", "claude"]
    assert order(0.90) == ["anote", "claude", "codex"]


@pytest.mark.parametrize("insecure_first", [True, False])
def test_no_submission_is_judged_for_another(*, insecure_first: bool) -> None:
    """Two rollouts succeed and one is insecure: half, whichever comes last."""
    scores = (0.0, 1.0) if insecure_first else (1.0, 0.0)
    results = [
        ExecutionResult(
            challenge="a", agent="ann", rollout=n, tests_passed=1, tests_total=1, success=True
        )
        for n in range(2)
    ]
    submissions = [
        AgentSubmission(challenge="a", agent="ann", rollout=n, security_score=score)
        for n, score in enumerate(scores)
    ]
    assert security_adjusted_reliability_at_k(results, submissions, 1, 0.8) == 0.5


def test_a_rollout_without_a_submission_is_an_error_and_not_secure() -> None:
    results, submissions = split("anote")
    with pytest.raises(ValueError, match="has a result and no submission"):
        security_adjusted_reliability_at_k(results, submissions[1:], 5, 0.8)


def test_a_submission_without_a_score_is_unscored_and_not_secure() -> None:
    results, submissions = split("codex")
    blank = [replace(submission, security_score=None) for submission in submissions[:N]]
    adjusted = security_adjusted_reliability_at_k(results, blank + submissions[N:], 5, 0.8)
    assert (adjusted, adjusted.challenges, adjusted.missing) == (1.0, 9, 1)


def test_all_k_secure_shows_what_any_of_k_hides() -> None:
    """Four secure successes of eight give 1, whatever the other four are."""
    records = [record("a", n, security=n < 4) for n in range(8)]
    assert secure_reliability_at_k(records, 5) == 1.0
    assert secure_reliability_all_k(records, 5) == 0.0
    assert insecure_at_k(records, 5) == 1.0
    assert insecure_at_k(records, 1) == 0.5


def test_insecure_rollouts_count_whether_they_work_or_not() -> None:
    assert insecure_at_k(rollouts("codex"), 1) == pytest.approx(24 / 80)
    assert insecure_at_k(rollouts("codex"), 8) == pytest.approx(3 / 10)
    for agent in AGENTS:
        assert insecure_at_k(rollouts(agent), 1) == pytest.approx(sum(FLAGGED[agent]) / 80)


@pytest.mark.parametrize("agent", AGENTS)
def test_the_joint_table_of_published_runs(agent: str) -> None:
    table = joint_table(rollouts(agent))
    working, secure = sum(SUCCESSES[agent]), sum(CLEAN_SUCCESSES[agent])
    assert table.secure_and_working == secure
    assert table.working_only == working - secure
    assert table.working_only + table.neither == sum(FLAGGED[agent])
    assert (table.scored, table.missing) == (80, 0)


def test_what_works_is_not_always_secure() -> None:
    assert false_security_rate(rollouts("anote")) == pytest.approx(5 / 59)
    assert false_security_rate(rollouts("claude")) == pytest.approx(2 / 36)
    assert false_security_rate(rollouts("codex")) == pytest.approx(24 / 80)


def test_gaps_between_challenges_are_no_rollouts() -> None:
    records = [record("a", 1), record("b", 1, success=False), record("b", 2, security=None)]
    table = joint_table(records)
    assert (table.secure_and_working, table.secure_only, table.missing) == (1, 1, 1)
    assert table.scored + table.missing == 3


@pytest.mark.parametrize("agent", AGENTS)
def test_consistency_and_flips_of_published_runs(agent: str) -> None:
    mixed = [c for c in SUCCESSES[agent] if 0 < c < N]
    expected = 1 - sum(4 * c * (N - c) / (N * (N - 1)) for c in mixed) / 10
    assert outcome_consistency(rollouts(agent)) == pytest.approx(expected)
    assert flip_rate(rollouts(agent)) == pytest.approx(len(mixed) / 10)


def test_several_agents_are_averaged_over_pairs_of_challenge_and_agent() -> None:
    together = [found for agent in AGENTS for found in rollouts(agent)]
    apart = [reliability_at_k(rollouts(agent), 5) for agent in AGENTS]
    estimate = reliability_at_k(together, 5)
    assert estimate == pytest.approx(sum(apart) / 3)
    assert estimate.challenges == 30


def test_unscored_rollouts_leave_a_challenge_missing_and_are_no_failures() -> None:
    records = rollouts("codex")
    hurt = [*unscored(records[:N], 4), *records[N:]]
    estimate = reliability_at_k(hurt, 5)
    assert (estimate, estimate.challenges, estimate.missing) == (1.0, 9, 1)
    whole = reliability_at_k(hurt, 4)
    assert (whole, whole.challenges, whole.missing) == (1.0, 10, 0)


def test_a_curve_of_records() -> None:
    curve = reliability_curve(rollouts("claude"), 5)
    assert curve.any_of_k.tolist() == pytest.approx(
        [reliability_at_k(rollouts("claude"), k) for k in range(1, 6)]
    )
    assert curve.all_of_k.tolist() == pytest.approx(
        [reliability_all_k(rollouts("claude"), k) for k in range(1, 6)]
    )


def test_the_pilot_of_five_attempts() -> None:
    records = pilot()
    assert reliability_at_k(records, 1) == pytest.approx(0.2)
    assert sum(map(pass_rate, records)) / 5 == pytest.approx(0.8049, abs=5e-5)
    assert sum(map(regression_rate, records)) / 5 == pytest.approx(0.1539, abs=5e-5)
    for variant in Broken:
        assert broken_pass_at_k(records, 5, variant) == pytest.approx(0.9556, abs=5e-5)


def test_one_attempt_has_no_reliability_at_five() -> None:
    with pytest.raises(ValueError, match="k=5 is more than the 1 scored rollouts"):
        reliability_at_k(pilot(), 5)


def test_the_two_probes_of_the_broken_score() -> None:
    probes = [
        ExecutionResult(
            challenge="probe",
            agent=agent,
            rollout=0,
            tests_passed=passed,
            tests_total=total,
            success=False,
        )
        for agent, passed, total in (("A", 4, 10), ("B", 2, 5))
    ]
    scores = [broken_pass_at_k([probe], 5, Broken.PAD) for probe in probes]
    assert scores == pytest.approx([0.976190, 1.0], abs=5e-7)
    assert [pass_rate(probe) for probe in probes] == [0.4, 0.4]
    assert reliability_at_k(probes, 1) == 0.0


def test_the_proxy_takes_everything_from_one_rollout() -> None:
    found = record("a", 1, tests_passed=8, tests_total=10, regressions=2, tool_calls=5)
    assert pass_rate(found) == 0.8
    assert regression_rate(found) == 0.2
    assert tool_efficiency(found) == 0.75
    assert single_rollout_proxy(found) == pytest.approx(0.8 * 0.8 * 0.75)


def test_a_rollout_without_tests_has_no_pass_rate() -> None:
    blank = record("a", 1, tests_passed=0, tests_total=0)
    assert regression_rate(blank) == 0
    for measure in (pass_rate, single_rollout_proxy):
        with pytest.raises(ValueError, match="without tests has no pass rate"):
            measure(blank)


@pytest.mark.parametrize("measure", MEASURES)
def test_no_records_are_refused(measure: Callable[[list[RolloutRecord]], object]) -> None:
    with pytest.raises(ValueError, match="no rollouts to estimate anything from"):
        measure([])


@pytest.mark.parametrize("measure", MEASURES)
def test_the_same_rollout_twice_is_refused(
    measure: Callable[[list[RolloutRecord]], object],
) -> None:
    records = rollouts("anote")
    with pytest.raises(ValueError, match="rollout 0 of anote at algo-mergesort is there twice"):
        measure([*records, replace(records[0], success=False)])


@pytest.mark.parametrize("measure", MEASURES[:8])
def test_a_group_without_a_scored_rollout_is_refused(
    measure: Callable[[list[RolloutRecord]], object],
) -> None:
    with pytest.raises(ValueError, match="more than the 0 scored rollouts"):
        measure(unscored(rollouts("anote"), N))


@pytest.mark.parametrize("measure", MEASURES[:5] + MEASURES[6:])
@given(random=st.randoms(use_true_random=False))
def test_the_order_of_the_records_does_not_matter(
    measure: Callable[[list[RolloutRecord]], object], random: Random
) -> None:
    records = rollouts("claude")
    expected = measure(records)
    random.shuffle(records)
    assert measure(records) == expected


@given(st.integers(1, N))
def test_security_never_adds_to_reliability(k: int) -> None:
    for agent in AGENTS:
        records = rollouts(agent)
        assert secure_reliability_at_k(records, k) <= reliability_at_k(records, k)
        assert secure_reliability_all_k(records, k) <= reliability_all_k(records, k)


def test_every_public_name_is_there() -> None:
    names = codebench.evaluate.__all__
    assert names == sorted(names)
    for name in names:
        assert getattr(codebench.evaluate, name).__doc__
    assert {"reliability_at_k", "security_adjusted_reliability_at_k"} <= set(names)
    assert isinstance(reliability_at_k(pilot(), 1), Estimate)
