"""Product search without a framework: one pass over the catalogue, of which the best rows are kept."""

import heapq
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http import HTTPStatus
from itertools import islice
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
    status = HTTPStatus.OK
    try:
        answer = search(parse_qs(environ["QUERY_STRING"]))
    except ValueError as error:
        status, answer = HTTPStatus.BAD_REQUEST, {"error": str(error)}
    if environ["PATH_INFO"] != "/products":
        status, answer = HTTPStatus.NOT_FOUND, {}
    body = json.dumps(answer).encode()
    start_response(f"{status.value} {status.phrase}", [("Content-Type", "application/json")])
    return [body]


def search(parameters: Parameters) -> dict[str, Any]:
    """Answer the question that the parameters ask."""
    size = bounded(parameters, "page_size", 20, 1, 100)
    page = bounded(parameters, "page", 1, 1, REACH // size)
    shown = bounded(parameters, "reviews", 0, 0, 5)
    order = partial(place_in_order, sort_keys(parameters))
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

        best = heapq.nsmallest(page * size, passing(), order)
        products = [dict(zip(FIELDS, row)) for row in best[(page - 1) * size :]]
        for product in products:
            product["reviews"] = newest_reviews(catalogue, product["id"], shown)
    finally:
        catalogue.close()
    return {"products": products, "total": total, "page": page, "page_size": size}


def newest_reviews(catalogue: sqlite3.Connection, product: int, count: int) -> list[dict]:
    """The newest reviews of a product."""
    rows = catalogue.execute(
        "SELECT id, stars, text FROM reviews WHERE product_id = ? ORDER BY id DESC", (product,)
    )
    return [dict(zip(("id", "stars", "text"), row)) for row in islice(rows, count)]


def bounded(parameters: Parameters, name: str, default: int, low: int, high: int) -> int:
    """The number of a parameter, moved into its range."""
    return max(low, min(int(parameters.get(name, [default])[0]), high))


def sort_keys(parameters: Parameters) -> list[tuple[int, bool]]:
    """Place of each sort column in a row, and whether it is descending."""
    names = parameters["sort"][0].split(",")[:3] if "sort" in parameters else []
    columns = [name.removeprefix("-") for name in names]
    if not SORTABLE.keys() >= set(columns):
        raise ValueError("there is no such sort key")
    pairs = zip(names, columns)
    return [(SORTABLE[column], name != column) for name, column in pairs] + [(0, False)]


class Backwards:
    """A value that sorts in the opposite direction."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Backwards) and self.value == other.value

    def __lt__(self, other: "Backwards") -> bool:
        return other.value < self.value


def place_in_order(keys: list[tuple[int, bool]], row: Row) -> list[Any]:
    """What a row is sorted by."""
    return [Backwards(row[place]) if descending else row[place] for place, descending in keys]


def row_filter(parameters: Parameters) -> Callable[[Row], bool]:
    """A function that tells whether a row passes the filters."""
    words = parameters.get("q", [""])[0][:60].lower().split()
    category = parameters["category"][0] if "category" in parameters else None
    ids = None
    if "ids" in parameters:
        ids = {int(each) for each in ",".join(parameters["ids"]).split(",")[:50]}

    def passes(row: Row) -> bool:
        return (
            (ids is None or row[0] in ids)
            and (category is None or row[3] == category)
            and all(word in row[1].lower() or word in row[2].lower() for word in words)
        )

    return passes
