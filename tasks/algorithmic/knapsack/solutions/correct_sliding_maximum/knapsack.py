"""Most valuable load of a truck, every kind of goods in one pass over the capacities."""

from collections import deque


def knapsack(items: list[tuple[str, int, int, int]], capacity: int) -> dict[str, int]:
    """Find the best load for every capacity, adding one kind after the other.

    Value and weight are one number, `score = value * (capacity + 1) - weight`: more value always
    counts more than less weight.
    """
    if capacity < 0:
        raise ValueError("capacity is negative")
    names = [name for name, _, _, _ in items]
    if len(set(names)) != len(names):
        raise ValueError("a name is used twice")
    for name, weight, value, stock in items:
        if weight < 0 or value < 0 or stock < 0:
            raise ValueError(f"negative number for {name}")

    size = capacity + 1
    scores = [0] * size
    counts = []
    for _, weight, value, stock in items:
        score = value * size - weight
        scores, count = _with_kind(scores, weight, score, stock)
        counts.append(count)

    load = {}
    room = capacity
    for (name, weight, _, _), count in zip(reversed(items), reversed(counts)):
        pieces = count[room]
        if pieces:
            load[name] = pieces
            room -= pieces * weight
    return load


def _with_kind(
    scores: list[int], weight: int, score: int, stock: int
) -> tuple[list[int], list[int]]:
    """Best scores with up to `stock` pieces of one more kind, and the pieces that they take."""
    if weight == 0:
        return [old + stock * score for old in scores], [stock * (score > 0)] * len(scores)
    best = scores[:]
    count = [0] * len(scores)
    for rest in range(min(weight, len(scores))):
        # Falling candidates (old score less what the pieces so far would add, number of pieces).
        window: deque[tuple[int, int]] = deque()
        for steps, room in enumerate(range(rest, len(scores), weight)):
            level = scores[room] - steps * score
            while window and window[-1][0] <= level:
                window.pop()
            window.append((level, steps))
            if window[0][1] < steps - stock:
                window.popleft()
            best[room] = window[0][0] + steps * score
            count[room] = steps - window[0][1]
    return best, count
