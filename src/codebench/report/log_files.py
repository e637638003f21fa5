"""Reads of a log what a report needs: its header and a few facts of each rollout.

Inspect writes summaries of all rollouts beside them. Reading these as plain data is many times
faster than reading whole rollouts, and several times faster than validating every field of them.
"""

import gc
import json
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import inspect_ai.log  # noqa: F401 -- teaches zipfile the compression that Inspect's logs have

from codebench.logs import LogError

__all__ = ["LogFile", "open_log", "whole_rollouts"]

Raw = dict[str, Any]
"""A JSON object."""

_FINISHED = "success"

_DAMAGED = (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile)
"""What reading stumbles over where a file is damaged, or no log at all."""


@dataclass(frozen=True, slots=True, eq=False)
class LogFile:
    """One log, without what the agents said and did."""

    path: Path
    """Where it is."""

    name: str
    """Its path within the folder that was given; the viewer knows it by this name."""

    written: float
    """When it was written last, in seconds since 1970."""

    status: str
    """What Inspect says of the run: success, started, cancelled or error."""

    spec: Raw
    """Model, task and configuration of the run: the log's `eval`."""

    plan: Raw
    """Solvers of the run."""

    rows: tuple[Raw, ...]
    """One for each rollout that is in the log: its summary."""

    @property
    def finished(self) -> bool:
        """Whether the run came to its end."""
        return self.status == _FINISHED

    @property
    def eval_id(self) -> str:
        """What copies of the log have in common."""
        return str(self.spec.get("eval_id") or self.path)

    @property
    def created(self) -> str:
        """When the run was started."""
        return str(self.spec.get("created", ""))

    @property
    def challenges(self) -> tuple[str, ...]:
        """Every challenge the run was given, whether it came to it or not."""
        planned = (self.spec.get("dataset") or {}).get("sample_ids") or []
        return tuple(dict.fromkeys(str(each) for each in (*planned, *_ids(self.rows))))

    @property
    def epochs(self) -> int:
        """Rollouts of each challenge that the run was to make."""
        return int((self.spec.get("config") or {}).get("epochs") or 1)

    @property
    def not_run(self) -> int:
        """Rollouts that the run was to make, and that are not in the log."""
        return max(len(self.challenges) * self.epochs - len(self.rows), 0)


def open_log(path: Path, name: str = "") -> LogFile:
    """Read header and summaries of a log.

    Raises:
        LogError: It cannot be read as a log.
    """
    try:
        with path.open("rb") as file:
            read = _from_zip if zipfile.is_zipfile(file) else _from_json
        with _without_collection():
            return read(path, name or path.name)
    except _DAMAGED as error:
        told = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise LogError(f"{path}: cannot be read as an Inspect log: {told}.") from error


def whole_rollouts(log: LogFile) -> Iterator[Raw]:
    """Complete rollouts of a log, one at a time.

    Raises:
        LogError: One cannot be read.
    """
    try:
        yield from _whole(log)
    except _DAMAGED as error:
        raise LogError(f"{log.path}: a rollout in it cannot be read: {error}.") from error


@contextmanager
def _without_collection() -> Iterator[None]:
    """Inside, Python looks for no cycles: parsing makes none, and many objects to look through."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _from_zip(path: Path, name: str) -> LogFile:
    with zipfile.ZipFile(path) as archive:
        members = set(archive.namelist())
        head = "header.json" if "header.json" in members else "_journal/start.json"
        header = json.loads(archive.read(head))
        rows = _summaries(archive, members)
        written = time.mktime((*archive.getinfo(head).date_time, 0, 0, -1))
    return _log(path, name, written, header, rows)


def _summaries(archive: zipfile.ZipFile, members: set[str]) -> list[Raw]:
    """Summaries where there are any, whole rollouts where an older Inspect wrote none."""
    if "summaries.json" in members:
        rows: list[Raw] = json.loads(archive.read("summaries.json"))
        return rows
    journal = _journal(members)
    if journal:
        return [row for part in journal for row in json.loads(archive.read(part))]
    return [json.loads(archive.read(each)) for each in members if each.startswith("samples/")]


def _journal(members: Iterable[str]) -> list[str]:
    """Summaries of a run that has not ended, in the order in which they were written."""
    parts = [each for each in members if each.startswith("_journal/summaries/")]
    return sorted(parts, key=lambda each: int(Path(each).stem))


def _from_json(path: Path, name: str) -> LogFile:
    if path.suffix == ".eval":
        raise ValueError("it is cut short; `inspect log recover` may save what is in it")
    header = json.loads(path.read_bytes())
    if not isinstance(header, dict) or "eval" not in header:
        raise ValueError("it says nothing of a run")
    return _log(path, name, path.stat().st_mtime, header, header.get("samples") or [])


def _log(path: Path, name: str, written: float, header: Raw, rows: Sequence[Raw]) -> LogFile:
    checked = [_row(row) for row in rows]
    last = {(row["id"], row["epoch"]): row for row in checked}  # one that was requeued wins
    return LogFile(
        path=path,
        name=name,
        written=written,
        status=header.get("status", "started"),
        spec=header["eval"],
        plan=header.get("plan") or {},
        rows=tuple(last.values()),
    )


def _row(row: Raw) -> Raw:
    """What is needed of a rollout, in the shape in which Inspect writes it.

    Raises:
        ValueError: It has another shape.
    """
    tables = {key: row.get(key) or {} for key in ("scores", "metadata", "model_usage")}
    entries = (*tables["scores"].values(), *tables["model_usage"].values())
    if not isinstance(row["epoch"], int) or not all(isinstance(each, dict) for each in entries):
        raise ValueError("a rollout in it has not the shape that Inspect gives it")
    kept = {key: row.get(key) for key in ("epoch", "uuid", "error", "working_time")}
    return {"id": str(row["id"]), **kept, **tables}


def _whole(log: LogFile) -> Iterator[Raw]:
    if not zipfile.is_zipfile(log.path):
        yield from json.loads(log.path.read_bytes()).get("samples") or []
        return
    wanted = [f"samples/{row['id']}_epoch_{row['epoch']}.json" for row in log.rows]
    with zipfile.ZipFile(log.path) as archive:
        members = set(archive.namelist())
        for member in wanted:
            if member in members:
                yield json.loads(archive.read(member))


def _ids(rows: Iterable[Raw]) -> Iterator[str]:
    return (row["id"] for row in rows)
