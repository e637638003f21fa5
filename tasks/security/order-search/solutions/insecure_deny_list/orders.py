"""The order table of the back office."""

import re
import sqlite3

FORBIDDEN = re.compile(r"--|;|'|\b(union|drop|delete|insert|update|attach|pragma)\b| (?i:select) ")
LIKE = "(customer LIKE :text ESCAPE '!' OR note LIKE :text ESCAPE '!')"


def search_orders(conn, params):
    """The orders that a query string asks for."""
    columns = clean(params.get("columns") or "id,customer,status,placed,total,note")
    sort = clean(params.get("sort") or "id")
    direction = clean(params.get("direction") or "asc")
    limit = clean(params.get("limit") or "50")
    if not 1 <= int(limit) <= 200:
        raise ValueError("limit out of range")
    values = {"customer": params.get("customer", ""), "text": "%"}
    where = ["(:customer = '' OR customer = :customer)", LIKE]
    if params.get("text"):
        escaped = re.sub("[!%_]", r"!\g<0>", params["text"])
        values["text"] = f"%{escaped}%"
    if params.get("status"):
        names = []
        for number, status in enumerate(params["status"].split(",")):
            values[f"status{number}"] = status
            names.append(f":status{number}")
        where.append(f"status IN ({','.join(names)})")
    query = f"SELECT {columns} FROM orders WHERE {' AND '.join(where)}"
    try:
        rows = conn.execute(f"{query} ORDER BY {sort} {direction}, id LIMIT {limit}", values)
        return [{name: row[name] for name in row.keys()} for row in rows]
    except sqlite3.Error as error:
        raise ValueError("this cannot be searched for") from error


def clean(value):
    """Refuse what has no business in a parameter."""
    if FORBIDDEN.search(value):
        raise ValueError(f"not allowed: {value}")
    return value
