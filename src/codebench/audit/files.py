"""Files that others wrote: of any size, and perhaps not what their names say."""

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TextIO

from codebench.audit.model import AuditError
from codebench.long_json import MAX_VALUE, Document, JsonError, parse

__all__ = ["MAX_LINE", "document", "fingerprint", "json_lines", "short_lines", "start", "text"]

MAX_LINE = MAX_VALUE
"""Characters of one line, and of one field of a table."""

_START = 2**12

_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd"}
_PACKED[b"PK\x03\x04"] = "zip"


def start(path: Path) -> bytes:
    """The first bytes of a file, to tell what it is.

    Raises:
        AuditError: It is empty, packed, no regular file, or cannot be opened.
    """
    with _naming(path):
        if not stat.S_ISREG(path.stat().st_mode):
            raise AuditError(f"{path}: is no regular file: save what it gives to one first.")
        with path.open("rb") as file:
            head = file.read(_START)
    if not head.strip():
        raise AuditError(f"{path}: the file is empty.")
    for magic, kind in _PACKED.items():
        if head.startswith(magic) and path.suffix != ".eval":
            raise AuditError(f"{path}: is packed with {kind}: unpack it first.")
    return head


@contextmanager
def document(path: Path, limit: int | None = None) -> Iterator[Document]:
    """A JSON document, to be read value by value.

    Args:
        path: The file.
        limit: Characters of one value; None for as many as may be held.

    Raises:
        AuditError: While it is read: it is none, or a single value in it is too long.
    """
    with _naming(path), path.open("rb") as file:
        yield Document(file, limit)


@contextmanager
def text(path: Path) -> Iterator[TextIO]:
    """A text in UTF-8, or in UTF-16 or -32 as its first bytes tell.

    Raises:
        AuditError: While it is read: it is none.
    """
    with _naming(path):
        with path.open("rb") as file:
            encoding = json.detect_encoding(file.read(4))
        with path.open(encoding=encoding, newline="") as file:
            yield file


def short_lines(path: Path, file: IO[str]) -> Iterator[str]:
    """The lines of a text with their ends, one at a time.

    Raises:
        AuditError: One is too long to be held.
    """
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise AuditError(f"{path}: line {number} is longer than {MAX_LINE >> 20} MB.")
        yield line


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON Lines with their line numbers, one at a time.

    Raises:
        AuditError: A line is no JSON object, or too long.
    """
    with text(path) as file:
        for number, line in enumerate(short_lines(path, file), start=1):
            if line.strip():
                yield number, _object(path, number, line)


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = parse(line)
    except JsonError as error:
        raise AuditError(f"{path}: line {number} is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise AuditError(f"{path}: line {number} is no JSON object.")
    return found


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside is told in a sentence that names the file."""
    try:
        yield
    except OSError as error:
        raise AuditError(f"{path}: cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise AuditError(f"{path}: not text in UTF-8 ({error.reason}).") from None
    except JsonError as error:
        raise AuditError(f"{path}: not JSON: {error}.") from None


def fingerprint(answer: object) -> int | None:
    """A hash of an answer, the same for the same answer; None for no answer."""
    if not isinstance(answer, str) or not answer.strip():
        return None
    return hash(answer.strip())
