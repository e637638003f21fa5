"""Quickest way between two stops."""


def shortest_path(
    connections: list[tuple[str, str, int]], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Bellman and Ford's algorithm."""
    known = {stop for here, there, _ in connections for stop in (here, there)}
    if start not in known or goal not in known or min(c[2] for c in connections) < 0:
        raise ValueError("unknown stop or negative minutes")
    best = {start: (0, 0)}
    before: dict[str, str] = {}
    for _ in known:
        changed = False
        for here, there, minutes in connections:
            if here not in best:
                continue
            cost = (best[here][0] + minutes, best[here][1] + 1)
            if there not in best or cost < best[there]:
                best[there] = cost
                before[there] = here
                changed = True
        if not changed:
            break
    if goal not in best:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return best[goal][0], way[::-1]
