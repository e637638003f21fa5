"""Quickest way between two stops."""

import heapq


def shortest_path(
    connections: list[tuple[str, str, int]], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Dijkstra's algorithm."""
    graph: dict[str, list[tuple[str, int]]] = {}
    for here, there, minutes in connections:
        graph.setdefault(here, []).append((there, minutes))
        graph.setdefault(there, [])
    if start not in graph or goal not in graph:
        raise ValueError("unknown stop")
    best = {start: (0, 0)}
    before: dict[str, str] = {}
    queue = [(0, 0, start)]
    while queue:
        minutes, hops, here = heapq.heappop(queue)
        if (minutes, hops) > best[here]:
            continue
        for there, length in graph[here]:
            if length < 0:
                raise ValueError("negative minutes")
            cost = (minutes + length, hops + 1)
            if there not in best or cost < best[there]:
                best[there] = cost
                before[there] = here
                heapq.heappush(queue, (*cost, there))
    if goal not in best:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return best[goal][0], way[::-1]
