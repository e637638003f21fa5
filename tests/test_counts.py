"""Counts of rollouts and successes, with gaps and nonsense."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from codebench.statistics.counts import Counts, check_draw, check_outcomes

NAN = float("nan")

outcomes = arrays(
    np.float64,
    st.tuples(st.integers(1, 12), st.integers(0, 9)),
    elements=st.sampled_from([0.0, 1.0, NAN]),
)


def test_counts_the_scored_rollouts_and_the_successes_of_each_challenge() -> None:
    array = np.array([[1, 0, 1, NAN], [0, 0, 0, 0], [NAN, NAN, NAN, NAN], [NAN, 1, 1, 1]])
    counts = Counts.of(array)
    assert counts.rollouts.tolist() == [3, 4, 0, 3]
    assert counts.successes.tolist() == [2, 0, 0, 3]
    assert len(counts) == 4


@given(outcomes)
def test_agrees_with_counting_one_by_one(
    array: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    counts = Counts.of(array)
    for row, rollouts, successes in zip(array, counts.rollouts, counts.successes, strict=True):
        assert rollouts == sum(value in (0, 1) for value in row.tolist())
        assert successes == row.tolist().count(1)


def test_all_challenges_can_have_the_same_number_of_rollouts() -> None:
    counts = Counts.common([0, 3, 8], 8)
    assert counts.rollouts.tolist() == [8, 8, 8]
    assert counts.successes.tolist() == [0, 3, 8]


def test_whole_numbers_may_come_as_floats() -> None:
    counts = Counts(np.array([1.0, 2.0]), np.array([3.0, 2.0]))
    assert counts.successes.dtype == np.int64
    assert counts.rollouts.tolist() == [3, 2]


def test_counts_cannot_be_changed_and_do_not_follow_their_source() -> None:
    source = np.array([1, 2])
    counts = Counts(source, np.array([3, 3]))
    source[0] = 3
    assert counts.successes.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        counts.successes[0] = 0


@pytest.mark.parametrize(
    ("successes", "rollouts"),
    [([], []), ([1], [1, 2]), ([[1]], [[2]]), (1, 2)],
)
def test_refuses_counts_that_do_not_match(successes: object, rollouts: object) -> None:
    with pytest.raises(ValueError, match="one n and one c for each of at least one challenge"):
        Counts(np.asarray(successes), np.asarray(rollouts))


@pytest.mark.parametrize(
    ("successes", "rollouts", "message"),
    [
        ([1, 9], [8, 8], "challenge 1 has 9 successes in 8 rollouts"),
        ([1, -1], [8, 8], "challenge 1 has -1 successes in 8 rollouts"),
        ([0], [-2], "challenge 0 has 0 successes in -2 rollouts"),
    ],
)
def test_refuses_counts_that_cannot_be(
    successes: list[int], rollouts: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Counts(np.array(successes), np.array(rollouts))


@pytest.mark.parametrize("value", [0.5, NAN, float("inf")])
def test_refuses_counts_that_are_not_whole(value: float) -> None:
    with pytest.raises(ValueError, match="counts of rollouts are whole numbers"):
        Counts(np.array([value]), np.array([2]))


@pytest.mark.parametrize("array", [[1, 0], [], [[[1]]], np.empty((0, 8))])
def test_refuses_outcomes_of_another_shape(array: object) -> None:
    with pytest.raises(ValueError, match="one row for each challenge"):
        check_outcomes(array)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0.5, -1, 2, float("inf")])
def test_refuses_outcomes_that_are_neither_success_nor_failure(value: float) -> None:
    with pytest.raises(ValueError, match=r"1 \(success\), 0 \(failure\) or NaN"):
        Counts.of([[1, value]])


@pytest.mark.parametrize("k", [0, -1, True, 1.0, 2.5, "3", None])
def test_refuses_to_draw_anything_but_a_whole_number_of_rollouts(k: object) -> None:
    with pytest.raises(ValueError, match="a whole number of rollouts, at least 1"):
        check_draw(k)  # type: ignore[arg-type]


def test_takes_the_whole_numbers_of_numpy() -> None:
    check_draw(np.int64(3))  # type: ignore[arg-type]


def test_tells_which_challenges_have_rollouts_to_draw() -> None:
    counts = Counts(np.array([1, 2, 0]), np.array([3, 5, 0]))
    assert counts.drawable(1).tolist() == [True, True, False]
    assert counts.drawable(4).tolist() == [False, True, False]
    assert counts.where(counts.drawable(4)).successes.tolist() == [2]


def test_refuses_to_draw_more_than_any_challenge_has() -> None:
    counts = Counts(np.array([1, 2]), np.array([3, 5]))
    with pytest.raises(ValueError, match="k=6 is more than the 5 scored rollouts of any"):
        counts.drawable(6)


def test_refuses_to_choose_no_challenge() -> None:
    with pytest.raises(ValueError, match="at least one challenge"):
        Counts.common([1, 2], 3).where(np.array([False, False]))


@given(outcomes)
def test_the_histogram_holds_every_challenge_once(
    array: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    counts = Counts.of(array)
    pairs, shared = counts.histogram()
    found = dict(
        zip(
            zip(pairs.rollouts.tolist(), pairs.successes.tolist(), strict=True),
            shared.tolist(),
            strict=True,
        )
    )
    assert len(found) == len(pairs)
    assert sum(found.values()) == len(counts)
    for pair in zip(counts.rollouts.tolist(), counts.successes.tolist(), strict=True):
        assert found[pair] >= 1
