"""Stable sort of report rows by one column, merging ever longer runs of positions."""

from typing import Any


def merge_sort(
    rows: list[dict[str, Any]] | tuple[dict[str, Any], ...], key: str, descending: bool = False
) -> list[dict[str, Any]]:
    """Return the rows ordered by a column, rows without a value last."""
    values = [row.get(key) for row in rows]
    order = [position for position, value in enumerate(values) if value is not None]
    blank = [position for position, value in enumerate(values) if value is None]
    text = sum(isinstance(values[position], str) for position in order)
    if 0 < text < len(order):
        raise ValueError("a column is either all numbers or all text")

    width = 1
    while width < len(order):
        merged: list[int] = []
        for start in range(0, len(order), 2 * width):
            middle, end = start + width, start + 2 * width
            merged += _merge(order[start:middle], order[middle:end], values, descending)
        order = merged
        width *= 2
    return [rows[position] for position in order + blank]


def _merge(left: list[int], right: list[int], values: list[Any], descending: bool) -> list[int]:
    """Merge two runs; a row of the right run goes first only if it has to."""
    merged = []
    taken = 0
    for position in right:
        value = values[position]
        while taken < len(left):
            other = values[left[taken]]
            if (value > other) if descending else (value < other):
                break
            merged.append(left[taken])
            taken += 1
        merged.append(position)
    return merged + left[taken:]
