"""Files that others wrote: of any size, and perhaps not what their names say."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codebench.audit.model import AuditError

__all__ = ["digest", "lines", "load", "start"]

MAX_DOCUMENT = 512 * 2**20
"""Bytes of a JSON document that is read as a whole; files of lines may have any size."""

MAX_LINE = 32 * 2**20
"""Bytes of one line."""

_START = 2**16


def start(path: Path) -> bytes:
    """The first bytes of a file, to tell what it is.

    Raises:
        AuditError: It cannot be opened.
    """
    try:
        with path.open("rb") as file:
            return file.read(_START)
    except OSError as error:
        raise AuditError(f"{path}: cannot be read: {error.strerror}.") from None


def load(path: Path) -> Any:
    """A JSON document.

    Raises:
        AuditError: It is none, or too large to be read as a whole.
    """
    try:
        size = path.stat().st_size
        if size > MAX_DOCUMENT:
            raise AuditError(
                f"{path}: {size / 2**20:.0f} MB are too much for one JSON document: write one "
                "record per line (JSON Lines), which may have any size."
            )
        return json.loads(path.read_bytes(), parse_constant=_no_constant)
    except OSError as error:
        raise AuditError(f"{path}: cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise AuditError(f"{path}: not JSON: {_brief(error)}.") from None


def lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON Lines with their line numbers, one at a time.

    Raises:
        AuditError: A line is no JSON object, or too long.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise AuditError(f"{path}: line {number} is longer than {MAX_LINE >> 20} MB.")
                if line.strip():
                    yield number, _object(path, number, line)
    except OSError as error:
        raise AuditError(f"{path}: cannot be read: {error.strerror}.") from None


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise AuditError(f"{path}: line {number} is not JSON: {_brief(error)}.") from None
    if not isinstance(found, dict):
        raise AuditError(f"{path}: line {number} is no JSON object.")
    return found


def _no_constant(name: str) -> float:
    return float(name)


def _brief(error: Exception) -> str:
    return "nested too deep" if isinstance(error, RecursionError) else str(error)[:120]


def digest(text: object) -> str | None:
    """A short name of an answer, the same for the same answer; None for no answer."""
    if not isinstance(text, str) or not text.strip():
        return None
    return hashlib.sha256(text.strip().encode("utf-8", "surrogatepass")).hexdigest()[:16]
