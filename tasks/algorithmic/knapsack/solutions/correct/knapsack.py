"""Most valuable load of a truck: a table of capacities, and bundles of 1, 2, 4 ... pieces."""

from collections.abc import Iterator

Item = tuple[str, int, int, int]


def knapsack(items: list[Item], capacity: int) -> dict[str, int]:
    """Return how many pieces of each kind make the most valuable, then lightest load.

    Raises:
        ValueError: A negative number, or a name that occurs twice.
    """
    _check(items, capacity)
    bundles = [
        (name, weight * size, value * size, size)
        for name, weight, value, stock in items
        for size in _bundle_sizes(min(stock, capacity // weight) if weight else stock)
    ]
    # best[load] is the highest value of a load of exactly that weight, -1 where there is none.
    best = [0] + [-1] * capacity
    taken = []
    for _, weight, value, _ in bundles:
        takes = bytearray(len(best))
        for load in range(capacity, weight - 1, -1):
            before = best[load - weight]
            if before >= 0 and before + value > best[load]:
                best[load] = before + value
                takes[load] = True
        taken.append(takes)

    load = best.index(max(best))
    pieces: dict[str, int] = {}
    for (name, weight, _, size), takes in zip(reversed(bundles), reversed(taken)):
        if takes[load]:
            pieces[name] = pieces.get(name, 0) + size
            load -= weight
    return pieces


def _check(items: list[Item], capacity: int) -> None:
    if capacity < 0 or any(min(numbers) < 0 for _, *numbers in items):
        raise ValueError("a negative number")
    if len({name for name, *_ in items}) < len(items):
        raise ValueError("two items have the same name")


def _bundle_sizes(pieces: int) -> Iterator[int]:
    """Sizes whose subset sums are all numbers from 0 to `pieces`."""
    size = 1
    while pieces > 0:
        yield min(size, pieces)
        pieces -= size
        size *= 2
