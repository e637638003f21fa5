"""Metrics that Inspect does not bring."""

import math
from typing import cast

from inspect_ai.scorer import Metric, SampleScore, Value, metric, value_to_float

from codebench.intervals import wilson_effective

__all__ = ["interval", "rollout_mean"]


@metric(scores="reduced")
def interval(level: float = 0.95) -> Metric:
    """Bounds for the mean, over a population of challenges, of whatever the reducer estimates.

    Args:
        level: Nominal coverage.
    """
    to_float = value_to_float()

    def bounds(scores: list[SampleScore]) -> Value:
        values = [to_float(score.score.value) for score in scores]
        lower, upper = wilson_effective(values, level) if values else (math.nan, math.nan)
        return cast("Value", {"lower": lower, "upper": upper})

    return bounds


@metric(scores="unreduced")
def rollout_mean() -> Metric:
    """Mean over all scored rollouts; every rollout counts the same."""

    def mean(scores: list[SampleScore]) -> Value:
        values = [score.score.as_float() for score in scores]
        scored = [value for value in values if not math.isnan(value)]
        return sum(scored) / len(scored) if scored else math.nan

    return mean
