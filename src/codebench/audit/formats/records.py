"""Rows of a table in any of its forms, one at a time, so that a file may have any size."""

import csv
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from codebench.audit.files import MAX_LINE, document, json_lines, short_lines, text
from codebench.audit.formats.parquet import parquet_records
from codebench.audit.model import AuditError, Foreign

__all__ = ["Head", "Record", "head_of", "records_of"]

Record = Mapping[str, Any]
"""Column to value."""


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a table."""

    names: Sequence[str]
    """Its columns."""
    records: Sequence[Record]
    """Its first rows, with long texts cut short."""


_CELLS = 200_000
_LETTERS = 100


def head_of(path: Path, rows: int) -> Head:
    """Read the beginning: some rows, or fewer where they are wide.

    Raises:
        AuditError: The file is not what its name says, or has no row.
    """
    records: list[Record] = []
    for _, record in islice(records_of(path), rows):
        records.append({name: _short(value) for name, value in record.items()})
        if len(records) * len(record) > _CELLS:
            break
    if not records:
        raise AuditError(f"{path}: the table is empty.")
    return Head(list(dict.fromkeys(name for each in records for name in each)), records)


def _short(value: Any) -> Any:
    return value[:_LETTERS] if isinstance(value, str | list) else value


def records_of(path: Path, only: Collection[str] = ()) -> Iterator[tuple[int, Record]]:
    """Rows with their numbers, one at a time.

    Args:
        path: The file.
        only: Columns that are needed, others may be there as well; none for all.

    Raises:
        AuditError: The file is not what its name says.
    """
    match path.suffix.lower():
        case ".csv" | ".tsv":
            yield from _of_csv(path)
        case ".jsonl" | ".ndjson":
            yield from json_lines(path)
        case ".parquet":
            yield from enumerate(parquet_records(path, only), start=1)
        case _:
            yield from _of_list(path)


def _of_csv(path: Path) -> Iterator[tuple[int, Record]]:
    csv.field_size_limit(MAX_LINE)
    with text(path) as file:
        by = _delimiter(path, file)
        rows = csv.reader(short_lines(path, file), delimiter=by, strict=True)
        try:
            names = _names(path, next(rows, []))
            for row in rows:
                if len(row) == len(names):
                    yield rows.line_num, dict(zip(names, row, strict=True))
                elif row:
                    raise AuditError(f"{path}: line {rows.line_num} has another number of columns.")
        except csv.Error as error:
            told = f"{path}: line {rows.line_num} is not as CSV has it: {error}."
            raise AuditError(told) from None


def _delimiter(path: Path, file: TextIO) -> str:
    """What divides the first line: a comma, or what stands there instead."""
    if path.suffix.lower() == ".tsv":
        return "\t"
    head = file.readline(MAX_LINE)
    file.seek(0)
    return next((each for each in ",;\t" if each in head), ",")


def _names(path: Path, names: list[str]) -> list[str]:
    twice = [name for name, times in Counter(names).items() if times > 1 and name]
    if twice:
        raise AuditError(f"{path}: several columns have the name {twice[0][:60]}.")
    return names


def _of_list(path: Path) -> Iterator[tuple[int, Record]]:
    other = Foreign(f"{path}: neither results of a known benchmark nor a list of objects.")
    with document(path) as found:
        if found.opening != "[":
            raise other
        number = 0
        for _ in found.elements():
            record, number = found.value(), number + 1
            if not isinstance(record, dict):
                raise other
            yield number, record
        found.end()
