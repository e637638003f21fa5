"""Looks up the orders of a customer; sorted here."""

from operator import itemgetter

PLACES = {"id": 0, "item": 1, "cents": 2}


def search_orders(conn, customer, sort_by, limit):
    place = PLACES.get(sort_by)
    if place is None:
        raise ValueError(f"cannot sort by {sort_by!r}")
    found = conn.execute("SELECT id, item, cents FROM orders WHERE customer = ?", (customer,))
    return sorted(found, key=itemgetter(place, 0))[:limit]
