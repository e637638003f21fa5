"""Stable sort of report rows: the built-in sort is a merge sort already."""

from typing import Any

Row = dict[str, Any]


def merge_sort(rows: list[Row] | tuple[Row, ...], key: str, descending: bool = False) -> list[Row]:
    """Return a new list of the rows in the order of a column."""
    present: list[Row] = []
    absent: list[Row] = []
    for row in rows:
        (absent if row.get(key) is None else present).append(row)
    try:
        distinct = sorted({row[key] for row in present}, reverse=descending)
    except TypeError as error:
        raise ValueError(f"values of {key} cannot be compared") from error
    rank = {value: place for place, value in enumerate(distinct)}
    present.sort(key=lambda row: rank[row[key]])
    return present + absent
