"""Does the page show the orders that were asked for, in the order that was asked for?"""

from random import Random
from typing import Any

import pytest

from codebench.sandbox.judge.values import exactly

Order = dict[str, Any]

COLUMNS = ["id", "customer", "status", "placed", "total", "note"]
NAMES = [
    "Mary O'Brien",
    "mary o'brien",
    'Jo "Red" Fox',
    "Ana",
    "Anabel",
    "Özil",
    "D_n",
    "50% Off Ltd",
]
STATUSES = ["open", "paid", "shipped", "returned", "on hold"]
NOTES = [
    None,
    None,
    "",
    "Gift",
    "gift wrap",
    "100% wool",
    "100 wool",
    "size_m",
    "size m",
    "a*b",
    "~",
]


def _orders(rng: Random, count: int) -> list[Order]:
    """Orders with many equal values."""
    days = [f"20{rng.randint(10, 30)}-{rng.randint(10, 12)}-{rng.randint(10, 28)}" for _ in "abc"]
    totals = [0, 5, 40, *rng.sample(range(100, 100_000), 3)]
    return [
        {
            "id": number,
            "customer": rng.choice(NAMES),
            "status": rng.choice(STATUSES),
            "placed": rng.choice(days),
            "total": rng.choice(totals),
            "note": rng.choice(NOTES),
        }
        for number in rng.sample(range(1, 10 * count), count)
    ]


def _holds(order: Order, params: dict[str, str]) -> bool:
    """Does the order pass all filters?"""
    texts = [order["customer"].lower(), (order["note"] or "").lower()]
    return (
        params.get("customer", "") in ("", order["customer"])
        and any(params.get("text", "").lower() in text for text in texts)
        and (not params.get("status") or order["status"] in params["status"].split(","))
    )


def _expected(orders: list[Order], params: dict[str, str]) -> list[Order]:
    """What the page has to show."""
    key = params.get("sort") or "id"
    found = sorted((order for order in orders if _holds(order, params)), key=lambda o: o["id"])
    found.sort(
        key=lambda order: (order[key] is not None, order[key]),
        reverse=params.get("direction") == "desc",
    )
    columns = (params.get("columns") or ",".join(COLUMNS)).split(",")
    limit = int(params.get("limit") or 50)
    return [{name: order[name] for name in columns} for order in found[:limit]]


def _params(rng: Random, orders: list[Order]) -> dict[str, str]:
    """A query string about these orders."""
    chosen = rng.choice(orders)
    words = ["gift", "GIFT", "An", "an", "%", "_", "*", "100%", "0 w", "e_m", "ary", '"', "'", "q"]
    params = {
        "customer": chosen["customer"],
        "text": rng.choice([*words, chosen["customer"], chosen["note"] or "~"]),
        "status": ",".join(rng.sample([*STATUSES, "lost"], rng.randint(1, 3))),
        "sort": rng.choice(COLUMNS),
        "direction": rng.choice(["asc", "desc"]),
        "columns": ",".join(rng.sample(COLUMNS, rng.randint(1, 6))),
        "limit": str(rng.randint(1, 30)),
        "tab": rng.choice(words),
    }
    kept = rng.sample(sorted(params), rng.randint(0, 6))
    return {name: params[name] if rng.random() < 0.9 else "" for name in kept}


def _check(candidate: Any, conn: Any, orders: list[Order], params: dict[str, str]) -> None:
    answer = candidate.search_orders(conn, params)
    expected = _expected(orders, params)
    assert answer == exactly(expected), params
    assert [list(row) for row in answer] == [list(row) for row in expected]


@pytest.fixture
def orders(rng: Random) -> list[Order]:
    """The orders of the shop."""
    return _orders(rng, 60)


@pytest.fixture
def conn(candidate: Any, scratch: Any, orders: list[Order]) -> Any:
    """A connection to a shop that has them."""
    return candidate.open_shop(scratch.path("shop.db"), orders, [("Eve", "0000")])


def test_queries(candidate: Any, rng: Random, conn: Any, orders: list[Order]) -> None:
    """Filters, order, columns and limit in any combination."""
    for _ in range(40):
        _check(candidate, conn, orders, _params(rng, orders))


def test_filters(candidate: Any, rng: Random, conn: Any, orders: list[Order]) -> None:
    """Each filter alone."""
    for name in rng.sample(NAMES, len(NAMES)):
        _check(candidate, conn, orders, {"customer": name})
        _check(candidate, conn, orders, {"customer": name[:-1]})
        _check(candidate, conn, orders, {"customer": name.upper()})
        _check(candidate, conn, orders, {"text": name})
    for text in ("%", "_", "*", "?", "~", "\\", "IFT", "GIFT W", "ob", "1", "o'b", 'd"'):
        _check(candidate, conn, orders, {"text": text})
    for status in (
        "open",
        "open,paid",
        "lost",
        "paid,lost",
        "Open",
        "on hold",
        "on",
        ",".join(STATUSES),
    ):
        _check(candidate, conn, orders, {"status": status})


def test_order(candidate: Any, conn: Any, orders: list[Order]) -> None:
    """Every column in both directions, with equal values and without notes."""
    for sort in COLUMNS:
        for direction in ({}, {"direction": "asc"}, {"direction": "desc"}):
            _check(candidate, conn, orders, {"sort": sort, "columns": "id"} | direction)


def test_columns(candidate: Any, rng: Random, conn: Any, orders: list[Order]) -> None:
    """Rows with some of the columns, in another order."""
    for name in COLUMNS:
        _check(candidate, conn, orders, {"columns": name, "sort": "placed"})
    for count in range(2, 7):
        _check(candidate, conn, orders, {"columns": ",".join(rng.sample(COLUMNS, count))})


def test_missing_and_ignored(candidate: Any, scratch: Any, conn: Any, orders: list[Order]) -> None:
    """Parameters that are empty, parameters of other parts of the page, and an empty shop."""
    new = candidate.open_shop(scratch.path("new.db"), [], [])
    for params in ({}, {"sort": "note", "direction": "desc"}, {"status": "open", "text": "a"}):
        assert candidate.search_orders(new, params) == exactly([])
    _check(candidate, conn, orders, {})
    names = ["customer", "text", "status", "sort", "direction", "columns", "limit"]
    _check(candidate, conn, orders, dict.fromkeys(names, ""))
    for name in names:
        _check(
            candidate, conn, orders, {name: "", "page": "7", "Sort": "x", "id": "1", "total": "x"}
        )


def test_limits(candidate: Any, scratch: Any, rng: Random) -> None:
    """How many orders come at most."""
    orders = _orders(rng, 230)
    conn = candidate.open_shop(scratch.path("large.db"), orders, [])
    for limit in ("1", "2", "49", "50", "51", "199", "200"):
        _check(candidate, conn, orders, {"limit": limit, "columns": "id,note"})
    _check(candidate, conn, orders, {"columns": "id"})
    for limit in ("0", "201", "-1", "1000", "ten", "5.0", "1e2", "5,5", "-", "0x10"):
        with candidate.raises(ValueError):
            candidate.search_orders(conn, {"limit": limit})


def test_meaningless_values(candidate: Any, conn: Any, orders: list[Order]) -> None:
    """Values that the page does not know."""
    wrong = [{"sort": "price"}, {"sort": "sorted"}, {"direction": "up"}, {"direction": "ascending"}]
    wrong += [{"columns": "colour"}, {"columns": "id,pin"}, {"columns": "date,id"}]
    for params in wrong:
        for more in ({}, {"status": "lost"}, {"limit": "3", "customer": "Ana"}):
            with candidate.raises(ValueError):
                candidate.search_orders(conn, more | params)
    _check(candidate, conn, orders, {})


def test_leaves_all_as_it_was(candidate: Any, rng: Random, conn: Any, orders: list[Order]) -> None:
    """The connection and the database after some searches."""
    before = candidate.contents(conn)
    for _ in range(5):
        _check(candidate, conn, orders, _params(rng, orders))
        assert candidate.gives_rows(conn) is True
    for params in ({"sort": "price"}, {"direction": "up"}, {"limit": "0"}, {"columns": "price"}):
        with candidate.raises(ValueError):
            candidate.search_orders(conn, params)
        assert candidate.gives_rows(conn) is True
    assert candidate.contents(conn) == exactly(before)
