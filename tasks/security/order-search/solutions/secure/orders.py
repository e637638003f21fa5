"""The order table of the back office."""

import sqlite3
from typing import Any

COLUMNS = ["id", "customer", "status", "placed", "total", "note"]
DIRECTIONS = ["asc", "desc"]
MOST = 200


def search_orders(conn: sqlite3.Connection, params: dict[str, str]) -> list[dict[str, Any]]:
    """The orders that a query string asks for."""
    columns = [_one_of(COLUMNS, name) for name in _split(params.get("columns"))] or COLUMNS
    sort = _one_of(COLUMNS, params.get("sort") or "id")
    direction = _one_of(DIRECTIONS, params.get("direction") or "asc")
    limit = _limit(params.get("limit") or "50")
    conditions = ["1"]
    values: list[str | int] = []
    if customer := params.get("customer"):
        conditions.append("customer = ?")
        values.append(customer)
    if text := params.get("text"):
        conditions.append("(instr(lower(customer), lower(?)) OR instr(lower(note), lower(?)))")
        values += [text, text]
    if statuses := _split(params.get("status")):
        conditions.append(f"status IN ({', '.join('?' * len(statuses))})")
        values += statuses
    rows = conn.execute(
        f"SELECT {', '.join(columns)} FROM orders WHERE {' AND '.join(conditions)}"
        f" ORDER BY {sort} {direction}, id LIMIT ?",
        [*values, limit],
    )
    return [dict(row) for row in rows]


def _split(text: str | None) -> list[str]:
    """The parts of a list with commas."""
    return text.split(",") if text else []


def _one_of(known: list[str], name: str) -> str:
    """The name, if it is one that is known."""
    if name not in known:
        raise ValueError(f"there is no {name!r}")
    return name


def _limit(text: str) -> int:
    """The number that a text stands for."""
    limit = int(text)
    if not 1 <= limit <= MOST:
        raise ValueError(f"the limit is from 1 to {MOST}")
    return limit
