"""Stable sort of report rows by one column."""

from collections.abc import Callable, Sequence
from operator import ge, le
from typing import Any

Row = dict[str, Any]
Keyed = tuple[Any, Row]


def merge_sort(rows: Sequence[Row], key: str, descending: bool = False) -> list[Row]:
    """Order rows by a column; ties keep their order and rows without a value go last.

    Raises:
        ValueError: The column holds both numbers and text.
    """
    keyed = [(row[key], row) for row in rows if row.get(key) is not None]
    if len({isinstance(value, str) for value, _ in keyed}) > 1:
        raise ValueError(f"column {key!r} holds both numbers and text")
    ordered = _sort(keyed, ge if descending else le)
    return [row for _, row in ordered] + [row for row in rows if row.get(key) is None]


def _sort(items: list[Keyed], may_precede: Callable[[Any, Any], bool]) -> list[Keyed]:
    if len(items) < 2:
        return items
    middle = len(items) // 2
    left = _sort(items[:middle], may_precede)
    right = _sort(items[middle:], may_precede)
    merged: list[Keyed] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if may_precede(left[i][0], right[j][0]):
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]
