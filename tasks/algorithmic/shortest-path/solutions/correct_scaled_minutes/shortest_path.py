"""Quickest way between two stops, with one integer for minutes and hops together.

A way without repetition has fewer hops than there are stops. So a connection of m minutes gets the
length m * stops + 1: minutes decide, and hops decide between equal minutes.
"""

import heapq


def shortest_path(
    connections: list[tuple[str, str, int]], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Search backwards from the goal, then walk forward along falling distances."""
    stops = {stop for here, there, _ in connections for stop in (here, there)}
    if not {start, goal} <= stops:
        raise ValueError(f"unknown stop among {start!r} and {goal!r}")
    if min(minutes for _, _, minutes in connections) < 0:
        raise ValueError("minutes cannot be negative")

    scale = len(stops)
    arriving: dict[str, list[tuple[str, int]]] = {stop: [] for stop in stops}
    for here, there, minutes in connections:
        arriving[there].append((here, minutes * scale + 1))

    onward: dict[str, str] = {}
    length = {goal: 0}
    done = set()
    queue = [(0, goal)]
    while queue and start not in done:
        so_far, there = heapq.heappop(queue)
        if there not in done:
            done.add(there)
            for here, step in arriving[there]:
                if here not in length or so_far + step < length[here]:
                    length[here] = so_far + step
                    onward[here] = there
                    heapq.heappush(queue, (so_far + step, here))
    if start not in done:
        return None
    way = [start]
    while way[-1] != goal:
        way.append(onward[way[-1]])
    return length[start] // scale, way
