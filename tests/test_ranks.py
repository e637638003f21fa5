"""Ranks of agents, and how far the data allow them to move."""

import numpy as np
import pytest
from published import SUCCESSES, N

from codebench.statistics.compare import Comparison, compare_agents
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity
from codebench.statistics.ranks import RankInterval, rank_intervals

PUBLISHED = {agent: Counts.common(counts, N) for agent, counts in SUCCESSES.items()}


def made(chances: dict[str, float], challenges: int, seed: int = 0) -> dict[str, Counts]:
    """Agents that solve each challenge with a chance of their own, the same for all challenges."""
    rng = np.random.default_rng(seed)
    return {
        name: Counts.common(rng.binomial(N, chance, size=challenges), N)
        for name, chance in chances.items()
    }


def bounds(ranks: tuple[RankInterval, ...]) -> dict[str, tuple[int, int]]:
    return {found.agent: (found.lower, found.upper) for found in ranks}


@pytest.mark.parametrize("k", [1, 5])
def test_published_agents_rank_by_their_estimates(k: int) -> None:
    ranks = rank_intervals(PUBLISHED, k)
    assert [(found.agent, found.rank) for found in ranks] == [
        ("anote", 2),
        ("claude", 3),
        ("codex", 1),
    ]
    assert all(found.lower <= found.rank <= found.upper for found in ranks)
    assert {(found.challenges, found.missing) for found in ranks} == {(10, 0)}


def test_ten_saturated_challenges_rank_nobody() -> None:
    assert bounds(rank_intervals(PUBLISHED, 5)) == dict.fromkeys(PUBLISHED, (1, 3))


@pytest.mark.parametrize("challenges", [40, 150])
@pytest.mark.parametrize("quantity", Quantity)
def test_agents_far_apart_have_one_rank_each(challenges: int, quantity: Quantity) -> None:
    agents = made({"good": 0.75, "poor": 0.05, "fair": 0.4}, challenges)
    ranks = rank_intervals(agents, 3, quantity=quantity)
    assert bounds(ranks) == {"good": (1, 1), "poor": (3, 3), "fair": (2, 2)}


@pytest.mark.parametrize("challenges", [40, 150])
def test_two_alike_share_the_ranks_that_a_third_leaves(challenges: int) -> None:
    agents = made({"one": 0.5, "two": 0.5, "last": 0.1}, challenges)
    found = bounds(rank_intervals(agents, 1))
    assert found == {"one": (1, 2), "two": (1, 2), "last": (3, 3)}


@pytest.mark.parametrize("challenges", [5, 120])
def test_copies_of_one_agent_are_equal(challenges: int) -> None:
    counts = Counts.common(np.arange(challenges) % 9, N)
    ranks = rank_intervals({"a": counts, "b": counts, "c": counts}, 2)
    assert all((found.rank, found.lower, found.upper) == (1, 1, 3) for found in ranks)


def test_a_constant_difference_of_many_challenges_ranks() -> None:
    """Every challenge differs by the same amount, so that the bootstrap has no spread."""
    agents = {"a": Counts.common([6] * 100, N), "b": Counts.common([4] * 100, N)}
    assert bounds(rank_intervals(agents, 1)) == {"a": (1, 1), "b": (2, 2)}


def test_one_challenge_ranks_nobody() -> None:
    agents = {"a": Counts.common([8], N), "b": Counts.common([0], N)}
    assert bounds(rank_intervals(agents, 1)) == {"a": (1, 2), "b": (1, 2)}


def test_one_agent_is_first_and_last() -> None:
    (only,) = rank_intervals({"anote": PUBLISHED["anote"]}, 5)
    assert (only.rank, only.lower, only.upper) == (1, 1, 1)
    assert only.estimate == pytest.approx(0.9875)


def test_only_challenges_of_all_agents_count() -> None:
    agents = {
        "a": Counts(np.array([8, 4, 2, 1]), np.array([8, 8, 8, 2])),
        "b": Counts(np.array([4, 4, 0, 8]), np.array([8, 8, 0, 8])),
    }
    ranks = rank_intervals(agents, 3)
    assert {(found.challenges, found.missing) for found in ranks} == {(2, 2)}
    alone = rank_intervals({"a": Counts.common([8, 4], N), "b": Counts.common([4, 4], N)}, 3)
    assert [found.estimate for found in ranks] == [found.estimate for found in alone]


def test_the_same_seed_gives_the_same_ranks() -> None:
    agents = made({"a": 0.5, "b": 0.45, "c": 0.4, "d": 0.35}, 60)
    assert rank_intervals(agents, 3, seed=1) == rank_intervals(agents, 3, seed=1)


@pytest.mark.parametrize("challenges", [30, 130])
def test_the_order_of_the_agents_does_not_matter(challenges: int) -> None:
    agents = made({"a": 0.6, "b": 0.45, "c": 0.3, "d": 0.28}, challenges)
    back = dict(reversed(agents.items()))
    assert bounds(rank_intervals(agents, 2)) == bounds(rank_intervals(back, 2))


def test_two_agents_rank_as_they_compare() -> None:
    """Both judge one difference, so they part only where it is on the edge."""
    agree = 0
    for seed in range(40):
        agents = made({"a": 0.5, "b": 0.38}, 40, seed)
        (pair,) = compare_agents(agents, 3)
        assert isinstance(pair, Comparison)
        ranked = bounds(rank_intervals(agents, 3)) != {"a": (1, 2), "b": (1, 2)}
        agree += pair.separated == ranked
    assert agree >= 38


@pytest.mark.parametrize("challenges", [12, 120])
def test_ranks_of_equal_agents_all_hold_at_once(challenges: int) -> None:
    """Five equal agents on shared challenges: one run of twenty may tell any of them apart."""
    rng = np.random.default_rng(2)
    wrong = 0
    for _ in range(60):
        chances = rng.beta(1, 1, size=challenges)
        agents = {name: Counts.common(rng.binomial(N, chances), N) for name in "abcde"}
        wrong += set(bounds(rank_intervals(agents, 5)).values()) != {(1, 5)}
    assert wrong <= 7


def test_refuses_agents_without_a_common_challenge() -> None:
    agents = {
        "a": Counts(np.array([8, 0]), np.array([8, 0])),
        "b": Counts(np.array([0, 8]), np.array([0, 8])),
    }
    with pytest.raises(ValueError, match="no challenge has 1 scored rollouts of every agent"):
        rank_intervals(agents, 1)


def test_refuses_nobody_and_agents_on_different_lists() -> None:
    with pytest.raises(ValueError, match="there is no agent"):
        rank_intervals({}, 1)
    with pytest.raises(ValueError, match="different numbers of challenges"):
        rank_intervals({"a": Counts.common([1, 2], N), "b": Counts.common([1], N)}, 1)


@pytest.mark.parametrize(("k", "level"), [(0, 0.95), (1, 0.0), (1, 1.5)])
def test_refuses_numbers_that_cannot_be(k: int, level: float) -> None:
    with pytest.raises(ValueError, match=r"at least 1|between 0 and 1"):
        rank_intervals(PUBLISHED, k, level=level)
