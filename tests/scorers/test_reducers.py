"""From the rollouts of one challenge to its reliability."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.scorer import CORRECT, INCORRECT, Score, ScoreReducer

from codebench.scorers import reducers, reliability_at
from codebench.scorers.reducers import Tally


def rollouts(ended: str) -> list[Score]:
    """One score for each letter: C, I, or U for unscored."""
    return [
        Score.unscored(reason="engine_failed") if letter == "U" else Score(value=letter)
        for letter in ended
    ]


def reduced(reducer: ScoreReducer, ended: str) -> float:
    value = reducer(rollouts(ended)).value
    assert isinstance(value, float | int)
    return float(value)


@pytest.mark.parametrize(
    ("successes", "expected"),
    [(0, 0), (1, 0.625), (2, 0.892857), (3, 0.982143), (4, 1), (5, 1), (8, 1)],
)
def test_reliability_at_5_of_8_rollouts(successes: int, expected: float) -> None:
    ended = CORRECT * successes + INCORRECT * (8 - successes)
    assert reduced(reliability_at(5), ended) == pytest.approx(expected, abs=5e-7)
    assert reduced(reliability_at(5), ended[::-1]) == pytest.approx(expected, abs=5e-7)


@given(st.text("CI", min_size=1, max_size=9), st.data())
def test_is_the_share_of_draws_with_a_success(ended: str, data: st.DataObject) -> None:
    """Checked against every way to draw k of the rollouts, as is reliability^k."""
    k = data.draw(st.integers(1, len(ended)))
    draws = [set(draw) for draw in combinations(ended, k)]
    some = sum(CORRECT in draw for draw in draws) / len(draws)
    every = sum(draw == {CORRECT} for draw in draws) / len(draws)
    assert reduced(reliability_at(k), ended) == pytest.approx(some)
    if k > 1:
        mean, at_least_one, all_of = reducers(k)
        assert reduced(mean, ended) == pytest.approx(ended.count(CORRECT) / len(ended))
        assert reduced(at_least_one, ended) == pytest.approx(some)
        assert reduced(all_of, ended) == pytest.approx(every)


@pytest.mark.parametrize(
    ("ended", "expected"),
    [("CIUUU", 1.0), ("IIUCI", 0.5), ("UCICI", 1 - 1 / 6), ("UUUIC", 1.0)],
)
def test_unscored_rollouts_are_no_failures(ended: str, expected: float) -> None:
    assert reduced(reliability_at(2), ended) == pytest.approx(expected)


@pytest.mark.parametrize("ended", ["", "C", "CUUU", "UUUUU"])
def test_too_few_scored_rollouts_have_no_reliability(ended: str) -> None:
    assert math.isnan(reduced(reliability_at(2), ended))


@pytest.mark.parametrize(
    ("ended", "explanation"),
    [
        ("CCICI", "3 of 5 scored rollouts succeeded."),
        ("UCICU", "2 of 3 scored rollouts succeeded; 2 unscored."),
        ("UU", "0 of 0 scored rollouts succeeded; 2 unscored."),
    ],
)
def test_the_explanation_counts_the_rollouts(ended: str, explanation: str) -> None:
    assert reliability_at(2)(rollouts(ended)).explanation == explanation


def test_what_a_reduced_score_was_made_from_is_kept_beside_it() -> None:
    kept = Tally.of(reliability_at(2)(rollouts("UCICU")))
    assert kept == Tally(k=2, rollouts=3, successes=2, unscored=2)
    assert Tally.of(Score(value="C", metadata={"seed": "1"})) is None


def test_several_values_of_a_rollout_are_reduced_each() -> None:
    scores = [Score(value={"works": "C", "safe": letter}) for letter in "CII"]
    reduced = reliability_at(2)(scores)
    assert reduced.value == pytest.approx({"works": 1, "safe": 2 / 3})
    assert Tally.of(reduced) is None


def test_one_rollout_drawn_leaves_the_mean_alone() -> None:
    (mean,) = reducers(1)
    assert reduced(mean, "CIIC") == 0.5


@pytest.mark.parametrize("k", [0, -1])
def test_nothing_drawn_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match=f"k={k}"):
        reducers(k)
