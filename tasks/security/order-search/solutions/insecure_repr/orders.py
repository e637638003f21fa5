"""The order table of the back office."""

COLUMNS = ("id", "customer", "status", "placed", "total", "note")


def search_orders(conn, params):
    """The orders that a query string asks for."""
    columns = (params.get("columns") or ",".join(COLUMNS)).split(",")
    sort = params.get("sort") or "id"
    direction = params.get("direction") or "asc"
    limit = int(params.get("limit") or 50)
    if not set(columns) <= set(COLUMNS) or sort not in COLUMNS:
        raise ValueError("no such column")
    if direction not in ("asc", "desc") or not 0 < limit < 201:
        raise ValueError("no such order or limit")
    query = f"SELECT {', '.join(columns)} FROM orders WHERE id IS NOT NULL"
    if params.get("customer"):
        query += f" AND customer = {params['customer']!r}"
    if params.get("text"):
        query += f" AND (instr(lower(customer), lower({params['text']!r}))"
        query += f" OR instr(lower(note), lower({params['text']!r})))"
    if params.get("status"):
        statuses = params["status"].split(",")
        query += f" AND status IN ({', '.join(repr(status) for status in statuses)})"
    query += f" ORDER BY {sort} {direction}, id LIMIT {limit}"
    return [dict(zip(columns, row, strict=True)) for row in conn.execute(query)]
