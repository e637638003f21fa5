"""Lists and searches the products of the catalogue over HTTP."""

import re
import sqlite3
from contextlib import closing

from flask import Flask, jsonify, request

COLUMNS = ("id", "name", "category", "price")
MAX_TEXT = 60
MAX_IDS = 50
MAX_KEYS = 3
MAX_SIZE = 100
MAX_REACH = 1000
MAX_REVIEWS = 5


class BadRequest(Exception):
    """A parameter cannot be used."""


def create_app() -> Flask:
    """Make the WSGI application."""
    app = Flask(__name__)
    app.register_error_handler(BadRequest, lambda error: (jsonify(error=str(error)), 400))
    app.get("/products")(list_products)
    return app


def list_products():
    """A page of the products that pass the filters."""
    size = whole_number("page_size", 20, 1, MAX_SIZE)
    page = whole_number("page", 1, 1, MAX_REACH // size)
    shown = whole_number("reviews", 0, 0, MAX_REVIEWS)
    where, values = filters()
    order = sort_order()
    with closing(sqlite3.connect("catalogue.db")) as catalogue:
        catalogue.row_factory = sqlite3.Row
        (total,) = catalogue.execute(f"SELECT count(*) FROM products {where}", values).fetchone()
        rows = catalogue.execute(
            f"SELECT * FROM products {where} ORDER BY {order} LIMIT ? OFFSET ?",
            [*values, size, (page - 1) * size],
        )
        products = [dict(row) for row in rows]
        for product in products:
            reviews = catalogue.execute(
                "SELECT id, stars, text FROM reviews WHERE product_id = ? ORDER BY id DESC LIMIT ?",
                (product["id"], shown),
            )
            product["reviews"] = [dict(review) for review in reviews]
    return jsonify(products=products, total=total, page=page, page_size=size)


def integer(text: str, name: str) -> int:
    """The whole number that a text is."""
    if not re.fullmatch("-?[0-9]{1,18}", text):  # longer ones do not fit into a column
        raise BadRequest(f"{name} must be a whole number")
    return int(text)


def whole_number(name: str, default: int, low: int, high: int) -> int:
    """A parameter that is a number in a range."""
    number = integer(request.args.get(name, str(default)), name)
    if not low <= number <= high:
        raise BadRequest(f"{name} must be from {low} to {high}")
    return number


def filters() -> tuple[str, list]:
    """The WHERE clause, and the values of its placeholders."""
    conditions = ["true"]
    values: list = []
    text = request.args.get("q", "")
    if len(text) > MAX_TEXT:
        raise BadRequest(f"q must have at most {MAX_TEXT} characters")
    for word in text.split():
        pattern = "%" + re.sub(r"([%_\\])", r"\\\1", word) + "%"
        conditions.append(r"(name LIKE ? ESCAPE '\' OR description LIKE ? ESCAPE '\')")
        values += [pattern, pattern]
    if "category" in request.args:
        conditions.append("category = ?")
        values.append(request.args["category"])
    if "ids" in request.args:
        ids = request.args["ids"].split(",")
        if len(ids) > MAX_IDS:
            raise BadRequest(f"at most {MAX_IDS} ids can be asked for")
        conditions.append(f"id IN ({','.join('?' * len(ids))})")
        values += [integer(each, "ids") for each in ids]
    return "WHERE " + " AND ".join(conditions), values


def sort_order() -> str:
    """The terms of the ORDER BY clause."""
    keys = request.args["sort"].split(",") if "sort" in request.args else []
    if len(keys) > MAX_KEYS:
        raise BadRequest(f"at most {MAX_KEYS} sort keys can be given")
    terms = []
    for key in keys:
        column = key.removeprefix("-")
        if column not in COLUMNS:
            raise BadRequest("sort must hold id, name, category or price")
        terms.append(f"{column} DESC" if key.startswith("-") else column)
    return ", ".join([*terms, "id"])
