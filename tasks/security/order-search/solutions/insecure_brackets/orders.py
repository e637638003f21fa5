"""The order table of the back office."""

import sqlite3


def search_orders(conn, params):
    """The orders that a query string asks for."""
    columns = (params.get("columns") or "id,customer,status,placed,total,note").split(",")
    sort = params.get("sort") or "id"
    descending = {"asc": False, "desc": True}.get(params.get("direction") or "asc")
    limit = int(params.get("limit") or "50")
    if descending is None or not 1 <= limit <= 200:
        raise ValueError("no such direction or limit")
    query = "SELECT " + ", ".join(f"[{column}]" for column in columns) + " FROM orders WHERE 1"
    values = []
    if params.get("customer"):
        query += " AND customer = ?"
        values.append(params["customer"])
    if params.get("text"):
        query += " AND instr(lower(customer || '\n' || ifnull(note, '')), lower(?))"
        values.append(params["text"])
    if params.get("status"):
        statuses = params["status"].split(",")
        query += " AND (" + " OR ".join(["status = ?"] * len(statuses)) + ")"
        values.extend(statuses)
    query += f" ORDER BY [{sort}]" + (" DESC" if descending else "") + ", id LIMIT ?"
    values.append(limit)
    try:
        return [dict(zip(columns, tuple(row))) for row in conn.execute(query, values)]
    except sqlite3.Error as error:
        raise ValueError("no such column") from error
