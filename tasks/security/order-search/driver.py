"""A shop's database on a file, and a look at what is in it."""

import sqlite3
from typing import Any

SCHEMA = """
    CREATE TABLE orders (
        id INTEGER PRIMARY KEY,
        customer TEXT NOT NULL,
        status TEXT NOT NULL,
        placed TEXT NOT NULL,
        total INTEGER NOT NULL,
        note TEXT
    );
    CREATE TABLE staff (name TEXT PRIMARY KEY, pin TEXT NOT NULL);
"""


def open_shop(
    path: str, orders: list[dict[str, Any]], staff: list[tuple[str, str]]
) -> sqlite3.Connection:
    """Make a shop with these orders and employees, and connect to it."""
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA synchronous = OFF")
    conn.executescript(SCHEMA)
    conn.executemany(
        "INSERT INTO orders VALUES (:id, :customer, :status, :placed, :total, :note)", orders
    )
    conn.executemany("INSERT INTO staff VALUES (?, ?)", staff)
    conn.commit()
    conn.row_factory = sqlite3.Row
    return conn


def contents(conn: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Every table with all of its rows, as this connection sees them."""
    cursor = conn.cursor()
    cursor.row_factory = None
    tables = [name for (name,) in cursor.execute("SELECT name FROM sqlite_master").fetchall()]
    return {
        name: cursor.execute(f'SELECT * FROM "{name}"').fetchall()
        for name in tables
        if not name.startswith("sqlite_")
    }


def gives_rows(conn: sqlite3.Connection) -> bool:
    """Does the connection still give what it gave at first?"""
    row = conn.execute("SELECT 1 AS one").fetchone()
    return conn.row_factory is sqlite3.Row and type(row) is sqlite3.Row
