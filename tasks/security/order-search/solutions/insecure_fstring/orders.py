"""The order table of the back office."""

import sqlite3

DEFAULT_COLUMNS = "id,customer,status,placed,total,note"


def search_orders(conn, params):
    """The orders that a query string asks for."""
    where = ["1 = 1"]
    values = []
    if params.get("customer"):
        where.append("customer = ?")
        values.append(params["customer"])
    if params.get("text"):
        pattern = params["text"].replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        where.append("(customer LIKE ? ESCAPE '\\' OR note LIKE ? ESCAPE '\\')")
        values += [f"%{pattern}%", f"%{pattern}%"]
    if params.get("status"):
        statuses = params["status"].split(",")
        where.append(f"status IN ({','.join('?' for _ in statuses)})")
        values += statuses
    limit = params.get("limit") or "50"
    if not 1 <= int(limit) <= 200:
        raise ValueError("limit must be from 1 to 200")
    query = f"""
        SELECT {params.get("columns") or DEFAULT_COLUMNS}
        FROM orders
        WHERE {" AND ".join(where)}
        ORDER BY {params.get("sort") or "id"} {params.get("direction") or "asc"}, id
        LIMIT {int(limit)}
    """
    try:
        return [dict(row) for row in conn.execute(query, values)]
    except sqlite3.Error as error:
        raise ValueError(str(error)) from error
