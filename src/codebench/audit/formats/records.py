"""Rows of a table in any of its forms, one at a time, so that a file may have any size."""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codebench.audit.files import lines, load
from codebench.audit.model import AuditError

__all__ = ["Record", "records_of"]

Record = Mapping[str, Any]
"""Column to value."""


def records_of(path: Path) -> Iterator[tuple[int, Record]]:
    """Rows with their numbers, one at a time, of a file of any size.

    Raises:
        AuditError: The file is not what its name says.
    """
    match path.suffix.lower():
        case ".csv" | ".tsv":
            yield from _of_csv(path)
        case ".jsonl" | ".ndjson":
            yield from lines(path)
        case ".parquet":
            yield from _of_parquet(path)
        case _:
            yield from _of_list(path, load(path))


def _of_csv(path: Path) -> Iterator[tuple[int, Record]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ",")
            for record in rows:
                if None in record or None in record.values():
                    raise AuditError(f"{path}: line {rows.line_num} has another number of columns.")
                yield rows.line_num, record
    except (UnicodeDecodeError, csv.Error) as error:
        raise AuditError(f"{path}: not a CSV file in UTF-8: {str(error)[:120]}.") from None
    except OSError as error:
        raise AuditError(f"{path}: cannot be read: {error.strerror}.") from None


def _of_list(path: Path, data: Any) -> Iterator[tuple[int, Record]]:
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise AuditError(f"{path}: neither results of a known benchmark nor a list of objects.")
    yield from enumerate(data, start=1)


def _of_parquet(path: Path) -> Iterator[tuple[int, Record]]:
    try:
        import pyarrow as pa  # noqa: PLC0415 -- an extra
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 -- likewise
    except ModuleNotFoundError:
        raise AuditError(f"{path}: parquet needs pyarrow: install `codebench[data]`.") from None
    number = 0
    try:
        for batch in ParquetFile(path).iter_batches(batch_size=1000):
            for record in batch.to_pylist():
                number += 1
                yield number, record
    except (pa.ArrowException, OSError) as error:
        raise AuditError(f"{path}: not a parquet file: {str(error)[:120]}.") from None
