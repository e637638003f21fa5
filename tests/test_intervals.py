"""Intervals: the values of their definitions, what they are about, and what they must survive."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import SUCCESSES, N

from codebench.intervals import (
    Estimand,
    Interval,
    Method,
    default_method,
    reliability_interval,
)
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity, reliability
from codebench.statistics.wilson import spread
from codebench.statistics.wilson import wilson as wilson_bounds

ANY, ALL = Quantity.ANY, Quantity.ALL
POPULATION = [method for method in Method if method.estimand is Estimand.POPULATION]
SUITE = [method for method in Method if method.estimand is Estimand.SUITE]
RANDOM = [Method.BOOTSTRAP, Method.DIRICHLET, Method.CHALLENGE_POSTERIORS]
FIXED = [method for method in Method if method not in RANDOM]


def interval(counts: Counts, k: int, method: Method, **more: Any) -> Interval:
    return reliability_interval(counts, k, method=method, estimand=method.estimand, **more)


@st.composite
def unequal(draw: st.DrawFn, smallest: int = 1) -> Counts:
    """Counts of challenges that differ in n, each at least the smallest."""
    rollouts = draw(st.lists(st.integers(smallest, 10), min_size=1, max_size=15))
    successes = [draw(st.integers(0, count)) for count in rollouts]
    return Counts(np.array(successes), np.array(rollouts))


CHECKED = [
    ("anote", ANY, 1, 0.7375, (0.4959, 0.8892), (0.5312, 0.8688), (0.4959, 0.8892)),
    ("anote", ANY, 5, 0.9875, (0.9333, 0.9978), (0.7570, 0.9934), (0.7570, 0.9978)),
    ("anote", ALL, 5, 0.4750, (0.2021, 0.7637), (0.2158, 0.7113), (0.2021, 0.7637)),
    ("claude", ANY, 1, 0.4500, (0.2235, 0.6994), (0.2812, 0.6687), (0.2235, 0.6994)),
    ("claude", ANY, 5, 0.7929, (0.5160, 0.9322), (0.5231, 0.9213), (0.5160, 0.9322)),
    ("claude", ALL, 5, 0.1857, (0.0525, 0.4840), (0.0479, 0.4252), (0.0479, 0.4840)),
    ("codex", ANY, 1, 1.0000, (0.6615, 1.0000), (0.7938, 0.9938), (0.6615, 1.0000)),
    ("codex", ANY, 5, 1.0000, (0.6615, 1.0000), (0.8341, 1.0000), (0.6615, 1.0000)),
    ("codex", ALL, 5, 1.0000, (0.6615, 1.0000), (0.7299, 0.9925), (0.6615, 1.0000)),
]


@pytest.mark.parametrize(
    ("agent", "quantity", "k", "estimate", "wilson", "beta_binomial", "envelope"), CHECKED
)
def test_published_runs_have_the_values_of_the_definitions(  # noqa: PLR0913 -- a row of a table
    *,
    agent: str,
    quantity: Quantity,
    k: int,
    estimate: float,
    wilson: tuple[float, float],
    beta_binomial: tuple[float, float],
    envelope: tuple[float, float],
) -> None:
    counts = Counts.common(SUCCESSES[agent], N)
    expected = {
        Method.WILSON: wilson,
        Method.BETA_BINOMIAL: beta_binomial,
        Method.ENVELOPE: envelope,
    }
    for method, bounds in expected.items():
        found = interval(counts, k, method, quantity=quantity)
        assert found.estimate == pytest.approx(estimate, abs=5e-5)
        assert (found.lower, found.upper) == pytest.approx(bounds, abs=5.1e-5)


@pytest.mark.parametrize(("agent", "bounds"), [("anote", (0.966, 1.0)), ("claude", (0.582, 0.946))])
def test_the_bootstrap_has_the_published_bounds(agent: str, bounds: tuple[float, float]) -> None:
    found = interval(Counts.common(SUCCESSES[agent], N), 5, Method.BOOTSTRAP)
    assert (found.lower, found.upper) == pytest.approx(bounds, abs=0.006)


def test_the_default_is_the_envelope_for_a_population() -> None:
    counts = Counts.common(SUCCESSES["anote"], N)
    found = reliability_interval(counts, 5)
    assert (found.lower, found.upper) == pytest.approx((0.7570, 0.9978), abs=5e-5)
    assert found.estimate == pytest.approx(0.9875)
    assert (found.method, found.estimand) == (Method.ENVELOPE, Estimand.POPULATION)
    assert (found.quantity, found.k, found.level) == (Quantity.ANY, 5, 0.95)
    assert (found.challenges, found.missing) == (10, 0)


@pytest.mark.parametrize(
    ("estimand", "challenges", "method"),
    [
        (Estimand.POPULATION, 1, Method.ENVELOPE),
        (Estimand.POPULATION, 5000, Method.ENVELOPE),
        (Estimand.SUITE, 100, Method.CHALLENGE_POSTERIORS),
        (Estimand.SUITE, 101, Method.DELTA),
    ],
)
def test_the_default_depends_on_the_question_and_the_size(
    estimand: Estimand, challenges: int, method: Method
) -> None:
    assert default_method(estimand, challenges) is method
    found = reliability_interval(Counts.common([1] * challenges, 2), 2, estimand=estimand)
    assert (found.method, found.estimand) == (method, estimand)


@given(unequal(), st.sampled_from(Quantity), st.integers(0, 3))
def test_the_envelope_holds_both_of_its_parts_and_the_estimate(
    counts: Counts, quantity: Quantity, spare: int
) -> None:
    k = max(int(counts.rollouts.max()) - spare, 1)
    envelope, wilson, model = (
        interval(counts, k, method, quantity=quantity)
        for method in (Method.ENVELOPE, Method.WILSON, Method.BETA_BINOMIAL)
    )
    assert envelope.lower == min(wilson.lower, model.lower)
    assert envelope.upper == max(wilson.upper, model.upper)
    assert envelope.lower <= envelope.estimate + 1e-12
    assert envelope.estimate <= envelope.upper + 1e-12


@pytest.mark.parametrize("method", Method)
@given(counts=unequal(smallest=2), quantity=st.sampled_from(Quantity))
def test_every_interval_lies_within_0_and_1(
    method: Method, counts: Counts, quantity: Quantity
) -> None:
    found = interval(counts, 2, method, quantity=quantity)
    assert 0 <= found.lower <= found.upper <= 1
    assert found.estimate == pytest.approx(reliability(counts, 2, quantity))


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("successes", [[0] * 6, [8] * 6, [3], [8], [0]])
def test_every_method_survives_the_ends_and_a_single_challenge(
    method: Method, successes: list[int]
) -> None:
    found = interval(Counts.common(successes, 8), 5, method)
    assert 0 <= found.lower <= found.upper <= 1


@pytest.mark.parametrize(
    "method", [Method.ENVELOPE, Method.WILSON, Method.DIRICHLET, Method.BETA_BINOMIAL]
)
@pytest.mark.parametrize("successes", [0, 8])
def test_agreement_is_not_certainty(method: Method, successes: int) -> None:
    widths = []
    for challenges in (5, 20, 80):
        found = interval(Counts.common([successes] * challenges, 8), 5, method)
        widths.append(found.upper - found.lower)
    assert all(wide > narrow > 0 for wide, narrow in pairwise(widths))


@pytest.mark.parametrize("method", [Method.T, Method.BOOTSTRAP])
def test_two_methods_take_agreement_for_certainty(method: Method) -> None:
    """Which is why neither is the default."""
    found = interval(Counts.common([8] * 5, 8), 5, method)
    assert (found.lower, found.upper) == (1, 1)


@pytest.mark.parametrize("method", [*POPULATION[:2], *POPULATION[3:], *SUITE])
def test_more_coverage_needs_more_width(method: Method) -> None:
    counts = Counts.common(SUCCESSES["claude"], N)
    bounds = [interval(counts, 3, method, level=level) for level in (0.5, 0.8, 0.95, 0.99)]
    for inner, outer in pairwise(bounds):
        assert outer.lower < inner.lower < inner.upper < outer.upper


@pytest.mark.parametrize("agent", SUCCESSES)
@pytest.mark.parametrize("quantity", Quantity)
def test_this_suite_is_known_better_than_its_population(agent: str, quantity: Quantity) -> None:
    counts = Counts.common(SUCCESSES[agent], N)
    population = reliability_interval(counts, 5, quantity=quantity)
    suite = reliability_interval(counts, 5, quantity=quantity, estimand=Estimand.SUITE)
    assert suite.upper - suite.lower < population.upper - population.lower


@pytest.mark.parametrize("method", RANDOM)
def test_the_same_seed_gives_the_same_bounds(method: Method) -> None:
    counts = Counts.common(SUCCESSES["claude"], N)
    first, again, other = (interval(counts, 3, method, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first != other
    assert (first.lower, first.upper) == pytest.approx((other.lower, other.upper), abs=0.03)


@pytest.mark.parametrize("method", FIXED)
def test_other_methods_take_no_notice_of_the_seed(method: Method) -> None:
    counts = Counts.common(SUCCESSES["claude"], N)
    assert interval(counts, 3, method, seed=1) == interval(counts, 3, method, seed=2)


@pytest.mark.parametrize("method", Method)
def test_challenges_with_too_few_rollouts_are_missing(method: Method) -> None:
    whole = Counts.common([8, 4, 0, 2], 8)
    more = Counts(np.array([8, 4, 4, 0, 0, 2]), np.array([8, 8, 4, 8, 0, 8]))
    found, expected = interval(more, 5, method), interval(whole, 5, method)
    assert (found.challenges, found.missing) == (4, 2)
    assert (found.lower, found.upper) == (expected.lower, expected.upper)


@pytest.mark.parametrize("method", [Method.ENVELOPE, Method.WILSON, Method.T])
def test_challenges_of_one_repository_are_not_independent(method: Method) -> None:
    counts = Counts.common([8, 8, 8, 8, 1, 1, 1, 1, 4, 4, 4, 4], 8)
    clusters = ["a"] * 4 + ["b"] * 4 + ["c"] * 4
    alone, clustered = (interval(counts, 1, method, clusters=given) for given in (None, clusters))
    assert clustered.upper - clustered.lower > 1.3 * (alone.upper - alone.lower)
    assert clustered.estimate == alone.estimate


def test_clusters_follow_the_challenges_that_are_used() -> None:
    counts = Counts(np.array([8, 1, 0, 4, 6]), np.array([8, 1, 8, 8, 8]))
    kept = Counts.common([8, 0, 4, 6], 8)
    found = interval(counts, 5, Method.WILSON, clusters=["a", "z", "a", "b", "c"])
    expected = interval(kept, 5, Method.WILSON, clusters=["a", "a", "b", "c"])
    assert (found.lower, found.upper) == (expected.lower, expected.upper)


@pytest.mark.parametrize("method", [*POPULATION[3:], *SUITE])
def test_methods_without_clusters_say_so(method: Method) -> None:
    with pytest.raises(ValueError, match=f"{method} knows no clusters: take one of envelope"):
        interval(Counts.common([1, 2], 8), 5, method, clusters=["a", "b"])


@pytest.mark.parametrize("clusters", [[], ["a"], ["a", "b", "c"]])
def test_every_challenge_has_a_cluster(clusters: Sequence[str]) -> None:
    with pytest.raises(ValueError, match="clusters for 2 challenges: name one for each"):
        interval(Counts.common([1, 2], 8), 5, Method.WILSON, clusters=clusters)


@pytest.mark.parametrize("method", Method)
def test_a_method_answers_one_question(method: Method) -> None:
    (other,) = set(Estimand) - {method.estimand}
    with pytest.raises(ValueError, match=f"{method} is no interval for a {other}: take one of"):
        reliability_interval(Counts.common([1, 2], 8), 5, method=method, estimand=other)


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("k", [0, -1, 9])
def test_refuses_to_draw_what_is_not_there(method: Method, k: int) -> None:
    with pytest.raises(ValueError, match=f"k={k}"):
        interval(Counts.common([1, 2], 8), k, method)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_refuses_a_level_outside_0_and_1(level: float) -> None:
    with pytest.raises(ValueError, match="nominal coverage lies between 0 and 1"):
        reliability_interval(Counts.common([1, 2], 8), 5, level=level)


@pytest.mark.parametrize("quantity", Quantity)
@given(counts=unequal(smallest=3))
def test_wilson_is_the_one_that_the_metric_of_a_log_shows(
    quantity: Quantity, counts: Counts
) -> None:
    found = interval(counts, 1, Method.WILSON, quantity=quantity)
    rates = (counts.successes / counts.rollouts).tolist()
    assert wilson_bounds(spread(rates), 0.95) == pytest.approx((found.lower, found.upper))


@pytest.mark.parametrize("quantity", Quantity)
@pytest.mark.parametrize(("a", "b"), [(0.5, 0.5), (4, 1), (0.3, 1.5)])
def test_the_default_covers_the_truth(quantity: Quantity, a: float, b: float) -> None:
    """Of two hundred suites of thirty challenges; `benchmarks/coverage.py` looks closer."""
    rng = np.random.default_rng(5)
    chances = rng.beta(a, b, size=100_000)
    truth = float(np.mean(1 - (1 - chances) ** 5 if quantity is ANY else chances**5))
    covered = 0
    for _ in range(200):
        successes = rng.binomial(N, rng.beta(a, b, size=30))
        found = reliability_interval(Counts.common(successes, N), 5, quantity=quantity)
        covered += found.lower <= truth <= found.upper
    assert covered >= 0.92 * 200
