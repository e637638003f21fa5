"""Metrics that Inspect does not bring: intervals, counts of rollouts, and weaknesses.

Inspect keeps unscored rollouts from metrics, and says how many there were beside them: a score with
a reducer counts challenges (`unscored_samples` have too few scored rollouts for it), one without a
reducer counts rollouts.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import cast

import numpy as np
from inspect_ai.scorer import Metric, SampleScore, Score, Value, metric, value_to_float

from codebench.intervals import Interval, reliability_interval
from codebench.scorers.reducers import Tally
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity

__all__ = ["UNSCORED", "by_cwe", "interval", "numbers", "rollouts"]

UNSCORED = "unscored"
"""Number that is 1 for an unscored rollout and 0 for any other."""


@metric(scores="reduced")
def interval(level: float = 0.95) -> Metric:
    """Both readings of reliability, each with its default interval for a population of challenges.

    `any_of_5` with `lower` and `upper` is reliability@5, `all_of_5` with `all_lower` and
    `all_upper` reliability^5. `challenges` are in it, with so many scored `rollouts`. Where the
    reducer is not `reliability_at`, there is nothing to tell: it keeps no counts.

    Args:
        level: Nominal coverage.
    """

    def bounds(scores: list[SampleScore]) -> Value:
        tallies = [tally for score in scores if (tally := Tally.of(score.score)) is not None]
        return cast("Value", _readings(tallies, level) if tallies else {})

    return bounds


def _readings(tallies: list[Tally], level: float) -> dict[str, float]:
    counts = _counts([(tally.successes, tally.rollouts) for tally in tallies])
    k = tallies[0].k
    some = reliability_interval(counts, k, level=level)
    found = {f"any_of_{k}": some.estimate, **_bounds("", some)}
    if k > 1:
        every = reliability_interval(counts, k, quantity=Quantity.ALL, level=level)
        found |= {f"all_of_{k}": every.estimate, **_bounds("all_", every)}
    return {**found, "challenges": len(counts), "rollouts": int(counts.rollouts.sum())}


def _counts(pairs: list[tuple[int, int]]) -> Counts:
    successes, scored = np.array(pairs).T
    return Counts(successes, scored)


def _bounds(prefix: str, found: Interval) -> dict[str, float]:
    return {f"{prefix}lower": found.lower, f"{prefix}upper": found.upper}


@metric(scores="unreduced")
def rollouts(level: float = 0.95) -> Metric:
    """The mean over challenges with its default interval for a population of them, and counts.

    `scored` rollouts are in it; `unscored_samples` beside it is how many are not. The reducer
    `mean` gives the same mean, but keeps no counts for an interval.

    Args:
        level: Nominal coverage.
    """
    to_float = value_to_float()

    def count(scores: list[SampleScore]) -> Value:
        found: dict[str, list[float]] = defaultdict(list)
        for score in scores:
            found[str(score.sample_id)].append(to_float(score.score.value))
        if not found:
            return {"scored": 0}
        pairs = [(int(sum(values)), len(values)) for values in found.values()]
        once = reliability_interval(_counts(pairs), 1, level=level)
        told = {"accuracy": once.estimate, **_bounds("", once)}
        return cast("Value", {**told, "challenges": len(pairs), "scored": len(scores)})

    return count


@metric(scores="unreduced")
def by_cwe() -> Metric:
    """Mean success by weakness, as `cwe-89`; a challenge counts for each of its weaknesses.

    Each challenge counts the same, however many of its rollouts are scored.
    """
    to_float = value_to_float()

    def group(scores: list[SampleScore]) -> Value:
        found: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for score in scores:
            for weakness in (score.sample_metadata or {}).get("cwe", ()):
                found[int(weakness)][str(score.sample_id)].append(to_float(score.score.value))
        return {
            f"cwe-{weakness}": fmean(fmean(values) for values in found[weakness].values())
            for weakness in sorted(found)
        }

    return group


@metric(scores="unreduced")
def numbers() -> Metric:
    """Mean of each number of a rollout over the rollouts that have it, and how many are scored.

    Every rollout is in `rollouts`, the unscored ones as well; `fewest_scored` is of the challenge
    that has the fewest scored rollouts.
    """

    def summary(scores: list[SampleScore]) -> Value:
        values = [_dict_of(score.score) for score in scores]
        names = [name for name in (values[0] if values else ()) if name != UNSCORED]
        unscored = sum(value[UNSCORED] for value in values)
        return {
            **{name: _mean(value[name] for value in values) for name in names},
            "rollouts": len(values),
            UNSCORED: int(unscored),
            "fewest_scored": _fewest(scores),
        }

    return summary


def _dict_of(score: Score) -> Mapping[str, float]:
    return cast("Mapping[str, float]", score.as_dict())


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return fmean(known) if known else math.nan


def _fewest(scores: list[SampleScore]) -> int:
    scored: dict[str, int] = defaultdict(int)
    for score in scores:
        scored[str(score.sample_id)] += 1 - int(_dict_of(score.score)[UNSCORED])
    return min(scored.values(), default=0)
