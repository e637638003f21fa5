"""The interval for a mean over challenges."""

from collections.abc import Callable
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebench.intervals import wilson_effective

# Successes of 8 rollouts on ten tasks by three agents (reference/seed-facts.md, section 6).
ANOTE = [7, 8, 7, 4, 8, 8, 3, 8, 2, 4]
CLAUDE = [7, 0, 1, 2, 1, 8, 2, 7, 2, 6]
CODEX = [8] * 10
N = 8

shares = st.lists(st.integers(0, 16).map(lambda c: c / 16), min_size=2, max_size=60)


def at_least_one(successes: int, k: int) -> float:
    return 1 - comb(N - successes, k) / comb(N, k)


def all_of(successes: int, k: int) -> float:
    return comb(successes, k) / comb(N, k)


@pytest.mark.parametrize(
    ("counts", "quantity", "k", "mean", "bounds"),
    [
        (ANOTE, at_least_one, 1, 0.7375, (0.4959, 0.8892)),
        (ANOTE, at_least_one, 5, 0.9875, (0.9333, 0.9978)),
        (ANOTE, all_of, 5, 0.4750, (0.2021, 0.7637)),
        (CLAUDE, at_least_one, 1, 0.4500, (0.2235, 0.6994)),
        (CLAUDE, at_least_one, 5, 0.7929, (0.5160, 0.9322)),
        (CLAUDE, all_of, 5, 0.1857, (0.0525, 0.4840)),
        (CODEX, at_least_one, 1, 1.0, (0.6615, 1.0)),
        (CODEX, at_least_one, 5, 1.0, (0.6615, 1.0)),
        (CODEX, all_of, 5, 1.0, (0.6615, 1.0)),
    ],
)
def test_gives_the_values_that_were_computed_from_the_definition(
    counts: list[int],
    quantity: Callable[[int, int], float],
    k: int,
    mean: float,
    bounds: tuple[float, float],
) -> None:
    values = [quantity(count, k) for count in counts]
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
