"""Most valuable load of a truck."""


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Table of capacities with bundles of 1, 2, 4 ... pieces."""
    if capacity < 0 or any(min(item[1:]) < 0 for item in items):
        raise ValueError("negative number")
    if len({item[0] for item in items}) < len(items):
        raise ValueError("repeated name")
    bundles = []
    for name, weight, value, stock in items:
        left, size = stock, 1
        while size <= left:
            bundles.append((name, size, weight * size, value * size))
            left -= size
            size *= 2
    table = [(0, 0)] * (capacity + 1)
    taken = []
    for _, _, weight, value in bundles:
        takes = bytearray(capacity + 1)
        for room in range(capacity, weight - 1, -1):
            so_far, negative_weight = table[room - weight]
            better = (so_far + value, negative_weight - weight)
            if better > table[room]:
                table[room] = better
                takes[room] = True
        taken.append(takes)
    load: dict[str, int] = {}
    room = capacity
    for (name, size, weight, _), takes in zip(reversed(bundles), reversed(taken), strict=True):
        if takes[room]:
            load[name] = load.get(name, 0) + size
            room -= weight
    return load
