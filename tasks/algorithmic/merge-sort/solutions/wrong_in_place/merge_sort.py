"""Sort report rows by one column."""

from typing import Any

Row = dict[str, Any]


def merge_sort(rows: list[Row], key: str, descending: bool = False) -> list[Row]:
    """Merge sort that writes the merged halves back into the list."""
    if not isinstance(rows, list):
        rows = list(rows)
    absent = [row for row in rows if row.get(key) is None]
    kinds = {isinstance(row[key], str) for row in rows if row.get(key) is not None}
    if len(kinds) == 2:
        raise ValueError("mixed column")
    for row in absent:
        rows.remove(row)
    _sort(rows, key, descending)
    rows.extend(absent)
    return rows[:]


def _sort(rows: list[Row], key: str, descending: bool) -> None:
    if len(rows) <= 1:
        return
    middle = len(rows) // 2
    left, right = rows[:middle], rows[middle:]
    _sort(left, key, descending)
    _sort(right, key, descending)
    i = j = 0
    for k in range(len(rows)):
        if j == len(right):
            take_left = True
        elif i == len(left):
            take_left = False
        elif descending:
            take_left = left[i][key] >= right[j][key]
        else:
            take_left = left[i][key] <= right[j][key]
        if take_left:
            rows[k] = left[i]
            i += 1
        else:
            rows[k] = right[j]
            j += 1
