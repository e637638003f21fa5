"""Is the way that comes back a real one, and is no other way better?"""

from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from codebench.sandbox.judge.values import exactly

Connection = tuple[str, str, int]
Cost = tuple[int, int]

PROPERTY = settings(max_examples=60, deadline=None, database=None, phases=[Phase.generate])
STOPS = st.sampled_from("ABCDE")
CONNECTIONS = st.lists(st.tuples(STOPS, STOPS, st.integers(0, 4)), min_size=1, max_size=14)


def best_cost(connections: list[Connection], start: str, goal: str) -> Cost | None:
    """Fewest minutes, then fewest hops: relax every connection until nothing changes."""
    costs: dict[str, Cost] = {start: (0, 0)}
    changed = True
    while changed:
        changed = False
        for here, there, minutes in connections:
            if here in costs:
                cost = (costs[here][0] + minutes, costs[here][1] + 1)
                if there not in costs or cost < costs[there]:
                    costs[there] = cost
                    changed = True
    return costs.get(goal)


def check(answer: Any, connections: list[Connection], start: str, goal: str) -> None:
    """Assert that the answer is a best way from start to goal."""
    best = best_cost(connections, start, goal)
    if best is None:
        assert answer is None
        return
    assert type(answer) is tuple
    assert len(answer) == 2
    minutes, stops = answer
    assert minutes == exactly(best[0])
    assert type(stops) is list
    assert len(stops) == best[1] + 1
    assert (stops[0], stops[-1]) == exactly((start, goal))
    quickest: dict[tuple[str, str], int] = {}
    for here, there, length in connections:
        quickest[here, there] = min(length, quickest.get((here, there), length))
    hops = list(pairwise(stops))
    assert all(hop in quickest for hop in hops)
    assert sum(quickest[hop] for hop in hops) == best[0]


def names(rng: Random, count: int) -> list[str]:
    """Distinct names of stops."""
    return [f"stop {number}" for number in rng.sample(range(10_000), count)]


@PROPERTY
@given(connections=CONNECTIONS, data=st.data())
def test_matches_reference(
    candidate: Any, connections: list[Connection], data: st.DataObject
) -> None:
    """Answers on small maps are as good as those of a slow reference."""
    known = sorted({stop for here, there, _ in connections for stop in (here, there)})
    start, goal = data.draw(st.sampled_from(known)), data.draw(st.sampled_from(known))
    check(candidate.shortest_path(connections, start, goal), connections, start, goal)


def test_random_maps(candidate: Any, rng: Random) -> None:
    """Answers on larger maps with many equal minutes are as good as those of a slow reference."""
    for _ in range(40):
        stops = names(rng, 15)
        longest = rng.choice([1, 3, 30])
        connections = [
            (rng.choice(stops), rng.choice(stops), rng.randint(0, longest)) for _ in range(45)
        ]
        start, goal = connections[0][0], connections[1][1]
        check(candidate.shortest_path(connections, start, goal), connections, start, goal)


def test_detours(candidate: Any, rng: Random) -> None:
    """A way over many stops is taken if it is quicker than a direct connection."""
    for size in (3, 6, 12):
        stops = names(rng, size)
        legs = [rng.randint(1, 9) for _ in stops[1:]]
        chain = list(zip(stops, stops[1:], legs, strict=False))
        for extra in (1, 0, -1):
            connections = [*chain, (stops[0], stops[-1], sum(legs) + extra)]
            rng.shuffle(connections)
            minutes, way = sum(legs) + min(extra, 0), stops if extra > 0 else [stops[0], stops[-1]]
            answer = candidate.shortest_path(connections, stops[0], stops[-1])
            assert answer == exactly((minutes, way))


def test_one_way_only(candidate: Any, rng: Random) -> None:
    """Connections are not used against their direction."""
    for _ in range(5):
        here, there, far = names(rng, 3)
        minutes = rng.randint(1, 9)
        connections = [(here, there, minutes), (far, there, 0), (far, here, minutes)]
        rng.shuffle(connections)
        expected = exactly((minutes, [here, there]))
        assert candidate.shortest_path(connections, here, there) == expected
        assert candidate.shortest_path(connections, there, here) is None
        assert candidate.shortest_path(connections, here, far) is None


def test_several_connections(candidate: Any, rng: Random) -> None:
    """Of several connections between two stops the quickest counts, in whatever order."""
    for place in range(4):
        first, second, third = names(rng, 3)
        slow = rng.sample(range(50, 90), 6)
        quick = rng.sample(range(10), 2)
        legs = [(first, second, minutes) for minutes in slow[:3]]
        legs.insert(place, (first, second, quick[0]))
        more = [(second, third, minutes) for minutes in slow[3:]]
        more.insert(place, (second, third, quick[1]))
        answer = candidate.shortest_path(legs + more, first, third)
        assert answer == exactly((sum(quick), [first, second, third]))


def test_fewest_stops(candidate: Any, rng: Random) -> None:
    """Among equally quick ways one with the fewest stops is given."""
    for size in (4, 6):
        for leg in range(size - 1):
            middle, *stops = names(rng, size + 1)
            minutes = rng.randint(1, 9)
            chain = [(here, there, 0) for here, there in pairwise(stops)]
            chain[leg] = (*chain[leg][:2], minutes)
            for first, second in ((0, minutes), (minutes, 0)):
                shortcut = [(stops[0], middle, first), (middle, stops[-1], second)]
                expected = exactly((minutes, [stops[0], middle, stops[-1]]))
                for connections in (chain + shortcut, shortcut + chain):
                    answer = candidate.shortest_path(connections, stops[0], stops[-1])
                    assert answer == expected


def test_no_way_or_no_move(candidate: Any, rng: Random) -> None:
    """A goal out of reach gives nothing, and a stop is at no distance from itself."""
    for _ in range(5):
        first, second, third, fourth, fifth = names(rng, 5)
        minutes = rng.randint(0, 9)
        loop = [(first, second, minutes), (second, first, 0), (first, first, minutes)]
        island = [(third, fourth, minutes), (fifth, fifth, 1)]
        connections = loop + island
        rng.shuffle(connections)
        for stop in (first, fourth, fifth):
            assert candidate.shortest_path(connections, stop, stop) == exactly((0, [stop]))
        for goal in (third, fourth, fifth):
            assert candidate.shortest_path(connections, second, goal) is None


def test_bad_input(candidate: Any, rng: Random) -> None:
    """Negative minutes and stops that nobody knows are refused."""
    for _ in range(5):
        first, second, third, fourth, unknown = names(rng, 5)
        good = [(first, second, rng.randint(0, 9)), (second, third, 0)]
        for bad in ((first, second, -1), (third, second, -rng.randint(1, 9)), (fourth, first, -1)):
            connections = [*good, bad]
            rng.shuffle(connections)
            with candidate.raises(ValueError):
                candidate.shortest_path(connections, first, third)
            with candidate.raises(ValueError):
                candidate.shortest_path(connections, first, first)
        for start, goal in ((first, unknown), (unknown, first), (unknown, unknown)):
            with candidate.raises(ValueError):
                candidate.shortest_path(good, start, goal)
    with candidate.raises(ValueError):
        candidate.shortest_path([], first, first)


def test_large_map(candidate: Any, rng: Random) -> None:
    """The way through a whole city is found in time."""
    stops = names(rng, 10_000) + [f"halt {number}" for number in range(2_000)]
    line, others = stops[:2_000], stops[2_000:]
    # Every stop gets its distance first. Each of the others is reached from the line in exactly
    # that time; all further connections are a little too slow to be of use.
    distance = {line[0]: 0}
    for here, there in pairwise(line):
        distance[there] = distance[here] + rng.randint(1, 9)
    connections = [(a, b, distance[b] - distance[a]) for a, b in pairwise(line)]
    for stop in others:
        origin = rng.randrange(len(line) - 1)
        distance[stop] = rng.randint(distance[line[origin]], distance[line[-1]] - 1)
        connections.append((line[origin], stop, distance[stop] - distance[line[origin]]))
    while len(connections) < 40_000:
        here, there = rng.choice(stops), rng.choice(stops)
        slack = rng.randint(1, 20)
        connections.append((here, there, max(0, distance[there] - distance[here]) + slack))
    connections.reverse()
    with candidate.deadline(2.0):
        answer = candidate.shortest_path(connections, line[0], line[-1])
    assert answer == exactly((distance[line[-1]], line))
