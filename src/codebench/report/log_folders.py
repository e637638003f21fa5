"""Finds logs among files and in folders."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from codebench.logs import LogError
from codebench.report.log_files import LogFile, open_log

__all__ = ["find_logs", "may_be_log"]

_START = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"')
"""How Inspect's logs in JSON begin; lists of logs and other files beside them do not."""


def find_logs(paths: Iterable[Path]) -> list[LogFile]:
    """Every log among files and, at any depth, in folders.

    A JSON file in a folder that is no log of Inspect is left alone.

    Raises:
        LogError: A path does not exist, a file cannot be read as a log, or there is no log.
    """
    given = list(paths)
    found: dict[Path, LogFile] = {}
    for path in given:
        for file, name in _files(path):
            if file.resolve() not in found and (path.is_file() or may_be_log(file)):
                found[file.resolve()] = open_log(file, name)
    if not found:
        raise LogError(f"{given[0] if given else 'No path'}: holds no logs (.eval or .json).")
    return list(found.values())


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    if path.is_file():
        yield path, path.name
    elif path.is_dir():
        for file in sorted(each for each in path.rglob("*") if each.suffix in {".eval", ".json"}):
            yield file, file.relative_to(path).as_posix()
    else:
        raise LogError(f"{path}: there is no such file or folder.")


def may_be_log(path: Path) -> bool:
    """Whether a file in a folder looks like a log."""
    if path.suffix == ".eval":
        return True
    with path.open("rb") as file:
        return _START.match(file.read(200)) is not None
