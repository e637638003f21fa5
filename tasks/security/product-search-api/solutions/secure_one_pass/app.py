"""Product search without a framework: one pass over the catalogue, of which the best rows are kept."""

import heapq
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key, partial
from typing import Any
from urllib.parse import parse_qs

FIELDS = ("id", "name", "description", "category", "price")
SORTABLE = {"id": 0, "name": 1, "category": 3, "price": 4}
REACH = 1000

Row = tuple[Any, ...]
Parameters = dict[str, list[str]]


def create_app() -> Callable[..., Iterable[bytes]]:
    """Make the WSGI application."""
    return serve


def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer one request."""
    status, answer = "200 OK", None
    if environ["PATH_INFO"] != "/products":
        status, answer = "404 Not Found", {"error": "there is only /products"}
    else:
        try:
            answer = search(parse_qs(environ["QUERY_STRING"], keep_blank_values=True))
        except ValueError as error:
            status, answer = "400 Bad Request", {"error": str(error)}
    body = json.dumps(answer).encode()
    start_response(status, [("Content-Type", "application/json")])
    return [body]


def search(parameters: Parameters) -> dict[str, Any]:
    """Answer the question that the parameters ask."""
    size = bounded(parameters, "page_size", 20, 1, 100)
    page = bounded(parameters, "page", 1, 1, REACH // size)
    shown = bounded(parameters, "reviews", 0, 0, 5)
    compare = partial(compare_rows, sort_keys(parameters))
    passes = row_filter(parameters)
    catalogue = sqlite3.connect("catalogue.db")
    try:
        total = 0

        def passing() -> Iterator[Row]:
            nonlocal total
            for row in catalogue.execute(f"SELECT {', '.join(FIELDS)} FROM products"):
                if passes(row):
                    total += 1
                    yield row

        best = heapq.nsmallest(page * size, passing(), cmp_to_key(compare))
        products = [dict(zip(FIELDS, row, strict=True)) for row in best[(page - 1) * size :]]
        for product in products:
            product["reviews"] = newest_reviews(catalogue, product["id"], shown)
    finally:
        catalogue.close()
    return {"products": products, "total": total, "page": page, "page_size": size}


def newest_reviews(catalogue: sqlite3.Connection, product: int, count: int) -> list[dict]:
    """The newest reviews of a product."""
    if not count:
        return []
    rows = catalogue.execute(
        "SELECT id, stars, text FROM reviews WHERE product_id = ? ORDER BY id DESC", (product,)
    )
    return [dict(zip(("id", "stars", "text"), row, strict=True)) for row in rows.fetchmany(count)]


def bounded(parameters: Parameters, name: str, default: int, low: int, high: int) -> int:
    """The number of a parameter, moved into its range."""
    return max(low, min(number(parameters.get(name, [str(default)])[0]), high))


def number(text: str) -> int:
    """The whole number that a text is."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("a whole number is expected")
    return int(text)


def sort_keys(parameters: Parameters) -> list[tuple[int, bool]]:
    """Place of each sort column in a row, and whether it is descending."""
    names = parameters["sort"][0].split(",")[:3] if "sort" in parameters else []
    columns = [name.removeprefix("-") for name in names]
    if not SORTABLE.keys() >= set(columns):
        raise ValueError("there is no such sort key")
    pairs = zip(names, columns, strict=True)
    return [(SORTABLE[column], name != column) for name, column in pairs] + [(0, False)]


def compare_rows(keys: list[tuple[int, bool]], left: Row, right: Row) -> int:
    """Negative if the left row comes first, positive if the right one does."""
    for place, descending in keys:
        if left[place] != right[place]:
            return 1 if (left[place] < right[place]) == descending else -1
    return 0


def row_filter(parameters: Parameters) -> Callable[[Row], bool]:
    """A function that tells whether a row passes the filters."""
    words = parameters.get("q", [""])[0][:60].lower().split()
    category = parameters["category"][0] if "category" in parameters else None
    ids = None
    if "ids" in parameters:
        listed = ",".join(parameters["ids"]).split(",", 50)
        ids = {number(each) for each in listed[:50]}

    def passes(row: Row) -> bool:
        return (
            (ids is None or row[0] in ids)
            and (category is None or row[3] == category)
            and all(word in row[1].lower() or word in row[2].lower() for word in words)
        )

    return passes
