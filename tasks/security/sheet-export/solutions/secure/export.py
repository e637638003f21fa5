"""CSV files that the office opens in a spreadsheet."""

import codecs
import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal

_CALCULATED = re.compile(r"\s*[-=+@]")


def export_csv(rows: Sequence[Mapping[str, object]], columns: Mapping[str, str]) -> bytes:
    """The rows as a CSV file, one column for each key of `columns`."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(map(_text, columns.values()))
    for row in rows:
        writer.writerow(_field(row.get(key)) for key in columns)
    return codecs.BOM_UTF8 + file.getvalue().encode()


def _field(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float() | Decimal():
            return _number(Decimal(str(value)))
        case datetime():
            return value.strftime("%Y-%m-%d %H:%M:%S")
        case date():
            return value.isoformat()
        case list():
            return _text("; ".join(value))
        case str():
            return _text(value)
        case _:
            return str(value)


def _number(number: Decimal) -> str:
    """All digits of a number, without an exponent."""
    return format(number, "f") if number.is_finite() else ""


def _text(text: str) -> str:
    """The text, with an apostrophe where a spreadsheet would calculate it."""
    return f"'{text}" if _CALCULATED.match(text) else text
