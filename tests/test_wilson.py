"""The intervals from a mean over challenges and its standard error."""

from collections.abc import Callable
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import SUCCESSES, N
from scipy import stats

from codebench.statistics.wilson import (
    check_level,
    normal_quantile,
    spread,
    student,
    student_quantile,
    wilson,
)

shares = st.lists(st.integers(0, 16).map(lambda c: c / 16), min_size=2, max_size=60)


def wilson_effective(values: list[float], level: float = 0.95) -> tuple[float, float]:
    return wilson(spread(values), level)


def at_least_one(successes: int, k: int) -> float:
    return 1 - comb(N - successes, k) / comb(N, k)


def all_of(successes: int, k: int) -> float:
    return comb(successes, k) / comb(N, k)


@pytest.mark.parametrize(
    ("agent", "quantity", "k", "mean", "bounds"),
    [
        ("anote", at_least_one, 1, 0.7375, (0.4959, 0.8892)),
        ("anote", at_least_one, 5, 0.9875, (0.9333, 0.9978)),
        ("anote", all_of, 5, 0.4750, (0.2021, 0.7637)),
        ("claude", at_least_one, 1, 0.4500, (0.2235, 0.6994)),
        ("claude", at_least_one, 5, 0.7929, (0.5160, 0.9322)),
        ("claude", all_of, 5, 0.1857, (0.0525, 0.4840)),
        ("codex", at_least_one, 1, 1.0, (0.6615, 1.0)),
        ("codex", at_least_one, 5, 1.0, (0.6615, 1.0)),
        ("codex", all_of, 5, 1.0, (0.6615, 1.0)),
    ],
)
def test_gives_the_values_that_were_computed_from_the_definition(
    agent: str,
    quantity: Callable[[int, int], float],
    k: int,
    mean: float,
    bounds: tuple[float, float],
) -> None:
    values = [quantity(count, k) for count in SUCCESSES[agent]]
    assert sum(values) / len(values) == pytest.approx(mean, abs=5e-5)
    assert wilson_effective(values) == pytest.approx(bounds, abs=5e-5)


@given(shares)
def test_lies_within_0_and_1_around_the_mean(values: list[float]) -> None:
    lower, upper = wilson_effective(values)
    mean = sum(values) / len(values)
    assert 0 <= lower <= mean + 1e-9
    assert mean - 1e-9 <= upper <= 1
    assert lower < upper


@given(shares)
def test_failures_mirror_successes(values: list[float]) -> None:
    lower, upper = wilson_effective(values)
    mirrored = wilson_effective([1 - value for value in values])
    assert mirrored == pytest.approx((1 - upper, 1 - lower), abs=1e-6)


@given(shares, st.floats(0.5, 0.9), st.floats(0.91, 0.999))
def test_more_coverage_needs_more_width(values: list[float], low: float, high: float) -> None:
    inner, outer = wilson_effective(values, low), wilson_effective(values, high)
    assert outer[0] <= inner[0] + 1e-12
    assert inner[1] <= outer[1] + 1e-12


@given(st.randoms(use_true_random=False), shares)
def test_the_order_of_the_challenges_does_not_matter(random: Random, values: list[float]) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)
    assert wilson_effective(shuffled) == pytest.approx(wilson_effective(values), abs=1e-9)


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_agreement_is_not_certainty(value: float) -> None:
    """All challenges alike: a standard error of zero, and still an interval that shrinks with M."""
    widths = []
    for challenges in (2, 10, 100):
        lower, upper = wilson_effective([value] * challenges)
        assert lower <= value <= upper
        widths.append(upper - lower)
    assert widths[0] > widths[1] > widths[2] > 0


@pytest.mark.parametrize("value", [0.0, 0.3, 1.0])
def test_one_challenge_says_nothing_of_others(value: float) -> None:
    assert wilson_effective([value]) == (0.0, 1.0)


@pytest.mark.parametrize("values", [[], [-0.1, 0.5], [0.5, 1.1], [0.5, float("nan")], [2.0]])
def test_refuses_what_is_no_list_of_shares(values: list[float]) -> None:
    with pytest.raises(ValueError, match=r"at least one value, each within 0\.\.1"):
        wilson_effective(values)


@given(shares)
def test_without_clusters_the_error_is_that_of_a_mean(values: list[float]) -> None:
    found = spread(values)
    assert found.mean == pytest.approx(np.mean(values))
    assert found.error == pytest.approx(stats.sem(values), abs=1e-12)
    assert found.parts == len(values)


@given(shares)
def test_clusters_of_one_challenge_change_nothing(values: list[float]) -> None:
    alone, clustered = spread(values), spread(values, [str(n) for n in range(len(values))])
    assert clustered.error == pytest.approx(alone.error)
    assert (clustered.mean, clustered.parts) == (alone.mean, alone.parts)


@given(shares, st.integers(2, 5))
def test_copies_of_a_challenge_add_nothing_to_what_is_known(
    values: list[float], copies: int
) -> None:
    """Challenges that always agree within a cluster are worth one challenge."""
    alone = spread(values)
    repeated = [value for value in values for _ in range(copies)]
    names = [str(n) for n in range(len(values)) for _ in range(copies)]
    clustered = spread(repeated, names)
    assert clustered.mean == pytest.approx(alone.mean)
    assert clustered.error == pytest.approx(alone.error, abs=1e-9)
    assert clustered.parts == alone.parts


def test_the_error_of_clusters_by_hand() -> None:
    """Deviations -.5, -.5 | .5, .5 | .25, -.25 sum to -1, 1, 0; G/(G-1) = 1.5; six challenges."""
    found = spread([0.0, 0.0, 1.0, 1.0, 0.75, 0.25], ["a", "a", "b", "b", "c", "c"])
    assert found.error == pytest.approx((1.5 * 2 / 36) ** 0.5)
    assert (found.mean, found.parts) == (0.5, 3)


def test_one_cluster_says_nothing_of_others() -> None:
    found = spread([0.25, 0.5, 1.0], ["a", "a", "a"])
    assert wilson(found, 0.95) == (0.0, 1.0)
    assert student(found, 0.95) == (0.0, 1.0)


def test_clusters_that_agree_are_as_many_as_they_are() -> None:
    """Ten challenges of two repositories, all solved, are evidence of two."""
    two = wilson(spread([1.0] * 10, ["a"] * 5 + ["b"] * 5), 0.95)
    assert two == pytest.approx(wilson(spread([1.0, 1.0]), 0.95))


@pytest.mark.parametrize("clusters", [[], ["a"], ["a", "b", "c"]])
def test_refuses_another_number_of_clusters(clusters: list[str]) -> None:
    with pytest.raises(ValueError, match="clusters for 2 challenges: name one for each"):
        spread([0.5, 1.0], clusters)


@given(shares)
def test_the_t_interval_is_the_one_of_scipy_within_0_and_1(values: list[float]) -> None:
    error = stats.sem(values)
    lower, upper = student(spread(values), 0.9)
    if error < 1e-12:
        assert lower == pytest.approx(upper)
        return
    expected = stats.t.interval(0.9, len(values) - 1, np.mean(values), error)
    assert (lower, upper) == pytest.approx((max(expected[0], 0), min(expected[1], 1)))


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("parts", [2, 10, 500])
def test_quantiles_are_those_of_scipy(level: float, parts: int) -> None:
    expected = stats.t.ppf((1 + level) / 2, parts - 1)
    assert student_quantile(level, parts) == pytest.approx(expected)
    assert normal_quantile((1 + level) / 2) == pytest.approx(stats.norm.ppf((1 + level) / 2))


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, 95, float("nan")])
def test_a_level_lies_between_0_and_1(level: float) -> None:
    for make in (check_level, lambda given: wilson_effective([0.5, 1.0], given)):
        with pytest.raises(ValueError, match="nominal coverage lies between 0 and 1"):
            make(level)


def test_equal_shares_of_different_counts_agree() -> None:
    """0.1 + 0.2 and 0.3 differ in the last digit, and a standard error of that is none."""
    values = [0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2]
    assert values[0] != values[1]
    assert spread(values).error == 0
    assert wilson_effective(values) == pytest.approx(wilson_effective([0.3] * 4))
