"""Sort report rows by one column."""

from typing import Any

Row = dict[str, Any]


def merge_sort(rows: list[Row], key: str, descending: bool = False) -> list[Row]:
    """Merge sort ascending, turned round for descending; rows without a value go last."""
    present = [row for row in rows if row.get(key) is not None]
    absent = [row for row in rows if row.get(key) is None]
    if len({isinstance(row[key], str) for row in present}) == 2:
        raise ValueError("mixed column")
    ordered = _sort(present, key)
    if descending:
        ordered.reverse()
    return ordered + absent


def _sort(rows: list[Row], key: str) -> list[Row]:
    if len(rows) <= 1:
        return rows
    middle = len(rows) // 2
    left, right = _sort(rows[:middle], key), _sort(rows[middle:], key)
    result = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i][key] <= right[j][key]:
            result.append(left[i])
            i += 1
        else:
            result.append(right[j])
            j += 1
    return result + left[i:] + right[j:]
