"""Comparing agents on the challenges they share."""

import re
from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from published import SUCCESSES, N
from scipy import stats

from codebench.statistics.compare import Comparison, PairMethod, Refusal, compare_agents, holm
from codebench.statistics.counts import Counts
from codebench.statistics.differences import paired_t, posterior_difference, saturation
from codebench.statistics.estimators import Quantity, any_of_k, per_challenge

PUBLISHED = {agent: Counts.common(counts, N) for agent, counts in SUCCESSES.items()}

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def compared(first: Counts, second: Counts, k: int, **more: Any) -> Comparison:
    (found,) = compare_agents({"first": first, "second": second}, k, **more)
    assert isinstance(found, Comparison)
    return found


def refused(first: Counts, second: Counts, k: int) -> str:
    (found,) = compare_agents({"first": first, "second": second}, k)
    assert isinstance(found, Refusal)
    assert (found.first, found.second) == ("first", "second")
    return found.reason


def attempted(chances: Any, rollouts: int, seed: int) -> Counts:
    return Counts.common(np.random.default_rng(seed).binomial(rollouts, chances), rollouts)


def test_every_pair_is_compared_in_the_order_of_the_agents() -> None:
    found = compare_agents(PUBLISHED, 1)
    pairs = [(pair.first, pair.second) for pair in found]
    assert pairs == list(combinations(PUBLISHED, 2))
    for pair in found:
        assert isinstance(pair, Comparison)
        rates = [sum(SUCCESSES[name]) / 80 for name in (pair.first, pair.second)]
        assert pair.difference == pytest.approx(rates[0] - rates[1])
        assert (pair.challenges, pair.missing) == (10, 0)


def test_one_rollout_is_judged_by_the_paired_t_of_scipy() -> None:
    found = compared(PUBLISHED["anote"], PUBLISHED["claude"], 1, level=0.9)
    rates = [np.array(SUCCESSES[name]) / N for name in ("anote", "claude")]
    expected = stats.ttest_rel(*rates)
    assert found.method is PairMethod.PAIRED_T
    assert found.p_value == pytest.approx(expected.pvalue)
    bounds = expected.confidence_interval(0.9)
    assert (found.lower, found.upper) == pytest.approx((bounds.low, bounds.high))


@pytest.mark.parametrize(
    ("challenges", "k", "method"),
    [
        (10, 5, PairMethod.POSTERIOR),
        (99, 5, PairMethod.POSTERIOR),
        (100, 5, PairMethod.PAIRED_T),
        (10, 1, PairMethod.PAIRED_T),
    ],
)
def test_few_challenges_need_a_model(challenges: int, k: int, method: PairMethod) -> None:
    chances = np.linspace(0.05, 0.95, challenges)
    found = compared(attempted(chances, N, 1), attempted(chances, N, 2), k)
    assert found.method is method


def test_differences_that_are_all_alike_are_no_certainty() -> None:
    """The t interval would have no width."""
    found = compared(Counts.common([6] * 200, N), Counts.common([4] * 200, N), 2)
    assert found.method is PairMethod.POSTERIOR
    assert found.lower < found.difference < found.upper
    same = compared(Counts.common([4] * 30, N), Counts.common([4] * 30, N), 1)
    assert same.method is PairMethod.POSTERIOR
    assert same.lower < 0 < same.upper


def test_differences_that_only_rounding_tells_apart_are_alike() -> None:
    """3/10 - 1/10 and 6/10 - 4/10 differ in the last digit."""
    first, second = Counts.common([3, 6] * 60, 10), Counts.common([1, 4] * 60, 10)
    found = compared(first, second, 1)
    assert found.method is PairMethod.POSTERIOR
    assert found.upper - found.lower > 0.01


@pytest.mark.parametrize("k", [1, 5])
@pytest.mark.parametrize("quantity", Quantity)
def test_the_order_of_two_agents_turns_the_sign_alone(k: int, quantity: Quantity) -> None:
    pair = {name: PUBLISHED[name] for name in ("anote", "claude")}
    back = {name: PUBLISHED[name] for name in ("claude", "anote")}
    (there,) = compare_agents(pair, k, quantity=quantity)
    (turned,) = compare_agents(back, k, quantity=quantity)
    assert isinstance(there, Comparison)
    assert isinstance(turned, Comparison)
    assert there.difference == pytest.approx(-turned.difference)
    assert (there.lower, there.upper) == pytest.approx((-turned.upper, -turned.lower))
    assert there.p_value == pytest.approx(turned.p_value)


@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_the_order_of_the_challenges_does_not_matter_to_the_t(random: Random) -> None:
    order = list(range(10))
    random.shuffle(order)
    shuffled = {
        name: Counts.common([SUCCESSES[name][place] for place in order], N) for name in SUCCESSES
    }
    for there, here in zip(compare_agents(PUBLISHED, 1), compare_agents(shuffled, 1), strict=True):
        assert isinstance(there, Comparison)
        assert isinstance(here, Comparison)
        assert here.p_value == pytest.approx(there.p_value)
        assert (here.lower, here.upper) == pytest.approx((there.lower, there.upper))


def test_the_same_seed_gives_the_same_result_and_others_nearly() -> None:
    args = PUBLISHED["anote"], PUBLISHED["claude"], 5
    first, again, other = (compared(*args, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first != other
    assert (first.lower, first.upper) == pytest.approx((other.lower, other.upper), abs=0.02)


def test_a_pair_does_not_depend_on_who_else_is_there() -> None:
    whole = {(pair.first, pair.second): pair for pair in compare_agents(PUBLISHED, 5)}
    pair = {name: PUBLISHED[name] for name in ("anote", "codex")}
    (alone,) = compare_agents(pair, 5)
    among = whole["anote", "codex"]
    assert isinstance(alone, Comparison)
    assert isinstance(among, Comparison)
    assert (alone.lower, alone.upper, alone.p_value) == (among.lower, among.upper, among.p_value)
    assert among.adjusted >= alone.adjusted


def test_bounds_and_p_value_say_the_same() -> None:
    for k in (1, 3, 5):
        for quantity in Quantity:
            for pair in compare_agents(PUBLISHED, k, quantity=quantity):
                assert isinstance(pair, Comparison)
                assert (pair.p_value < 0.05) == (pair.lower > 0 or pair.upper < 0)


def test_only_shared_challenges_count() -> None:
    first = Counts(np.array([8, 2, 5, 8, 0]), np.array([8, 8, 8, 8, 0]))
    second = Counts(np.array([4, 1, 3, 1, 6]), np.array([8, 8, 8, 2, 8]))
    found = compared(first, second, 3)
    assert (found.challenges, found.missing) == (3, 2)
    shared = [any_of_k(Counts.common(c, 8), 3) for c in ([8, 2, 5], [4, 1, 3])]
    assert found.difference == pytest.approx((shared[0] - shared[1]).mean())


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ([8] * 10, [7] * 10, "all of the 10 shared challenges are saturated, 10 at 1 for both"),
        ([8] * 10, [7] * 9 + [1], "all but one of the 10 shared .* saturated, 9 at 1 for both"),
        ([0] * 10, [0] * 10, "all of the 10 shared challenges are saturated, 10 at 0 for both"),
        ([0, 0, 8], [0, 0, 7], "all of the 3 .* saturated, 2 at 0 and 1 at 1 for both agents"),
    ],
)
def test_a_saturated_suite_compares_nobody(
    first: list[int], second: list[int], reason: str
) -> None:
    found = refused(Counts.common(first, N), Counts.common(second, N), 5)
    assert re.match(reason, found)
    assert found.endswith("take another k or challenges of another difficulty")


def test_the_same_counts_compare_at_another_k() -> None:
    first, second = Counts.common([8] * 10, N), Counts.common([7] * 9 + [1], N)
    assert refused(first, second, 5)
    assert compared(first, second, 1).difference > 0


def test_opposite_ends_are_no_saturation() -> None:
    found = compared(Counts.common([8] * 20, N), Counts.common([0] * 20, N), 5)
    assert found.difference == 1
    assert found.separated


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ([0, 0, 0], "no challenge has 2 scored rollouts of both agents"),
        ([5, 0, 1], "only one challenge has 2 scored rollouts of both agents"),
    ],
)
def test_agents_that_share_too_little_are_not_compared(second: list[int], reason: str) -> None:
    rollouts = np.array(second)
    found = refused(Counts.common([3, 2, 5], N), Counts(np.minimum(rollouts, 1), rollouts), 2)
    assert found == f"{reason}: run both on the same challenges"


def test_what_is_refused_costs_the_others_nothing() -> None:
    agents = {
        "perfect": Counts.common([8] * 10, N),
        "flawless": Counts.common([7] * 10, N),
        "mixed": Counts.common(SUCCESSES["claude"], N),
    }
    found = compare_agents(agents, 5)
    judged = [pair for pair in found if isinstance(pair, Comparison)]
    assert [type(pair) for pair in found] == [Refusal, Comparison, Comparison]
    expected = holm([pair.p_value for pair in judged])
    assert [pair.adjusted for pair in judged] == pytest.approx(expected)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []


@given(p_values)
def test_holm_lies_between_the_p_value_and_bonferroni(values: list[float]) -> None:
    adjusted = holm(values)
    for value, found in zip(values, adjusted, strict=True):
        assert value - 1e-12 <= found <= min(value * len(values), 1) + 1e-12
    assert min(adjusted) == pytest.approx(min(min(values) * len(values), 1))


@given(p_values)
def test_holm_keeps_the_order(values: list[float]) -> None:
    adjusted = holm(values)
    for (one, of_one), (two, of_two) in combinations(zip(values, adjusted, strict=True), 2):
        if one < two:
            assert of_one <= of_two


@pytest.mark.parametrize("agents", [{}, {"anote": PUBLISHED["anote"]}])
def test_one_agent_has_nobody_to_be_compared_with(agents: dict[str, Counts]) -> None:
    with pytest.raises(ValueError, match="a comparison needs two agents"):
        compare_agents(agents, 1)


def test_refuses_agents_on_different_lists_of_challenges() -> None:
    with pytest.raises(ValueError, match="different numbers of challenges"):
        compare_agents({"a": Counts.common([1, 2], N), "b": Counts.common([1], N)}, 1)


@pytest.mark.parametrize(("k", "level"), [(0, 0.95), (1, 0.0), (1, 1.0)])
def test_refuses_numbers_that_cannot_be(k: int, level: float) -> None:
    with pytest.raises(ValueError, match=r"at least 1|between 0 and 1"):
        compare_agents(PUBLISHED, k, level=level)


def test_a_difference_stays_within_its_range() -> None:
    lower, upper, _ = paired_t(np.array([1.0, 0.9]), 0.99)
    assert (lower, upper) == (-1, 1)
    lower, upper, _ = posterior_difference(np.array([0.9, 1.0, 0.8]), 2, 0.99)
    assert upper == 1


def test_estimates_that_vary_are_not_saturated() -> None:
    assert saturation(np.array([1.0, 0.5, 0.2]), np.array([1.0, 0.5, 0.2])) is None
    assert saturation(np.array([1.0, 0.0]), np.array([0.0, 1.0])) is None


Chances = NDArray[np.float64]

SCENARIOS: Mapping[str, Callable[[np.random.Generator], Chances]] = {
    "shared difficulty": lambda rng: np.tile(rng.beta(1, 1, size=10), (2, 1)),
    "easy": lambda rng: np.tile(rng.beta(4, 1, size=10), (2, 1)),
    "unrelated": lambda rng: rng.beta(1, 1, size=(2, 10)),
    "unrelated extremes": lambda rng: rng.beta(0.5, 0.5, size=(2, 10)),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("quantity", Quantity)
def test_ten_challenges_do_not_separate_equal_agents(scenario: str, quantity: Quantity) -> None:
    """Of 150 pairs of equal agents, one in twenty may be told apart, and a few by bad luck."""
    rng = np.random.default_rng(11)
    separated = 0
    for seed in range(150):
        successes = rng.binomial(N, SCENARIOS[scenario](rng))
        agents = {name: Counts.common(row, N) for name, row in zip("ab", successes, strict=True)}
        (found,) = compare_agents(agents, 5, quantity=quantity, seed=seed)
        separated += isinstance(found, Comparison) and found.separated
    assert separated <= 0.09 * 150


def test_agents_far_apart_are_separated() -> None:
    chances = np.linspace(0.3, 0.9, 30)
    first, second = attempted(chances, N, 5), attempted(chances / 4, N, 6)
    for quantity in Quantity:
        found = compared(first, second, 5, quantity=quantity)
        assert found.separated
        values = [per_challenge(counts, 5, quantity).mean() for counts in (first, second)]
        assert found.lower < values[0] - values[1] < found.upper
