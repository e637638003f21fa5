# Filters and sorts with lazy iterators and a heap
# ends: passes
import heapq
from itertools import islice


def own_rows(conn, customer):
    cursor = conn.cursor()
    cursor.execute("SELECT customer, id, item, cents FROM orders")
    while batch := cursor.fetchmany(7):
        yield from ((key, item, cents) for name, key, item, cents in batch if name == customer)


def in_order(rows, place):
    heap = [(row[place], row[0], row) for row in rows]
    heapq.heapify(heap)
    while heap:
        yield heapq.heappop(heap)[2]


def search_orders(conn, customer, sort_by, limit):
    if sort_by not in ("id", "item", "cents"):
        raise ValueError(sort_by)
    place = ("id", "item", "cents").index(sort_by)
    return list(islice(in_order(own_rows(conn, customer), place), limit))
