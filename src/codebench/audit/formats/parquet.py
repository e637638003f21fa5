"""Rows of a parquet file, some at a time, and only the columns that are needed.

A small parquet file can hold a large value very often. So texts are read as a dictionary of
different values, which takes memory for these alone, and a column that is large even so is not.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from codebench.audit.files import MAX_LINE
from codebench.audit.model import AuditError

__all__ = ["parquet_columns", "parquet_records"]

_ROWS, _BYTES = 1000, 2**21
"""In memory at once, as far as the file says how large its rows are."""

_LARGE = 2**26
"""Bytes of a column in one group of rows."""


def parquet_columns(path: Path) -> dict[str, bool]:
    """Columns that are not nested, and whether they are small enough to be read.

    Raises:
        AuditError: It is no parquet file, or pyarrow is not installed.
    """
    with _naming(path):
        from pyarrow import types  # noqa: PLC0415 -- an extra
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 -- likewise

        with ParquetFile(path) as file:
            flat = [field.name for field in file.schema_arrow if not types.is_nested(field.type)]
            sizes = _sizes(file.metadata)
    twice = [name for name, times in Counter(flat).items() if times > 1]
    if twice:
        raise AuditError(f"{path}: several columns have the name {twice[0][:60]}.")
    return {name: sizes[name] <= _LARGE for name in flat}


def _sizes(metadata: Any) -> Mapping[str, int]:
    """Bytes of each column in its largest group."""
    sizes: dict[str, int] = defaultdict(int)
    for place in range(metadata.num_row_groups):
        group = metadata.row_group(place)
        for column in map(group.column, range(group.num_columns)):
            name = column.path_in_schema
            sizes[name] = max(sizes[name], column.total_uncompressed_size)
    return sizes


def parquet_records(path: Path, only: Collection[str]) -> Iterator[dict[str, Any]]:
    """Rows, one at a time, with some columns.

    Raises:
        AuditError: It is no parquet file, or pyarrow is not installed.
    """
    with _naming(path):
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 -- an extra

        with ParquetFile(path) as file:
            texts = [f.name for f in file.schema_arrow if f.name in only and f.type in _texts()]
            rows = _at_once(file.metadata, only)
        options = {"read_dictionary": texts, "pre_buffer": False, "buffer_size": 2**20}
        with ParquetFile(path, **options) as file:
            for batch in file.iter_batches(rows, columns=list(only)):
                columns = {name: _values(path, batch.column(name)) for name in only}
                for row in range(batch.num_rows):
                    yield {name: values[row] for name, values in columns.items()}


def _at_once(metadata: Any, only: Collection[str]) -> int:
    """Rows that are read together."""
    sizes = _sizes(metadata)
    largest = max(
        (metadata.row_group(n).num_rows for n in range(metadata.num_row_groups)), default=1
    )
    each = sum(sizes[name] for name in only) // max(largest, 1) + 1
    return max(1, min(_ROWS, _BYTES // each))


def _texts() -> tuple[Any, ...]:
    import pyarrow as pa  # noqa: PLC0415 -- an extra

    return pa.string(), pa.large_string(), pa.binary(), pa.large_binary()


def _values(path: Path, column: Any) -> list[Any]:
    if not hasattr(column, "dictionary"):
        return list(column.to_pylist())
    known = column.dictionary.to_pylist()
    if any(isinstance(text, str | bytes) and len(text) > MAX_LINE for text in known):
        raise AuditError(f"{path}: a value in it is longer than {MAX_LINE >> 20} MB.")
    return [None if place is None else known[place] for place in column.indices.to_pylist()]


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside is told in a sentence that names the file."""
    try:
        import pyarrow as pa  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError:
        raise AuditError(f"{path}: parquet needs pyarrow: install `codebench[data]`.") from None
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        told = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise AuditError(f"{path}: not a sound parquet file: {told}.") from None
