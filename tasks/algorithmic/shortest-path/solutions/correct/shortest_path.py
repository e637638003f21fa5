"""Quickest way between two stops: Dijkstra's algorithm on (minutes, hops)."""

from collections import defaultdict
from heapq import heappop, heappush

Connection = tuple[str, str, int]


def shortest_path(
    connections: list[Connection], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Return minutes and stops of a quickest way with as few stops as possible.

    Raises:
        ValueError: A connection has negative minutes, or start or goal is in none.
    """
    leaving = _by_origin(connections)
    if start not in leaving or goal not in leaving:
        raise ValueError("start and goal have to be stops of some connection")

    nothing = (0, 0)
    best = {start: nothing}
    before: dict[str, str] = {}
    queue = [(*nothing, start)]
    while queue:
        minutes, hops, here = heappop(queue)
        if here == goal:
            return minutes, _way(before, start, goal)
        if (minutes, hops) == best[here]:
            for there, length in leaving[here]:
                cost = (minutes + length, hops + 1)
                if there not in best or cost < best[there]:
                    best[there] = cost
                    before[there] = here
                    heappush(queue, (*cost, there))
    return None


def _by_origin(connections: list[Connection]) -> dict[str, list[tuple[str, int]]]:
    """Connections by the stop they leave from; every known stop is in it."""
    leaving: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for here, there, minutes in connections:
        if minutes < 0:
            raise ValueError(f"negative minutes from {here} to {there}")
        leaving[here].append((there, minutes))
        leaving[there]  # a stop that nothing leaves from is known too
    return dict(leaving)


def _way(before: dict[str, str], start: str, goal: str) -> list[str]:
    stops = [goal]
    while stops[-1] != start:
        stops.append(before[stops[-1]])
    return stops[::-1]
