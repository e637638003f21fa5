"""Sort report rows by one column."""

from typing import Any

Row = dict[str, Any]


def merge_sort(rows: list[Row], key: str, descending: bool = False) -> list[Row]:
    """Put each row where it belongs among the ones before it; rows without a value go last."""
    present = [row for row in rows if row.get(key) is not None]
    absent = [row for row in rows if row.get(key) is None]
    if len({isinstance(row[key], str) for row in present}) == 2:
        raise ValueError("mixed column")
    for index in range(1, len(present)):
        row = present[index]
        place = index
        while place > 0 and _before(row[key], present[place - 1][key], descending):
            present[place] = present[place - 1]
            place -= 1
        present[place] = row
    return present + absent


def _before(value: Any, other: Any, descending: bool) -> bool:
    return bool(value > other if descending else value < other)
