"""Most valuable load of a truck."""


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Table of capacities; pieces can be taken again and again."""
    if capacity < 0 or any(min(item[1:]) < 0 for item in items):
        raise ValueError("negative number")
    if len({item[0] for item in items}) < len(items):
        raise ValueError("repeated name")
    load: dict[str, int] = {}
    table = [(0, 0)] * (capacity + 1)
    last: list[tuple[str, int] | None] = [None] * (capacity + 1)
    for name, weight, value, stock in items:
        if weight == 0:
            if stock and value:
                load[name] = stock
            continue
        for room in range(weight, capacity + 1):
            if not stock:
                break
            so_far, negative_weight = table[room - weight]
            better = (so_far + value, negative_weight - weight)
            if better > table[room]:
                table[room] = better
                last[room] = (name, weight)
    room = capacity
    while (piece := last[room]) is not None:
        name, weight = piece
        load[name] = load.get(name, 0) + 1
        room -= weight
    return load
