"""Sort report rows by one column."""

from typing import Any

Row = dict[str, Any]


def merge_sort(rows: list[Row], key: str, descending: bool = False) -> list[Row]:
    """Merge sort; rows without a value go last."""
    present = [row for row in rows if row.get(key) is not None]
    absent = [row for row in rows if row.get(key) is None]
    if len({isinstance(row[key], str) for row in present}) == 2:
        raise ValueError("mixed column")
    return _sort(present, key, descending) + absent


def _sort(rows: list[Row], key: str, descending: bool) -> list[Row]:
    if len(rows) <= 1:
        return rows
    middle = len(rows) // 2
    left = _sort(rows[:middle], key, descending)
    right = _sort(rows[middle:], key, descending)
    result = []
    i = j = 0
    while i < len(left) and j < len(right):
        a, b = left[i][key], right[j][key]
        if a > b if descending else a < b:
            result.append(left[i])
            i += 1
        else:
            result.append(right[j])
            j += 1
    result.extend(left[i:])
    result.extend(right[j:])
    return result
