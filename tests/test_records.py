"""Records of rollouts, and joining the two halves of one."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import split

from codebench.statistics.records import (
    AgentSubmission,
    ExecutionResult,
    RolloutRecord,
    join,
    keyed,
)


def result(**values: Any) -> ExecutionResult:
    defaults: dict[str, Any] = {
        "challenge": "doubling",
        "agent": "ann",
        "rollout": 1,
        "tests_passed": 3,
        "tests_total": 4,
        "success": False,
    }
    return ExecutionResult(**(defaults | values))


def submission(**values: Any) -> AgentSubmission:
    defaults: dict[str, Any] = {
        "challenge": "doubling",
        "agent": "ann",
        "rollout": 1,
        "security_score": 1.0,
    }
    return AgentSubmission(**(defaults | values))


def record(**values: Any) -> RolloutRecord:
    defaults: dict[str, Any] = {
        "challenge": "doubling",
        "agent": "ann",
        "rollout": 1,
        "tests_passed": 3,
        "tests_total": 4,
        "success": False,
        "security": True,
    }
    return RolloutRecord(**(defaults | values))


@pytest.mark.parametrize(
    ("success", "security", "both"),
    [
        (True, True, True),
        (True, False, False),
        (False, True, False),
        (False, False, False),
        (True, None, None),
        (False, None, None),
        (None, True, None),
        (None, False, None),
        (None, None, None),
    ],
)
def test_a_secure_success_needs_both_verdicts(
    *, success: bool | None, security: bool | None, both: bool | None
) -> None:
    assert record(success=success, security=security).secure_success is both


@pytest.mark.parametrize(("security", "insecure"), [(True, False), (False, True), (None, None)])
def test_what_is_unscored_is_not_insecure(*, security: bool | None, insecure: bool | None) -> None:
    assert record(security=security).insecure is insecure


@pytest.mark.parametrize("make", [result, record])
@pytest.mark.parametrize(
    "values",
    [
        {"tests_passed": 5},
        {"tests_passed": -1},
        {"tests_total": 2},
        {"regressions": -1},
        {"regressions": 5},
        {"tests_passed": 0, "tests_total": -1},
    ],
)
def test_counts_of_tests_must_be_possible(make: Any, values: dict[str, int]) -> None:
    with pytest.raises(
        ValueError, match=r"rollout 1 of ann at doubling: .* within 0 and all tests"
    ):
        make(**values)


@pytest.mark.parametrize("make", [submission, record])
def test_no_agent_makes_fewer_than_no_calls(make: Any) -> None:
    with pytest.raises(ValueError, match=r"rollout 1 of ann at doubling: -1 tool calls"):
        make(tool_calls=-1)


@pytest.mark.parametrize("score", [-0.1, 1.01, float("nan")])
def test_a_security_score_is_a_share(score: float) -> None:
    with pytest.raises(ValueError, match=r"security score .* must be within 0\.\.1"):
        submission(security_score=score)


@pytest.mark.parametrize(
    ("score", "threshold", "secure"),
    [
        (1.0, 1.0, True),
        (0.8, 0.8, True),
        (0.79, 0.8, False),
        (0.0, 0.0, True),
        (0.0, 0.1, False),
        (None, 0.0, None),
    ],
)
def test_a_submission_is_secure_from_the_threshold_on(
    *, score: float | None, threshold: float, secure: bool | None
) -> None:
    (joined,) = join([result()], [submission(security_score=score)], threshold)
    assert joined.security is secure


def test_a_joined_record_holds_what_both_halves_say() -> None:
    (joined,) = join(
        [result(tests_passed=4, regressions=1, success=True)],
        [submission(tool_calls=7, security_score=0.2)],
        0.5,
    )
    assert joined == record(
        tests_passed=4, regressions=1, tool_calls=7, success=True, security=False
    )


@given(st.randoms(use_true_random=False))
def test_the_order_of_the_halves_does_not_matter(random: Random) -> None:
    """Each rollout keeps its own submission, however the lists are mixed."""
    results, submissions = split("anote")
    expected = {(r.challenge, r.rollout): r for r in join(results, submissions, 0.9)}
    random.shuffle(results)
    random.shuffle(submissions)
    joined = join(results, submissions, 0.9)
    assert [(r.challenge, r.rollout) for r in joined] == [(r.challenge, r.rollout) for r in results]
    assert {(r.challenge, r.rollout): r for r in joined} == expected


@pytest.mark.parametrize(
    ("field", "value"), [("challenge", "halving"), ("agent", "ben"), ("rollout", 2)]
)
def test_a_rollout_without_its_other_half_is_refused(field: str, value: object) -> None:
    with pytest.raises(ValueError, match="give both for every rollout"):
        join([result()], [submission(**{field: value})], 0.8)


def test_says_which_half_is_missing() -> None:
    with pytest.raises(ValueError, match="rollout 2 of ann at doubling has a result and no subm"):
        join([result(), result(rollout=2)], [submission()], 0.8)
    with pytest.raises(ValueError, match="rollout 3 of ann at doubling has a submission and no r"):
        join([result()], [submission(rollout=3), submission()], 0.8)


def test_the_same_rollout_twice_is_refused() -> None:
    message = "rollout 1 of ann at doubling is there twice"
    with pytest.raises(ValueError, match=message):
        join([result(), result(tests_passed=1)], [submission()], 0.8)
    with pytest.raises(ValueError, match=message):
        join([result()], [submission(), submission()], 0.8)
    with pytest.raises(ValueError, match=message):
        keyed([record(), record(rollout=2), record(security=False)])


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_a_threshold_is_a_share(threshold: float) -> None:
    with pytest.raises(ValueError, match=r"security threshold .* must be within 0\.\.1"):
        join([result()], [submission()], threshold)


def test_records_are_frozen() -> None:
    for made in (result(), submission(), record()):
        with pytest.raises(AttributeError):
            made.agent = "ben"  # type: ignore[misc]
