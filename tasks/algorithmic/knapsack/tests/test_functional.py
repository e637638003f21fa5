"""Does the load fit, and is there no better one?"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from codebench.sandbox.judge.values import exactly

Item = tuple[str, int, int, int]
Worth = tuple[int, int]

PROPERTY = settings(max_examples=80, deadline=None, database=None, phases=[Phase.generate])
KINDS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 3)), min_size=1, max_size=5
)


def worth(answer: Any, items: list[Item], capacity: int) -> Worth:
    """Value and weight of a load, after a look whether it is one that can be loaded."""
    assert type(answer) is dict
    stock = {name: (weight, value, pieces) for name, weight, value, pieces in items}
    value_in_all = weight_in_all = 0
    for name, pieces in answer.items():
        assert type(pieces) is int
        assert name in stock
        weight, value, available = stock[name]
        assert 1 <= pieces <= available
        value_in_all += pieces * value
        weight_in_all += pieces * weight
    assert weight_in_all <= capacity
    return value_in_all, weight_in_all


def best_by_trial(items: list[Item], capacity: int) -> Worth:
    """Highest value and its least weight among all loads that there are."""

    def loads() -> Iterator[Worth]:
        for pieces in product(*(range(item[3] + 1) for item in items)):
            value = sum(item[2] * count for item, count in zip(items, pieces, strict=True))
            weight = sum(item[1] * count for item, count in zip(items, pieces, strict=True))
            if weight <= capacity:
                yield value, weight

    return max(loads(), key=lambda load: (load[0], -load[1]))


def best_piece_by_piece(items: list[Item], capacity: int) -> Worth:
    """The same by a table of capacities, one piece after the other."""
    table = [(0, 0)] * (capacity + 1)
    for _, weight, value, pieces in items:
        for _ in range(pieces):
            for room in range(capacity, weight - 1, -1):
                so_far, negative_weight = table[room - weight]
                table[room] = max(table[room], (so_far + value, negative_weight - weight))
    return table[capacity][0], -table[capacity][1]


def names(rng: Random, count: int) -> list[str]:
    """Distinct names of goods."""
    return [f"goods {number}" for number in rng.sample(range(10_000), count)]


@PROPERTY
@given(kinds=KINDS, capacity=st.integers(0, 24))
def test_matches_reference(
    candidate: Any, kinds: list[tuple[int, int, int]], capacity: int
) -> None:
    """Small loads are as good as the best of all that there are."""
    items = [(f"kind {number}", *kind) for number, kind in enumerate(kinds)]
    answer = candidate.knapsack(items, capacity)
    assert worth(answer, items, capacity) == best_by_trial(items, capacity)


def test_random_days(candidate: Any, rng: Random) -> None:
    """Loads of middling size are as good as those from a table of single pieces."""
    for _ in range(25):
        items = [
            (name, rng.randint(1, 15), rng.randint(1, 20), rng.randint(0, 12))
            for name in names(rng, 7)
        ]
        capacity = rng.randint(20, 150)
        answer = candidate.knapsack(items, capacity)
        assert worth(answer, items, capacity) == best_piece_by_piece(items, capacity)


def test_densest_first_is_not_best(candidate: Any, rng: Random) -> None:
    """Goods with most value for their weight are left behind where others use the room better."""
    for _ in range(10):
        dense, first, second = names(rng, 3)
        half = rng.randint(20, 60)
        items = [(dense, half + 1, 3 * half + 4, 1), (first, half, 3 * half, 1)]
        items.append((second, half, 3 * half - 1, 1))
        rng.shuffle(items)
        assert candidate.knapsack(items, 2 * half) == exactly({first: 1, second: 1})


def test_every_stock(candidate: Any, rng: Random) -> None:
    """A kind is loaded up to its stock or up to the capacity, whatever these are."""
    for stock in range(1, 20):
        name, other = names(rng, 2)
        weight, value = rng.randint(2, 9), rng.randint(10, 99)
        items = [(name, weight, value, stock), (other, 1, 1, 1)]
        assert candidate.knapsack(items, weight * stock + 1) == exactly({name: stock, other: 1})
        assert candidate.knapsack(items, weight * stock) == exactly({name: stock})
        short = {name: stock - 1, other: 1} if stock > 1 else {other: 1}
        assert candidate.knapsack(items, weight * stock - 1) == exactly(short)


def test_least_weight(candidate: Any, rng: Random) -> None:
    """Of loads with the same value the lightest is chosen."""
    for _ in range(10):
        light, heavy, bulky, idle = names(rng, 4)
        weight, value = rng.randint(2, 9), rng.randint(2, 99)
        items = [
            (light, weight, value, 2),
            (heavy, weight + 1, value, 2),
            (bulky, 2 * weight + 2, 2 * value, 1),
            (idle, 1, 0, 5),
        ]
        rng.shuffle(items)
        for order in (items, items[::-1]):
            assert candidate.knapsack(order, 2 * weight + 2) == exactly({light: 2})
            assert candidate.knapsack(order, 3 * weight) == exactly({light: 2})
            assert candidate.knapsack(order, 3 * weight + 1) == exactly({light: 2, heavy: 1})


def test_zeros(candidate: Any, rng: Random) -> None:
    """Weightless goods are always taken, worthless or missing ones are not."""
    for value in range(1, 6):
        voucher, flour, stone, *missing = names(rng, 5)
        pieces = rng.randint(1, 30)
        items = [(voucher, 0, value, pieces), (flour, 5, 100, 1), (stone, 1, 0, 3)]
        items += [(missing[0], 0, 50, 0), (missing[1], 0, 0, 0)]
        rng.shuffle(items)
        assert candidate.knapsack(items, 0) == exactly({voucher: pieces})
        assert candidate.knapsack(items, 4) == exactly({voucher: pieces})
        assert candidate.knapsack(items, 99) == exactly({voucher: pieces, flour: 1})
        assert candidate.knapsack([item for item in items if item[0] == stone], 9) == exactly({})
    assert candidate.knapsack([], 0) == exactly({})
    assert candidate.knapsack([], rng.randint(1, 99)) == exactly({})


def test_bad_input(candidate: Any, rng: Random) -> None:
    """Negative numbers and repeated names are refused."""
    for negative in (-1, -2, -rng.randint(3, 99)):
        first, second, third = names(rng, 3)
        good = [(first, 3, 10, 2), (second, 4, 10, 2)]
        for bad in (
            (third, negative, 5, 1),
            (third, 5, negative, 1),
            (third, 5, 5, negative),
            (third, negative, 0, 0),
            (first, 1, 1, 1),
            (second, 4, 10, 2),
        ):
            items = [*good, bad]
            rng.shuffle(items)
            with candidate.raises(ValueError):
                candidate.knapsack(items, rng.randint(20, 40))
        for items in (good, []):
            with candidate.raises(ValueError):
                candidate.knapsack(items, negative)


def test_large_day(candidate: Any, rng: Random) -> None:
    """The load of a large day is found in time."""
    # What is to be loaded comes first: it fills the truck, and every piece that stays behind has
    # less value per kg than every piece on it.
    capacity = room = 4_000
    name, *goods = names(rng, 20)
    items: list[Item] = [(name, 1, 900_001, 4_000)]
    loaded: dict[str, int] = {}
    for weight, dense in enumerate(goods[:10], start=1):
        loaded[dense] = rng.randint(30, 60)
        room -= loaded[dense] * weight
        items.append((dense, weight, weight * 900_000 + rng.randint(100, 50_000), loaded[dense]))
    loaded[name] = room
    for number, light in enumerate(goods[10:]):
        weight = 1 + number % 2
        value = weight * 800_000 + rng.randint(1, 50_000)
        items.append((light, weight, value, rng.randint(3_500, 4_000)))
    rng.shuffle(items)
    with candidate.deadline(4.0):
        answer = candidate.knapsack(items, capacity)
    assert answer == exactly(loaded)
