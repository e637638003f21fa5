"""The suite's metrics, as Inspect calls them."""

import math
from typing import Protocol, cast

import pytest
from inspect_ai.scorer import SampleScore, Score, Value

from codebench.intervals import wilson_effective
from codebench.scorers import interval, rollout_mean


class _Metric(Protocol):
    def __call__(self, scores: list[SampleScore]) -> Value: ...


def of(metric: object, *values: str | float) -> Value:
    scores = [
        SampleScore(score=Score(value=value), sample_id=number)
        for number, value in enumerate(values)
    ]
    return cast("_Metric", metric)(scores)


def test_the_interval_is_that_of_the_challenges_estimates() -> None:
    lower, upper = wilson_effective([0.625, 1.0, 0.0, 0.892857])
    assert of(interval(), 0.625, 1.0, 0.0, 0.892857) == {"lower": lower, "upper": upper}
    lower, upper = wilson_effective([1.0, 0.0], level=0.8)
    assert of(interval(0.8), "C", "I") == {"lower": lower, "upper": upper}


def test_without_an_estimate_there_is_no_interval() -> None:
    bounds = of(interval())
    assert isinstance(bounds, dict)
    assert all(math.isnan(cast("float", bounds[name])) for name in ("lower", "upper"))


def test_the_rollout_mean_is_over_what_was_scored() -> None:
    assert of(rollout_mean(), 0.25, math.nan, 0.75, math.nan) == 0.5


@pytest.mark.parametrize("values", [(), (math.nan,)])
def test_nothing_scored_has_no_mean(values: tuple[float, ...]) -> None:
    assert math.isnan(cast("float", of(rollout_mean(), *values)))
