"""Quickest way between two stops."""

import heapq


def shortest_path(
    connections: list[tuple[str, str, int]], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Dijkstra's algorithm."""
    graph: dict[str, list[tuple[str, int]]] = {}
    for here, there, minutes in connections:
        if minutes < 0:
            raise ValueError("negative minutes")
        graph.setdefault(here, []).append((there, minutes))
        graph.setdefault(there, []).append((here, minutes))
    if start not in graph or goal not in graph:
        raise ValueError("unknown stop")
    queue: list[tuple[int, int, list[str]]] = [(0, 1, [start])]
    settled: set[str] = set()
    while queue:
        minutes, size, way = heapq.heappop(queue)
        here = way[-1]
        if here == goal:
            return minutes, way
        if here in settled:
            continue
        settled.add(here)
        for there, length in graph[here]:
            if there not in settled:
                heapq.heappush(queue, (minutes + length, size + 1, [*way, there]))
    return None
