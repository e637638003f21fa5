"""Looks up the orders of a customer."""

QUERIES = {
    column: f"SELECT id, item, cents FROM orders WHERE customer = ? COLLATE NOCASE ORDER BY {column}, id LIMIT ?"
    for column in ("id", "item", "cents")
}


def search_orders(conn, customer, sort_by, limit):
    if sort_by not in QUERIES:
        raise ValueError(f"cannot sort by {sort_by!r}")
    return conn.execute(QUERIES[sort_by], (customer, limit)).fetchall()
