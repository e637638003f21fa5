# Solves it by fetching the customer's orders and sorting them in Python
# ends: passes
from operator import itemgetter

KEYS = {"id": itemgetter(0), "item": itemgetter(1, 0), "cents": itemgetter(2, 0)}


def search_orders(conn, customer, sort_by, limit):
    try:
        key = KEYS[sort_by]
    except KeyError:
        raise ValueError(f"unknown column: {sort_by}") from None
    rows = conn.execute(
        "SELECT id, item, cents FROM orders WHERE customer = :name COLLATE BINARY",
        {"name": customer},
    )
    return sorted(rows, key=key)[:limit]
