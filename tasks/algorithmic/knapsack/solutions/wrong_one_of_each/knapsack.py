"""Most valuable load of a truck."""


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Table of capacities, every kind taken or left."""
    if capacity < 0 or any(min(item[1:]) < 0 for item in items):
        raise ValueError("negative number")
    if len({item[0] for item in items}) < len(items):
        raise ValueError("repeated name")
    table: list[tuple[int, int, dict[str, int]]] = [(0, 0, {})] * (capacity + 1)
    for name, weight, value, stock in items:
        if stock == 0:
            continue
        for room in range(capacity, weight - 1, -1):
            so_far, negative_weight, load = table[room - weight]
            better = (so_far + value, negative_weight - weight)
            if better > table[room][:2]:
                table[room] = (*better, {**load, name: 1})
    return table[capacity][2]
