"""The order table of the back office."""

COLUMNS = ["id", "customer", "status", "placed", "total", "note"]


def search_orders(conn, params):
    """The orders that a query string asks for."""
    columns = params["columns"].split(",") if params.get("columns") else COLUMNS
    sort = params.get("sort") or "id"
    direction = params.get("direction") or "asc"
    limit = int(params.get("limit") or 50)
    if not set(columns) <= set(COLUMNS) or sort not in COLUMNS:
        raise ValueError("unknown column")
    if direction not in ("asc", "desc") or not 1 <= limit <= 200:
        raise ValueError("unknown direction or limit")
    query, values = f"SELECT {','.join(columns)} FROM orders WHERE 1", []
    if params.get("customer"):
        query += " AND customer = ?"
        values.append(params["customer"])
    if params.get("text"):
        query += " AND (customer LIKE ? OR note LIKE ?)"
        values += [f"%{params['text']}%"] * 2
    if params.get("status"):
        statuses = params["status"].split(",")
        query += f" AND status IN ({','.join('?' * len(statuses))})"
        values += statuses
    rows = conn.execute(f"{query} ORDER BY {sort} {direction}, id LIMIT {limit}", values)
    return [dict(row) for row in rows]
