"""Most valuable load of a truck."""


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Table of capacities, every piece in stock on its own."""
    if capacity < 0 or any(min(item[1:]) < 0 for item in items):
        raise ValueError("negative number")
    if len({item[0] for item in items}) < len(items):
        raise ValueError("repeated name")
    pieces = []
    for name, weight, value, stock in items:
        most = min(stock, capacity // weight) if weight else stock
        pieces += [(name, weight, value)] * most
    table = [(0, 0)] * (capacity + 1)
    taken = []
    for _, weight, value in pieces:
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
    for (name, weight, _), takes in zip(reversed(pieces), reversed(taken), strict=True):
        if takes[room]:
            load[name] = load.get(name, 0) + 1
            room -= weight
    return load
