"""Quickest way between two stops."""

import heapq


def shortest_path(
    connections: list[tuple[str, str, int]], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Dijkstra's algorithm."""
    graph: dict[str, dict[str, int]] = {}
    for here, there, minutes in connections:
        if minutes < 0:
            raise ValueError("negative minutes")
        graph.setdefault(here, {})[there] = minutes
        graph.setdefault(there, {})
    if start not in graph or goal not in graph:
        raise ValueError("unknown stop")
    queue = [(0, 0, start, "")]
    before: dict[str, str] = {}
    while queue:
        minutes, hops, here, previous = heapq.heappop(queue)
        if here in before:
            continue
        before[here] = previous
        if here == goal:
            way = [goal]
            while way[-1] != start:
                way.append(before[way[-1]])
            return minutes, way[::-1]
        for there, length in graph[here].items():
            if there not in before:
                heapq.heappush(queue, (minutes + length, hops + 1, there, here))
    return None
