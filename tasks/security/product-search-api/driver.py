"""Fills the catalogue that the service reads, and tells how much work the service had."""

import sqlite3
import time

SCHEMA = """
CREATE TABLE products (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT NOT NULL, category TEXT NOT NULL,
    price INTEGER NOT NULL
);
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL, stars INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE INDEX reviews_of_product ON reviews (product_id);
"""
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
PRODUCTS = "INSERT INTO products SELECT i, ? || i, ? || (i % 97), ? || (i % 5), i % 89 FROM n"
REVIEWS = "INSERT INTO reviews SELECT i, 1 + i % ?, 1 + i % 5, ? || i FROM n"


def _connect() -> sqlite3.Connection:
    connection = sqlite3.connect("catalogue.db")
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;")
    return connection


def fill(products: list[tuple], reviews: list[tuple]) -> None:
    """Make a catalogue of these rows."""
    connection = _connect()
    with connection:
        connection.executescript(SCHEMA)
        connection.executemany("INSERT INTO products VALUES (?, ?, ?, ?, ?)", products)
        connection.executemany("INSERT INTO reviews VALUES (?, ?, ?, ?)", reviews)
    connection.close()


def fill_large(count: int, texts: tuple[str, str, str], reviews: int, popular: int) -> None:
    """Make a catalogue of many products 1, 2, 3 ..., of which the first few have all the reviews."""
    connection = _connect()
    with connection:
        connection.executescript(SCHEMA)
        connection.execute(COUNT + PRODUCTS, (count, *texts))
        connection.execute(COUNT + REVIEWS, (reviews, popular, texts[0]))
    connection.close()


def change(statement: str, values: tuple) -> None:
    """Change the catalogue while the service runs."""
    connection = _connect()
    with connection:
        connection.execute(statement, values)
    connection.close()


def processor_seconds() -> float:
    """Processor time that this process has used, service included."""
    return time.process_time()
