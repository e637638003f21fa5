"""The suite's metrics, as Inspect calls them."""

import math
from collections.abc import Mapping
from typing import Any, Protocol, cast

import numpy as np
import pytest
from inspect_ai.scorer import SampleScore, Score, Value, max_score, pass_k

from codebench.intervals import reliability_interval
from codebench.scorers import by_cwe, interval, numbers, reliability_at, rollouts
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity


class _Metric(Protocol):
    def __call__(self, scores: list[SampleScore]) -> Value: ...


def of(metric: object, scores: list[SampleScore]) -> dict[str, float]:
    found = cast("_Metric", metric)(scores)
    assert isinstance(found, Mapping)
    return cast("dict[str, float]", dict(found))


def reduced(k: int, *challenges: str) -> list[SampleScore]:
    """One reduced score for each challenge, made from letters: C, I, or U for unscored."""
    return [
        SampleScore(score=reliability_at(k)([_score(letter) for letter in ended]), sample_id=number)
        for number, ended in enumerate(challenges)
    ]


def _score(letter: str) -> Score:
    return Score.unscored(reason="no_engine") if letter == "U" else Score(value=letter)


def test_the_interval_is_the_default_one_of_the_counts() -> None:
    """Challenges differ in n here, which no reduced value tells."""
    found = of(interval(), reduced(2, "CCI", "IIIII", "CCCC", "CUI"))
    counts = Counts(np.array([2, 0, 4, 1]), np.array([3, 5, 4, 2]))
    some = reliability_interval(counts, 2)
    every = reliability_interval(counts, 2, quantity=Quantity.ALL)
    assert found == {
        "any_of_2": some.estimate,
        "lower": some.lower,
        "upper": some.upper,
        "all_of_2": every.estimate,
        "all_lower": every.lower,
        "all_upper": every.upper,
        "challenges": 4,
        "rollouts": 14,
    }
    assert some.method == "envelope"


def test_another_level_gives_another_interval() -> None:
    found = of(interval(0.8), reduced(1, "C", "I"))
    expected = reliability_interval(Counts.common([1, 0], 1), 1, level=0.8)
    assert (found["lower"], found["upper"]) == (expected.lower, expected.upper)


def test_one_rollout_drawn_has_one_reading() -> None:
    assert list(of(interval(), reduced(1, "CC"))) == [
        *("any_of_1", "lower", "upper", "challenges", "rollouts")
    ]


@pytest.mark.parametrize("reducer", [pass_k(2), max_score()])
def test_a_reducer_that_keeps_no_counts_has_no_interval(reducer: Any) -> None:
    score = Score(value="C", metadata={"seed": "1"})
    assert of(interval(), [SampleScore(score=reducer([score, score]), sample_id=1)]) == {}
    assert of(interval(), []) == {}


def rollout(challenge: str, value: Any, cwe: list[int] | None = None) -> SampleScore:
    metadata = None if cwe is None else {"cwe": cwe}
    return SampleScore(score=Score(value=value), sample_id=challenge, sample_metadata=metadata)


def test_scored_rollouts_are_counted() -> None:
    found = of(rollouts(), [rollout("a", "C"), rollout("a", "I"), rollout("b", "C")])
    once = reliability_interval(Counts(np.array([1, 1]), np.array([2, 1])), 1)
    assert found == {
        "accuracy": 0.75,
        "lower": once.lower,
        "upper": once.upper,
        "challenges": 2,
        "scored": 3,
    }
    assert of(rollouts(), []) == {"scored": 0}


def test_a_challenge_counts_for_each_of_its_weaknesses_and_once_for_each() -> None:
    scores = [rollout("a", value, [89, 22]) for value in "CCIC"]
    scores += [rollout("b", value, [22]) for value in "II"]
    scores += [rollout("c", "C", []), rollout("d", "C")]
    assert of(by_cwe(), scores) == {"cwe-22": (3 / 4 + 0) / 2, "cwe-89": 3 / 4}
    assert of(by_cwe(), []) == {}


def test_numbers_are_means_of_the_rollouts_that_have_them() -> None:
    found = of(
        numbers(),
        [
            rollout("a", {"share": 0.25, "calls": 2.0, "unscored": 0.0}),
            rollout("a", {"share": math.nan, "calls": 5.0, "unscored": 0.0}),
            rollout("a", {"share": 0.75, "calls": 5.0, "unscored": 0.0}),
            rollout("b", {"share": math.nan, "calls": math.nan, "unscored": 1.0}),
            rollout("b", {"share": 0.5, "calls": 0.0, "unscored": 0.0}),
        ],
    )
    assert found == {
        "share": 0.5,
        "calls": 3.0,
        "rollouts": 5,
        "unscored": 1,
        "fewest_scored": 1,
    }


def test_without_a_scored_rollout_numbers_are_missing_and_counts_are_not() -> None:
    found = of(numbers(), [rollout("a", {"share": math.nan, "unscored": 1.0})])
    assert math.isnan(found.pop("share"))
    assert found == {"rollouts": 1, "unscored": 1, "fewest_scored": 0}
    assert of(numbers(), []) == {"rollouts": 0, "unscored": 0, "fewest_scored": 0}
