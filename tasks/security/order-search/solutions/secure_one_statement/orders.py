"""The order table of the back office: one fixed statement finds the orders, Python arranges them."""

import json
import sqlite3
from typing import Any

FIND = """
    SELECT id, customer, status, placed, total, note FROM orders
    WHERE (:customer = '' OR customer = :customer)
    AND (:text = '' OR customer LIKE :text ESCAPE '~' OR note LIKE :text ESCAPE '~')
    AND (:status = '' OR status IN (SELECT value FROM json_each(:status)))
    ORDER BY id
"""


def search_orders(conn: sqlite3.Connection, params: dict[str, str]) -> list[dict[str, Any]]:
    """The orders that a query string asks for."""
    given = {name: value for name, value in params.items() if value}
    limit, descending, key = 50, False, "id"
    columns = ["id", "customer", "status", "placed", "total", "note"]
    match given.get("direction"):
        case "desc":
            descending = True
        case None | "asc":
            pass
        case other:
            raise ValueError(f"cannot sort in direction {other!r}")
    if "sort" in given:
        key = given["sort"]
        if key not in columns:
            raise ValueError(f"cannot sort by {key!r}")
    if "limit" in given:
        limit = int(given["limit"])
        if limit < 1 or limit > 200:
            raise ValueError(f"cannot show {limit} orders")
    if "columns" in given:
        wanted = given["columns"].split(",")
        if not set(wanted) <= set(columns):
            raise ValueError(f"cannot show {wanted!r}")
        columns = wanted
    orders = conn.execute(FIND, _filters(given)).fetchall()
    orders.sort(key=lambda order: (order[key] is not None, order[key]), reverse=descending)
    return [{name: order[name] for name in columns} for order in orders[:limit]]


def _filters(given: dict[str, str]) -> dict[str, str]:
    """The values of the statement's parameters."""
    text = given.get("text", "")
    for special in "~%_":
        text = text.replace(special, f"~{special}")
    return {
        "customer": given.get("customer", ""),
        "text": text and f"%{text}%",
        "status": json.dumps(given["status"].split(",")) if "status" in given else "",
    }
