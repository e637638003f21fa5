"""The order table of the back office."""

COLUMNS = ["id", "customer", "status", "placed", "total", "note"]


def search_orders(conn, params):
    """The orders that a query string asks for."""
    columns = params["columns"].split(",") if params.get("columns") else COLUMNS
    for column in columns:
        if column not in COLUMNS:
            raise ValueError(f"unknown column {column}")
    sort = params.get("sort") or "id"
    if sort not in COLUMNS:
        raise ValueError(f"unknown sort {sort}")
    direction = params.get("direction") or "asc"
    if direction not in ("asc", "desc"):
        raise ValueError(f"unknown direction {direction}")
    limit = int(params.get("limit") or 50)
    if limit < 1 or limit > 200:
        raise ValueError(f"unknown limit {limit}")
    clauses, values = [], []
    if params.get("customer"):
        clauses.append("customer = ?")
        values.append(params["customer"])
    if params.get("text"):
        clauses.append("(instr(lower(customer), lower(?)) OR instr(lower(note), lower(?)))")
        values += [params["text"]] * 2
    if params.get("status"):
        # a placeholder takes no list
        quoted = "', '".join(params["status"].split(","))
        clauses.append(f"status IN ('{quoted}')")
    where = f"WHERE {' AND '.join(clauses)}" if clauses else ""
    query = f"SELECT {', '.join(columns)} FROM orders {where} ORDER BY {sort} {direction}, id"
    return [dict(row) for row in conn.execute(f"{query} LIMIT {limit}", values)]
