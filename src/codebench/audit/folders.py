"""Finds files of results, which may lie among much else."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from codebench.audit.model import AuditError

__all__ = ["File", "listed"]

_SUFFIXES = {".eval", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet"}


@dataclass(frozen=True, slots=True)
class File:
    """A file, and how it came here."""

    path: Path
    given: bool
    """Whether the user named it; else it was found in a folder, and may be something else."""


def listed(paths: Iterable[Path]) -> list[File]:
    """Files, and those in folders at any depth whose names are those of results; each once.

    Links to folders are not followed. What is no regular file is passed over in a folder.

    Raises:
        AuditError: A path does not exist, or a folder cannot be read or holds no such file.
    """
    found: dict[Path, File] = {}
    for path in paths:
        try:
            for file in _files(path):
                found.setdefault(file.path.resolve(), file)
        except OSError as error:
            told = error.filename or path
            raise AuditError(f"{told}: cannot be read: {error.strerror}.") from None
    return list(found.values())


def _files(path: Path) -> Iterator[File]:
    if path.is_dir():
        within = sorted(_within(path))
        if not within:
            raise AuditError(f"{path}: no file of results in it.")
        yield from (File(each, given=False) for each in within)
    elif path.exists():
        yield File(path, given=True)
    else:
        raise AuditError(f"{path}: there is no such file or folder.")


def _within(folder: Path) -> Iterator[Path]:
    def stop(error: OSError) -> None:
        raise error

    for parent, _, names in os.walk(folder, onerror=stop):
        for name in names:
            path = Path(parent, name)
            if path.suffix.lower() in _SUFFIXES and path.is_file():
                yield path
