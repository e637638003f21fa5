"""Scores of one rollout, and what broken pass@k makes of its tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import betabinom

from codebench.statistics.partial_credit import (
    Broken,
    broken_pass_at_k,
    broken_pass_at_k_each,
    proxy,
    share_broken,
    share_passed,
    spared_calls,
)

Q, K = 0.55, 5


@pytest.mark.parametrize(("passed", "total", "value"), [(4, 10, 0.976190), (2, 5, 1.0)])
def test_the_number_of_tests_alone_changes_the_broken_score(
    passed: int, total: int, value: float
) -> None:
    """Both rollouts failed, with the same share of tests passed."""
    for variant in Broken:
        (score,) = broken_pass_at_k_each([passed], [total], 5, variant)
        assert score == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize(
    ("total", "value"), [(5, 1), (10, 0.9762), (20, 0.9489), (50, 0.9327), (100, 0.9275)]
)
def test_two_tests_of_five_fall_with_the_size_of_the_suite(total: int, value: float) -> None:
    (score,) = broken_pass_at_k_each([2 * total // 5], [total], K, Broken.CLAMP)
    assert score == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize(
    ("failing", "values"),
    [
        (1, {5: 1, 6: 1, 20: 1}),
        (5, {6: 0.9, 7: 0.9714, 8: 0.9893, 10: 0.9976, 20: 1}),
        (6, {6: 0.4, 7: 0.8286, 8: 0.9357, 10: 0.9857, 20: 0.9998}),
        (10, {10: 0.4, 20: 0.9902, 50: 0.9999}),
    ],
)
def test_a_fixed_number_of_failing_tests_rises_with_the_size_of_the_suite(
    failing: int, values: dict[int, float]
) -> None:
    """Two rollouts of five solve the challenge; the others fail so many tests."""
    for total, value in values.items():
        passed = [total, total, *[total - failing] * 3]
        score = broken_pass_at_k(passed, [total] * 5, K, Broken.CLAMP)
        assert score == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize(
    ("correlation", "expected"), [(0.1, 0.9545), (0.3, 0.8821), (0.6, 0.7489), (0.9, 0.6012)]
)
@pytest.mark.parametrize("total", [5, 8, 20, 100])
def test_the_expected_broken_score_of_alike_tests_is_free_of_their_number(
    correlation: float, expected: float, total: int
) -> None:
    size = (1 - correlation) / correlation
    passed = np.arange(total + 1)
    shares = betabinom.pmf(passed, total, Q * size, (1 - Q) * size)
    scores = broken_pass_at_k_each(passed, np.full(total + 1, total), K, Broken.CLAMP)
    assert shares @ scores == pytest.approx(expected, abs=5e-5)


def test_the_variants_differ_where_there_are_few_tests() -> None:
    passed, total = [0, 2, 3, 4], [2, 2, 4, 8]
    clamp, pad, skip = (
        broken_pass_at_k_each(passed, total, K, variant)
        for variant in (Broken.CLAMP, Broken.PAD, Broken.SKIP)
    )
    assert clamp[:3].tolist() == [1, 1, 1]
    assert pad[:3].tolist() == [0, 1, 1]
    assert np.isnan(skip[:3]).all()
    assert clamp[3] == pad[3] == skip[3] == pytest.approx(1)


def test_skipped_rollouts_are_counted() -> None:
    score = broken_pass_at_k([0, 2, 3], [2, 10, 10], K, Broken.SKIP)
    expected = broken_pass_at_k([2, 3], [10, 10], K, Broken.CLAMP)
    assert score == pytest.approx(expected)
    assert (score.challenges, score.missing) == (2, 1)
    assert (expected.challenges, expected.missing) == (2, 0)


def test_a_rollout_without_tests() -> None:
    assert broken_pass_at_k_each([0], [0], 1, Broken.CLAMP).tolist() == [1]
    assert broken_pass_at_k_each([0], [0], 1, Broken.PAD).tolist() == [0]
    assert np.isnan(broken_pass_at_k_each([0], [0], 1, Broken.SKIP)).all()


def test_refuses_a_mean_of_skipped_rollouts() -> None:
    with pytest.raises(ValueError, match="no rollout has 5 tests"):
        broken_pass_at_k([1, 2], [2, 2], K, Broken.SKIP)


@pytest.mark.parametrize("variant", Broken)
def test_refuses_what_cannot_be(variant: Broken) -> None:
    for passed, total in (([3], [2]), ([-1], [2]), ([1, 2], [2])):
        with pytest.raises(ValueError, match="0 <= passed <= all"):
            broken_pass_at_k(passed, total, K, variant)
    with pytest.raises(ValueError, match="at least 1"):
        broken_pass_at_k([1], [2], 0, variant)
    with pytest.raises(ValueError, match="at least one challenge"):
        broken_pass_at_k([], [], K, variant)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 10))
def test_padding_never_scores_more_than_clamping(passed: int, more: int, k: int) -> None:
    pad, clamp = (
        broken_pass_at_k_each([passed], [passed + more], k, variant)[0]
        for variant in (Broken.PAD, Broken.CLAMP)
    )
    assert 0 <= pad <= clamp <= 1


def test_shares_of_tests() -> None:
    assert share_passed(3, 4) == 0.75
    assert share_broken(1, 4) == 0.25
    assert share_broken(0, 0) == 0
    with pytest.raises(ValueError, match="without tests has no pass rate"):
        share_passed(0, 0)


@pytest.mark.parametrize(("calls", "value"), [(0, 1), (1, 0.95), (10, 0.5), (20, 0), (500, 0)])
def test_a_budget_of_twenty_calls(calls: int, value: float) -> None:
    assert spared_calls(calls) == pytest.approx(value)


@pytest.mark.parametrize(("calls", "budget"), [(-1, 20), (3, 0), (3, -5)])
def test_refuses_budgets_that_cannot_be(calls: int, budget: int) -> None:
    with pytest.raises(ValueError, match="tool calls of"):
        spared_calls(calls, budget)


@pytest.mark.parametrize(
    ("passed", "broken", "spared", "value"),
    [(1, 0, 1, 1), (0.4, 0.5, 0.9, 0.18), (1, 1, 1, 0), (0, 0, 1, 0)],
)
def test_the_proxy_is_a_product(passed: float, broken: float, spared: float, value: float) -> None:
    assert proxy(passed, broken, spared) == pytest.approx(value)
