"""Rows of a parquet file, one at a time, and only the columns that are needed."""

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, cast

from codebench.audit.files import short_lines
from codebench.audit.model import AuditError
from codebench.long_json import parse

__all__ = ["parquet_records"]

_SCRIPT = Path(__file__).with_name("parquet_process.py")


def parquet_records(path: Path, only: Collection[str]) -> Iterator[dict[str, Any]]:
    """Rows, read in another process.

    Args:
        path: The file.
        only: Columns to read; none for all that are not nested.

    Raises:
        AuditError: It is no parquet file, or pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise AuditError(f"{path}: parquet needs pyarrow: install `codebench[data]`.")
    names: list[str] = []
    for line in _lines(path, only):
        found = parse(line)
        if isinstance(found, str):
            raise AuditError(f"{path}: not a sound parquet file: {found}.")
        if names:
            yield dict(zip(names, found, strict=True))
        names = names or found


def _lines(path: Path, only: Collection[str]) -> Iterator[str]:
    """What the other process prints. It is ended as soon as nobody listens any more."""
    with _started(path) as process:
        asked, printed = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        try:
            with suppress(BrokenPipeError), asked:  # it may break off before it reads
                asked.write(json.dumps(list(only)))
            yield from (line for line in short_lines(path, printed) if line.endswith("\n"))
            if process.wait():
                raise AuditError(f"{path}: not a sound parquet file: pyarrow breaks off at it.")
        finally:
            process.kill()


def _started(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", _SCRIPT, path.resolve()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"ARROW_DEFAULT_MEMORY_POOL": "system"},  # others reserve far more
    )
