"""Most valuable load of a truck."""


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Load what has most value per kg first."""
    if capacity < 0 or any(min(item[1:]) < 0 for item in items):
        raise ValueError("negative number")
    if len({item[0] for item in items}) < len(items):
        raise ValueError("repeated name")
    load = {}
    densest_first = sorted(
        items, key=lambda item: item[2] / item[1] if item[1] else float("inf"), reverse=True
    )
    for name, weight, value, stock in densest_first:
        pieces = min(stock, capacity // weight) if weight else stock
        if pieces and value:
            load[name] = pieces
            capacity -= pieces * weight
    return load
