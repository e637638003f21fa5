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
        graph.setdefault(there, [])
    if start not in graph or goal not in graph:
        raise ValueError("unknown stop")
    best = {start: 0}
    before: dict[str, str] = {}
    queue = [(0, start)]
    while queue:
        minutes, here = heapq.heappop(queue)
        if minutes > best[here]:
            continue
        for there, length in graph[here]:
            if there not in best or minutes + length < best[there]:
                best[there] = minutes + length
                before[there] = here
                heapq.heappush(queue, (minutes + length, there))
    if goal not in best:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return best[goal], way[::-1]
