"""CSV files that the office opens in a spreadsheet, written field by field."""

from datetime import date
from decimal import Decimal
from typing import Any

STARTS = ("=", "+", "-", "@")
SPECIAL = frozenset('",\r\n')
BYTE_ORDER_MARK = "\ufeff"


def export_csv(rows: list[dict[str, Any]], columns: dict[str, str]) -> bytes:
    """The rows as a CSV file, headings first."""
    lines = [[as_text(heading) for heading in columns.values()]]
    lines += [[as_field(row.get(key)) for key in columns] for row in rows]
    text = "".join(",".join(map(quoted, line)) + "\r\n" for line in lines)
    return (BYTE_ORDER_MARK + text).encode()


def as_field(value: Any) -> str:
    """Any value as it stands in the file, before quotes."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float | Decimal):
        return plain(str(value))
    if isinstance(value, date):
        return str(value)[: len("2026-05-31 09:05:00")]
    if isinstance(value, list):
        return as_text("; ".join(value))
    return as_text(value) if isinstance(value, str) else str(value)


def plain(number: str) -> str:
    """A number as Python writes it, without an exponent."""
    if not number[-1].isdigit():
        return ""
    return f"{Decimal(number):f}"


def as_text(text: str) -> str:
    """A text with an apostrophe before it, if it would be calculated."""
    return "'" + text if text.lstrip().startswith(STARTS) else text


def quoted(field: str) -> str:
    """The field in quotes, if it needs them."""
    if SPECIAL.isdisjoint(field):
        return field
    return '"' + field.replace('"', '""') + '"'
