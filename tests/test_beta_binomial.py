"""The model of challenges, against an independent computation of its definition."""

from math import comb, exp, lgamma

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from published import SUCCESSES, N
from scipy.integrate import quad
from scipy.stats import beta

from codebench.statistics.beta_binomial import functional, log_choices, population_bounds, posterior
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity


def log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def by_definition(
    counts: list[tuple[int, int]], k: int, quantity: Quantity, level: float
) -> tuple[float, float]:
    """Quantiles over the grid, one point and one challenge at a time."""
    points = []
    for i in range(80):
        for j in range(50):
            mean, correlation = (i + 0.5) / 80, (j + 0.5) / 50
            size = 1 / correlation - 1
            a, b = mean * size, (1 - mean) * size
            log = sum(log_beta(a + c, b + n - c) - log_beta(a, b) for c, n in counts)
            both = (a, b + k) if quantity is Quantity.ANY else (a + k, b)
            power = exp(log_beta(*both) - log_beta(a, b))
            points.append((1 - power if quantity is Quantity.ANY else power, log))
    points.sort()
    values, logs = np.array(points).T
    weights = np.exp(logs - logs.max())
    below = np.cumsum(weights) / weights.sum()
    lower, upper = np.interp([(1 - level) / 2, (1 + level) / 2], below, values)
    return float(lower), float(upper)


@pytest.mark.parametrize("quantity", Quantity)
@pytest.mark.parametrize(
    "counts",
    [
        [(c, N) for c in SUCCESSES["claude"]],
        [(0, 3), (2, 2), (5, 9), (1, 9), (20, 40)],
        [(8, 8)],
        [(0, 0), (3, 4)],
    ],
)
def test_bounds_are_those_of_the_definition(
    counts: list[tuple[int, int]], quantity: Quantity
) -> None:
    """Challenges may differ in n; each has its own likelihood."""
    successes, rollouts = np.array(counts).T
    found = posterior(Counts(successes, rollouts))
    bounds = population_bounds(found, 3, quantity, 0.9)
    assert bounds == pytest.approx(by_definition(counts, 3, quantity, 0.9), abs=1e-9)


@pytest.mark.parametrize(("a", "b"), [(0.5, 0.5), (4, 1), (0.3, 1.5), (30, 70)])
@pytest.mark.parametrize("k", [1, 5])
def test_the_mean_over_a_beta_is_its_integral(a: float, b: float, k: int) -> None:
    for quantity in Quantity:

        def weighted(p: float, any_of_k: bool = quantity is Quantity.ANY) -> float:  # noqa: FBT001
            value = 1 - (1 - p) ** k if any_of_k else p**k
            return float(value * beta.pdf(p, a, b))

        expected = sum(quad(weighted, *ends)[0] for ends in ((0, 0.5), (0.5, 1)))
        (value,) = functional(np.array([a]), np.array([b]), k, quantity)
        assert value == pytest.approx(expected, abs=1e-5)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=30))
def test_weights_add_up_and_mirror(successes: list[int]) -> None:
    counts = Counts.common(successes, 6)
    mirrored = Counts.common([6 - c for c in successes], 6)
    assert posterior(counts).weights.sum() == pytest.approx(1)
    lower, upper = population_bounds(posterior(counts), 4, Quantity.ANY, 0.95)
    mirror = population_bounds(posterior(mirrored), 4, Quantity.ALL, 0.95)
    assert mirror == pytest.approx((1 - upper, 1 - lower), abs=2e-3)


def test_many_challenges_lead_to_the_distribution_they_come_from() -> None:
    rng = np.random.default_rng(1)
    counts = Counts.common(rng.binomial(20, rng.beta(2, 3, size=5000)), 20)
    a, b = posterior(counts).mean_mix()
    assert a / (a + b) == pytest.approx(0.4, abs=0.02)
    assert 1 / (a + b + 1) == pytest.approx(1 / 6, abs=0.02)


def test_no_rollouts_leave_the_prior() -> None:
    weights = posterior(Counts.common([0, 0], 0)).weights
    assert weights == pytest.approx(np.full(4000, 1 / 4000))


def test_chances_are_drawn_for_each_challenge() -> None:
    """A challenge with no success of many has a small chance, whatever the others do."""
    counts = Counts(np.array([0, 5, 200]), np.array([200, 10, 200]))
    chances = posterior(counts).draw_chances(counts, 2000, np.random.default_rng(0))
    assert chances.shape == (2000, 3)
    assert chances.mean(axis=0) == pytest.approx([0, 0.5, 1], abs=0.03)
    assert chances[:, 1].std() > 5 * chances[:, 0].std()


def test_draws_are_from_the_posterior() -> None:
    found = posterior(Counts.common(SUCCESSES["claude"], N))
    a, b = found.draw(20_000, np.random.default_rng(0))
    values = functional(a, b, 5, Quantity.ANY)
    lower, upper = population_bounds(found, 5, Quantity.ANY, 0.8)
    assert np.quantile(values, [0.1, 0.9]) == pytest.approx([lower, upper], abs=0.02)


@pytest.mark.parametrize("rollouts", [0, 1, 8, 60])
def test_choices_are_binomial_coefficients(rollouts: int) -> None:
    expected = [comb(rollouts, successes) for successes in range(rollouts + 1)]
    assert np.exp(log_choices(rollouts)) == pytest.approx(expected)
