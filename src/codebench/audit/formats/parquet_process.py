"""Reads a parquet file in a process of its own, which prints one row after the other as JSON.

A damaged file can make pyarrow break off the process that it works in, and a small one can be made
to unpack to all memory there is. Here it is this process that ends.

Run as a script with a path; standard input has a JSON list of the columns to read, none for all
but nested ones. Prints a list of the columns, then a list of values for each row; at last, if it
comes to that, a text that says what is wrong.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

__all__ = ["main"]

_MEMORY = 2**30
"""Bytes that may be taken for the file."""

_ROWS = 200
"""Read at once."""


def main(path: str, only: Sequence[str], output: TextIO) -> int:
    """Print the rows of a file; the exit code says whether all of them were sound."""
    try:
        output.writelines(json.dumps(line, default=str) + "\n" for line in _lines(path, only))
    except Exception as error:  # noqa: BLE001 -- of whatever kind, it is the file's fault
        output.write(json.dumps(_told(error)) + "\n")
        return 1
    return 0


def _told(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "its rows take too much memory"
    return str(error).splitlines()[0][:120] if str(error) else type(error).__name__


def _lines(path: str, only: Sequence[str]) -> Iterator[list[Any]]:
    from pyarrow import types  # noqa: PLC0415 -- an extra
    from pyarrow.parquet import ParquetFile  # noqa: PLC0415 -- likewise

    with ParquetFile(path, pre_buffer=False, buffer_size=2**20) as file:
        flat = [field.name for field in file.schema_arrow if not types.is_nested(field.type)]
        twice = [name for name, times in Counter(flat).items() if times > 1]
        if twice:
            raise ValueError(f"several columns have the name {twice[0][:60]}")
        names = [name for name in flat if not only or name in only]
        yield names
        for batch in file.iter_batches(_ROWS, columns=names, use_threads=False):
            columns = [batch.column(name).to_pylist() for name in names]
            yield from map(list, zip(*columns, strict=True))


def _limit() -> None:
    """Allow no more memory than it takes, where the system says how much that is by now."""
    used = Path("/proc/self/statm")
    if used.exists():
        import resource  # noqa: PLC0415 -- not on every system

        most = int(used.read_text().split()[0]) * resource.getpagesize() + _MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    import pyarrow.parquet  # noqa: F401 -- its own memory is no memory of the file

    _limit()
    sys.exit(main(sys.argv[1], json.load(sys.stdin), sys.stdout))
