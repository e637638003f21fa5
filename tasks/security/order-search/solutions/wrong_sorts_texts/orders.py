"""The order table of the back office."""

ALL = ["id", "customer", "status", "placed", "total", "note"]


def search_orders(conn, params):
    """The orders that a query string asks for."""
    params = {name: value for name, value in params.items() if value}
    columns = params.get("columns", ",".join(ALL)).split(",")
    sort = params.get("sort", "id")
    direction = params.get("direction", "asc")
    limit = int(params.get("limit", "50"))
    if not {*columns, sort} <= set(ALL) or direction not in ("asc", "desc"):
        raise ValueError("unknown column or direction")
    if not 1 <= limit <= 200:
        raise ValueError("unknown limit")
    found = [dict(row) for row in conn.execute("SELECT * FROM orders ORDER BY id")]
    if "customer" in params:
        found = [order for order in found if order["customer"] == params["customer"]]
    if "text" in params:
        text = params["text"].lower()
        found = [
            order
            for order in found
            if text in order["customer"].lower() or text in (order["note"] or "").lower()
        ]
    if "status" in params:
        found = [order for order in found if order["status"] in params["status"].split(",")]
    found.sort(key=lambda order: str(order[sort] or ""), reverse=direction == "desc")
    return [{name: order[name] for name in columns} for order in found[:limit]]
