"""Quickest way between two stops."""


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
    best = {start: (0, 0)}
    before: dict[str, str] = {}
    unvisited = set(graph)
    while unvisited:
        here = min(unvisited, key=lambda stop: best.get(stop, (float("inf"), 0)))
        if here not in best:
            break
        unvisited.remove(here)
        for there, length in graph[here]:
            cost = (best[here][0] + length, best[here][1] + 1)
            if there not in best or cost < best[there]:
                best[there] = cost
                before[there] = here
    if goal not in best:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return best[goal][0], way[::-1]
