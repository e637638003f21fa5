"""Most valuable load of a truck."""


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Table of capacities, the highest value wins."""
    if capacity < 0 or any(min(item[1:]) < 0 for item in items):
        raise ValueError("negative number")
    if len({item[0] for item in items}) < len(items):
        raise ValueError("repeated name")
    bundles = []
    for name, weight, value, stock in items:
        left, size = stock, 1
        while left:
            size = min(size, left)
            bundles.append((name, size, weight * size, value * size))
            left -= size
            size *= 2
    table = [0] * (capacity + 1)
    taken = []
    for _, _, weight, value in bundles:
        takes = [False] * (capacity + 1)
        for room in range(capacity, weight - 1, -1):
            if table[room - weight] + value > table[room]:
                table[room] = table[room - weight] + value
                takes[room] = True
        taken.append(takes)
    load: dict[str, int] = {}
    room = capacity
    for (name, size, weight, _), takes in zip(reversed(bundles), reversed(taken), strict=True):
        if takes[room]:
            load[name] = load.get(name, 0) + size
            room -= weight
    return load
