"""Moments of a mix of challenges, against integrals, simulation and enumeration."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import SUCCESSES, N
from scipy.stats import beta, betabinom

from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.mix import MIXES, Mix, histogram, moments
from codebench.statistics.suite_intervals import estimator_variances

NODES = (np.arange(20_000) + 0.5) / 20_000

mixes = st.builds(Mix, st.floats(0.1, 20), st.floats(0.1, 20))


@pytest.mark.parametrize("name", MIXES)
@pytest.mark.parametrize("quantity", Quantity)
def test_variances_are_those_over_many_challenges(name: str, quantity: Quantity) -> None:
    """Twenty thousand equally likely chances stand for the mix."""
    mix = MIXES[name]
    chances = beta.ppf(NODES, mix.a, mix.b)
    truths = 1 - (1 - chances) ** 5 if quantity is Quantity.ANY else chances**5
    found = moments(mix, N, 5, quantity)
    assert found.mean == pytest.approx(truths.mean(), abs=1e-3)
    assert found.between == pytest.approx(truths.var(), abs=1e-3)
    within = estimator_variances(chances, N, 5, quantity).mean()
    assert found.within == pytest.approx(within, abs=1e-3)
    assert found.total == found.between + found.within


@given(mixes, st.integers(1, 20))
def test_the_histogram_is_beta_binomial(mix: Mix, rollouts: int) -> None:
    expected = betabinom.pmf(np.arange(rollouts + 1), rollouts, mix.a, mix.b)
    assert histogram(mix, rollouts) == pytest.approx(expected, abs=1e-9)


@given(mixes, st.integers(1, 4), st.integers(0, 6))
def test_any_of_k_mirrors_all_of_k(mix: Mix, k: int, spare: int) -> None:
    found = moments(mix, k + spare, k, Quantity.ANY)
    mirror = moments(Mix(mix.b, mix.a), k + spare, k, Quantity.ALL)
    assert found.mean == pytest.approx(1 - mirror.mean)
    assert found.between == pytest.approx(mirror.between, abs=1e-9)
    assert found.within == pytest.approx(mirror.within, abs=1e-9)
    assert (found.at_one, found.at_zero) == pytest.approx((mirror.at_zero, mirror.at_one))


@given(mixes, st.integers(1, 5), st.sampled_from(Quantity))
def test_more_rollouts_lower_only_what_lies_within(mix: Mix, k: int, quantity: Quantity) -> None:
    few, many = moments(mix, k, k, quantity), moments(mix, 8 * k, k, quantity)
    assert many.between == pytest.approx(few.between)
    assert many.mean == pytest.approx(few.mean)
    assert many.within <= few.within + 1e-12


def test_one_rollout_of_one_is_a_coin() -> None:
    found = moments(Mix(1, 1), 1, 1, Quantity.ANY)
    assert found.mean == pytest.approx(0.5)
    assert found.between == pytest.approx(1 / 12)
    assert found.within == pytest.approx(1 / 6)
    assert (found.at_one, found.at_zero) == pytest.approx((0.5, 0.5))


def test_shares_at_the_ends_by_enumeration() -> None:
    """Under a flat mix every number of successes is equally likely."""
    values = per_challenge(Counts.common(np.arange(N + 1), N), 5, Quantity.ANY)
    found = moments(Mix(1, 1), N, 5, Quantity.ANY)
    assert found.at_one == pytest.approx(np.mean(values == 1))
    assert found.at_zero == pytest.approx(1 / 9)


def test_a_pilot_gives_the_mix_it_was_drawn_from() -> None:
    rng = np.random.default_rng(4)
    pilot = Counts.common(rng.binomial(N, rng.beta(0.6, 1.4, size=2000)), N)
    mix = Mix.of_pilot(pilot)
    assert (mix.a, mix.b) == pytest.approx((0.6, 1.4), abs=0.12)


@pytest.mark.parametrize("agent", SUCCESSES)
def test_any_pilot_gives_a_mix(agent: str) -> None:
    mix = Mix.of_pilot(Counts.common(SUCCESSES[agent], N))
    rate = sum(SUCCESSES[agent]) / 80
    assert mix.a / (mix.a + mix.b) == pytest.approx(rate, abs=0.1)


@pytest.mark.parametrize(
    ("a", "b"), [*product([0, -1], [1]), (1, 0), (float("nan"), 1), (1, float("inf"))]
)
def test_refuses_what_is_no_distribution(a: float, b: float) -> None:
    with pytest.raises(ValueError, match="is no mix: give two numbers above 0"):
        Mix(a, b)


@pytest.mark.parametrize("k", [0, 9])
def test_refuses_to_draw_what_is_not_there(k: int) -> None:
    with pytest.raises(ValueError, match=f"k={k}"):
        moments(Mix(1, 1), N, k, Quantity.ANY)
