"""Reliability from counts: against published values, enumeration, and Inspect's own reducers."""

import copy
import json
import pickle
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, isnan
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.scorer import Score, ScoreReducer, pass_at, pass_k
from published import CLEAN_SUCCESSES, SUCCESSES, N

from codebench.statistics.counts import Counts
from codebench.statistics.estimators import (
    Estimate,
    Quantity,
    all_of_k,
    any_of_k,
    flips,
    mean_estimate,
    outcome_consistencies,
    per_challenge,
    reliability,
    reliability_curve,
)

NAN = float("nan")


@st.composite
def unequal(draw: st.DrawFn, smallest: int = 1) -> Counts:
    """Counts of challenges that differ in n, each at least the smallest."""
    rollouts = draw(st.lists(st.integers(smallest, 12), min_size=1, max_size=20))
    successes = [draw(st.integers(0, count)) for count in rollouts]
    return Counts(np.array(successes), np.array(rollouts))


@pytest.mark.parametrize(
    ("successes", "value"),
    list(enumerate([0, 0.625, 0.892857, 0.982143, 1, 1, 1, 1, 1])),
)
def test_any_of_5_of_8_has_the_published_values(successes: int, value: float) -> None:
    (estimate,) = any_of_k(Counts.common([successes], N), 5)
    assert estimate == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize(
    ("rollouts", "successes", "k", "value"),
    [(10, 4, 5, 0.976190), (5, 2, 5, 1), (10, 6, 3, 0.966667), (5, 3, 3, 1)],
)
def test_the_formula_has_the_published_values(
    rollouts: int, successes: int, k: int, value: float
) -> None:
    (estimate,) = any_of_k(Counts.common([successes], rollouts), k)
    assert estimate == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize(
    ("agent", "values"),
    [
        ("anote", {1: 0.7375, 2: 0.8679, 3: 0.9321, 5: 0.9875, 8: 1.0}),
        ("claude", {1: 0.45, 2: 0.5857, 3: 0.6679, 5: 0.7929, 8: 0.9}),
        ("codex", {1: 1, 2: 1, 3: 1, 5: 1, 8: 1}),
    ],
)
def test_agents_have_their_published_reliability(agent: str, values: dict[int, float]) -> None:
    counts = Counts.common(SUCCESSES[agent], N)
    for k, value in values.items():
        assert reliability(counts, k) == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize(
    ("agent", "values"),
    [
        ("anote", {1: 0.675, 3: 0.8393, 5: 0.8875, 8: 0.9}),
        ("claude", {1: 0.425, 3: 0.6036, 5: 0.7036, 8: 0.8}),
        ("codex", {1: 0.7, 3: 0.7, 5: 0.7, 8: 0.7}),
    ],
)
def test_agents_have_their_published_strict_reliability(
    agent: str, values: dict[int, float]
) -> None:
    counts = Counts.common(CLEAN_SUCCESSES[agent], N)
    for k, value in values.items():
        assert reliability(counts, k) == pytest.approx(value, abs=5e-5)


def test_two_successes_in_eighty_rollouts_have_their_published_curve() -> None:
    counts = Counts.common([0, 0, 1, 0, 0, 0, 0, 0, 1, 0], N)
    curve = reliability_curve(counts, N)
    at = dict(zip(curve.k.tolist(), curve.any_of_k.tolist(), strict=True))
    expected = {1: 0.025, 2: 0.05, 3: 0.075, 5: 0.125, 8: 0.2}
    assert {k: at[k] for k in expected} == pytest.approx(expected)


@given(st.integers(1, 8), st.data())
def test_equals_the_share_of_all_subsets(rollouts: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, rollouts))
    k = data.draw(st.integers(1, rollouts))
    outcomes = [1] * successes + [0] * (rollouts - successes)
    draws = list(combinations(outcomes, k))
    counts = Counts.common([successes], rollouts)
    assert any_of_k(counts, k)[0] == pytest.approx(sum(map(any, draws)) / len(draws), abs=1e-12)
    assert all_of_k(counts, k)[0] == pytest.approx(sum(map(all, draws)) / len(draws), abs=1e-12)


@pytest.mark.parametrize(("reducer", "estimator"), [(pass_at, any_of_k), (pass_k, all_of_k)])
@given(
    outcomes=st.lists(st.sampled_from([0.0, 1.0, NAN]), min_size=1, max_size=12),
    k=st.integers(1, 6),
)
def test_equals_the_reducers_of_inspect(
    reducer: Callable[[int], ScoreReducer],
    estimator: Callable[[Counts, int], np.ndarray[tuple[int], np.dtype[np.float64]]],
    outcomes: list[float],
    k: int,
) -> None:
    counts = Counts.of([outcomes])
    if counts.rollouts[0] < k:
        return
    reduced = reducer(k)([Score(value=outcome) for outcome in outcomes])
    assert estimator(counts, k)[0] == pytest.approx(reduced.as_float(), abs=1e-12)


@given(unequal(), st.sampled_from(Quantity))
def test_equals_the_success_rate_for_one_rollout(counts: Counts, quantity: Quantity) -> None:
    rates = counts.successes / counts.rollouts
    assert per_challenge(counts, 1, quantity) == pytest.approx(rates)
    assert reliability(counts, 1, quantity) == pytest.approx(rates.mean())


@given(unequal(smallest=6))
def test_more_draws_make_one_success_likelier_and_only_successes_rarer(counts: Counts) -> None:
    for k in range(1, 6):
        assert (any_of_k(counts, k) <= any_of_k(counts, k + 1) + 1e-12).all()
        assert (all_of_k(counts, k) >= all_of_k(counts, k + 1) - 1e-12).all()


@given(unequal(smallest=3), st.integers(1, 3))
def test_any_success_mirrors_all_failures(counts: Counts, k: int) -> None:
    mirrored = Counts(counts.rollouts - counts.successes, counts.rollouts)
    assert any_of_k(counts, k) == pytest.approx(1 - all_of_k(mirrored, k))


@given(unequal(smallest=3), st.integers(1, 3), st.sampled_from(Quantity))
def test_lies_within_0_and_1(counts: Counts, k: int, quantity: Quantity) -> None:
    values = per_challenge(counts, k, quantity)
    assert ((values >= 0) & (values <= 1)).all()


@given(st.randoms(use_true_random=False), unequal(), st.sampled_from(Quantity))
def test_the_order_of_the_challenges_does_not_matter(
    random: Random, counts: Counts, quantity: Quantity
) -> None:
    order = list(range(len(counts)))
    random.shuffle(order)
    shuffled = Counts(counts.successes[order], counts.rollouts[order])
    k = int(counts.rollouts.max())
    first, second = reliability(counts, k, quantity), reliability(shuffled, k, quantity)
    assert first == pytest.approx(second)
    assert (first.challenges, first.missing) == (second.challenges, second.missing)


@pytest.mark.parametrize(
    ("chance", "truth", "plug_in"),
    [(0.05, 0.2262, 0.1806), (0.1, 0.4095, 0.3347), (0.2, 0.6723, 0.5749), (0.4, 0.9222, 0.8529)],
)
def test_is_right_on_average_where_the_plug_in_is_not(
    chance: float, truth: float, plug_in: float
) -> None:
    successes = np.arange(N + 1)
    shares = np.array(
        [comb(N, c) * chance**c * (1 - chance) ** (N - c) for c in successes.tolist()]
    )
    estimates = any_of_k(Counts.common(successes, N), 5)
    assert shares @ estimates == pytest.approx(1 - (1 - chance) ** 5)
    assert shares @ estimates == pytest.approx(truth, abs=5e-5)
    assert shares @ (1 - (1 - successes / N) ** 5) == pytest.approx(plug_in, abs=5e-5)


@pytest.mark.parametrize(("rollouts", "successes", "k"), [(10**6, 37, 1000), (5000, 4990, 4000)])
def test_stays_exact_for_many_rollouts(rollouts: int, successes: int, k: int) -> None:
    counts = Counts.common([successes], rollouts)
    failing = Fraction(comb(rollouts - successes, k), comb(rollouts, k))
    assert any_of_k(counts, k)[0] == pytest.approx(float(1 - failing), rel=1e-9)
    passing = Fraction(comb(successes, k), comb(rollouts, k))
    assert all_of_k(counts, k)[0] == pytest.approx(float(passing), rel=1e-9)


def test_a_challenge_with_too_few_rollouts_is_missing_and_counted() -> None:
    counts = Counts(np.array([8, 0, 4, 0]), np.array([8, 8, 4, 0]))
    assert [isnan(value) for value in any_of_k(counts, 5)] == [False, False, True, True]
    estimate = reliability(counts, 5)
    assert estimate == 0.5
    assert (estimate.k, estimate.challenges, estimate.missing) == (5, 2, 2)


@pytest.mark.parametrize("estimator", [any_of_k, all_of_k])
def test_k_is_never_lowered(estimator: Callable[[Counts, int], object]) -> None:
    with pytest.raises(ValueError, match="k=9 is more than the 8 scored rollouts"):
        estimator(Counts.common([8, 8], 8), 9)


@pytest.mark.parametrize("k", [0, -3, True])
def test_refuses_to_draw_less_than_one_rollout(k: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        reliability(Counts.common([1], 2), k)


def test_a_mean_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no challenge has the 5 scored rollouts"):
        mean_estimate(np.array([NAN, NAN]), 5)


def test_an_estimate_is_a_number_that_keeps_its_counts() -> None:
    estimate = Estimate(0.25, 5, 10, 2)
    assert isinstance(estimate, float)
    assert f"{estimate:.3f}" == "0.250"
    assert json.dumps({"value": estimate}) == '{"value": 0.25}'
    for other in (
        copy.copy(estimate),
        copy.deepcopy(estimate),
        pickle.loads(pickle.dumps(estimate)),
    ):
        assert (other, other.k, other.challenges, other.missing) == (0.25, 5, 10, 2)


def test_all_k_of_a_curve_are_read_from_the_same_challenges() -> None:
    """With one set for each k, the hard challenge would leave at k = 4 and the curve would jump."""
    counts = Counts(np.array([1, 2, 0]), np.array([6, 6, 3]))
    curve = reliability_curve(counts, 6)
    common = Counts.common([1, 2], 6)
    assert (curve.challenges, curve.missing) == (2, 1)
    for k, any_value, all_value in zip(curve.k, curve.any_of_k, curve.all_of_k, strict=True):
        assert any_value == pytest.approx(reliability(common, int(k)))
        assert all_value == pytest.approx(reliability(common, int(k), Quantity.ALL))


@given(unequal())
def test_both_readings_start_together_and_part(counts: Counts) -> None:
    largest = int(counts.rollouts.max())
    curve = reliability_curve(counts, largest)
    assert curve.k.tolist() == list(range(1, largest + 1))
    assert curve.any_of_k[0] == pytest.approx(curve.all_of_k[0])
    assert (np.diff(curve.any_of_k) >= -1e-12).all()
    assert (np.diff(curve.all_of_k) <= 1e-12).all()
    assert curve.challenges + curve.missing == len(counts)


@pytest.mark.parametrize("k", [0, 9])
def test_a_curve_refuses_what_its_points_refuse(k: int) -> None:
    with pytest.raises(ValueError, match=f"k={k}"):
        reliability_curve(Counts.common([1], 8), k)


@pytest.mark.parametrize("chance", [0.0, 0.1, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("rollouts", [2, 5, 8])
def test_consistency_is_right_on_average(chance: float, rollouts: int) -> None:
    successes = np.arange(rollouts + 1)
    shares = np.array(
        [comb(rollouts, c) * chance**c * (1 - chance) ** (rollouts - c) for c in successes.tolist()]
    )
    found = outcome_consistencies(Counts.common(successes, rollouts))
    assert shares @ found == pytest.approx((2 * chance - 1) ** 2)
    biased = shares @ (2 * successes / rollouts - 1) ** 2
    assert biased - shares @ found == pytest.approx(4 * chance * (1 - chance) / rollouts)


@pytest.mark.parametrize(
    ("rollouts", "successes", "consistency", "flip"),
    [(8, 8, 1, 0), (8, 0, 1, 0), (2, 1, -1, 1), (8, 4, 1 - 64 / 56, 1), (8, 7, 0.5, 1)],
)
def test_consistency_and_flips_of_one_challenge(
    rollouts: int, successes: int, consistency: float, flip: float
) -> None:
    counts = Counts.common([successes], rollouts)
    assert outcome_consistencies(counts)[0] == pytest.approx(consistency)
    assert flips(counts)[0] == flip


@pytest.mark.parametrize("measure", [outcome_consistencies, flips])
def test_one_rollout_cannot_agree_with_itself(
    measure: Callable[[Counts], Sequence[float]],
) -> None:
    counts = Counts(np.array([1, 0, 2]), np.array([1, 0, 2]))
    assert [isnan(value) for value in measure(counts)] == [True, True, False]
    with pytest.raises(ValueError, match="k=2 is more than the 1 scored rollouts"):
        measure(Counts.common([1, 0], 1))
