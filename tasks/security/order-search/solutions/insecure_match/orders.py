"""The order table of the back office."""

import re
import sqlite3

DIRECTION = re.compile(r"(asc|desc)\b")
LIMIT = re.compile(r"([1-9]\d?|1\d\d|200)(\s|$)")
COLUMN = re.compile(r"(id|customer|status|placed|total|note)\b")


def search_orders(conn, params):
    """The orders that a query string asks for."""
    chosen = {
        "columns": "id,customer,status,placed,total,note",
        "sort": "id",
        "direction": "asc",
        "limit": "50",
    }
    chosen.update((name, value) for name, value in params.items() if value)
    for name, pattern in [("sort", COLUMN), ("direction", DIRECTION), ("limit", LIMIT)]:
        if not pattern.match(chosen[name]):
            raise ValueError(f"{name} cannot be {chosen[name]}")
    if not all(COLUMN.match(column) for column in chosen["columns"].split(",")):
        raise ValueError("columns cannot be so")
    conditions = ["total = total"]
    if "customer" in chosen:
        conditions.append("customer = :customer")
    if "text" in chosen:
        conditions.append("instr(lower(customer || '\n' || coalesce(note, '')), lower(:text))")
    if "status" in chosen:
        conditions.append("status IN (SELECT value FROM json_each(:statuses))")
        words = ",".join('"' + word.replace('"', "") + '"' for word in chosen["status"].split(","))
        chosen["statuses"] = f"[{words}]"
    query = (
        "SELECT {columns} FROM orders WHERE {where} ORDER BY {sort} {direction}, id LIMIT {limit}"
    )
    try:
        rows = conn.execute(query.format(where=" AND ".join(conditions), **chosen), chosen)
        return [dict(row) for row in rows]
    except sqlite3.OperationalError as error:
        raise ValueError(f"cannot search: {error}") from error
