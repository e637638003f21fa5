"""Intervals for these very challenges."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import SUCCESSES, N

from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity, all_of_k, any_of_k, per_challenge
from codebench.statistics.suite_intervals import (
    challenge_posteriors,
    chance_of,
    delta,
    estimator_variances,
)

ANY, ALL = Quantity.ANY, Quantity.ALL


@pytest.mark.parametrize(
    ("agent", "quantity", "k", "bounds"),
    [
        ("anote", ANY, 1, (0.6548, 0.8202)),
        ("anote", ANY, 5, (0.9204, 1.0546)),
        ("anote", ALL, 5, (0.3091, 0.6409)),
        ("claude", ANY, 1, (0.3662, 0.5338)),
        ("claude", ANY, 5, (0.6440, 0.9418)),
        ("claude", ALL, 5, (0.0564, 0.3151)),
        ("codex", ANY, 1, (0.9498, 1.0502)),
        ("codex", ANY, 5, (0.9999, 1.0001)),
        ("codex", ALL, 5, (0.7935, 1.2065)),
    ],
)
def test_delta_has_the_values_of_its_definition(
    agent: str, quantity: Quantity, k: int, bounds: tuple[float, float]
) -> None:
    found = delta(Counts.common(SUCCESSES[agent], N), k, quantity, 0.95)
    assert found == pytest.approx(bounds, abs=5e-5)


@pytest.mark.parametrize("chance", [0.0, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("quantity", Quantity)
def test_a_variance_is_that_over_all_outcomes(chance: float, quantity: Quantity) -> None:
    outcomes = list(product([0, 1], repeat=5))
    shares = np.array([chance ** sum(o) * (1 - chance) ** (5 - sum(o)) for o in outcomes])
    values = per_challenge(Counts.common([sum(o) for o in outcomes], 5), 3, quantity)
    expected = shares @ values**2 - (shares @ values) ** 2
    (found,) = estimator_variances(np.array([chance]), 5, 3, quantity)
    assert found == pytest.approx(expected, abs=1e-12)


def test_delta_adds_the_variances_of_challenges_that_differ_in_n() -> None:
    counts = Counts(np.array([1, 6, 6]), np.array([3, 8, 8]))
    chances = np.array([1.5 / 4, 6.5 / 9])
    variances = [
        estimator_variances(chances[[place]], rollouts, 2, ANY)[0]
        for place, rollouts in enumerate((3, 8))
    ]
    half = 1.959964 * (variances[0] + 2 * variances[1]) ** 0.5 / 3
    mean = any_of_k(counts, 2).mean()
    assert delta(counts, 2, ANY, 0.95) == pytest.approx((mean - half, mean + half), abs=1e-6)


@pytest.mark.parametrize("quantity", Quantity)
@pytest.mark.parametrize("successes", [0, 10_000])
def test_a_variance_is_never_below_zero(successes: int, quantity: Quantity) -> None:
    """With so many rollouts that all agree it is smaller than rounding."""
    found = delta(Counts.common([successes] * 3, 10_000), 5, quantity, 0.95)
    assert found == pytest.approx((successes / 10_000,) * 2, abs=1e-3)


@given(st.floats(0, 1), st.integers(1, 8))
def test_known_chances_need_no_estimate(chance: float, k: int) -> None:
    chances = np.array([[chance], [1 - chance]])
    assert chance_of(chances, k, ALL) == pytest.approx(chances**k)
    assert chance_of(chances, k, ANY) == pytest.approx(1 - chance_of(1 - chances, k, ALL))


@pytest.mark.parametrize("quantity", Quantity)
def test_posteriors_come_to_a_point_with_many_rollouts(quantity: Quantity) -> None:
    counts = Counts.common([100, 500, 900], 1000)
    lower, upper = challenge_posteriors(counts, 3, quantity, 0.95, 0)
    estimate = (any_of_k if quantity is ANY else all_of_k)(counts, 3).mean()
    assert lower < estimate < upper
    assert upper - lower < 0.05


@pytest.mark.parametrize("quantity", Quantity)
def test_posteriors_cover_the_value_of_the_suite(quantity: Quantity) -> None:
    """Of two hundred suites of ten challenges."""
    rng = np.random.default_rng(3)
    covered = 0
    for seed in range(200):
        chances = rng.beta(1, 1, size=10)
        counts = Counts.common(rng.binomial(N, chances), N)
        lower, upper = challenge_posteriors(counts, 5, quantity, 0.95, seed)
        covered += lower <= chance_of(chances, 5, quantity).mean() <= upper
    assert covered >= 0.9 * 200
