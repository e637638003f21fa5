"""Reads of a log what a report needs: its header and a few facts of each rollout.

Inspect writes summaries of all rollouts beside them. Reading these as plain data is many times
faster than reading whole rollouts, and several times faster than validating every field of them.
"""

import gc
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codebench.logs import LogError
from codebench.report.log_parts import (
    Parts,
    Raw,
    parts_of_json,
    parts_of_zip,
    stores_of_json,
    stores_of_zip,
)

__all__ = ["LogFile", "Raw", "open_log", "whole_rollouts"]

_FINISHED = "success"


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
        with _without_collection():
            header, rows, written = _parts(path)
    except Exception as error:  # a damaged file can make what unpacks it stumble anywhere
        raise LogError(f"{path}: cannot be read as an Inspect log: {_told(error)}.") from error
    last = {(row["id"], row["epoch"]): row for row in rows}  # one that was requeued wins
    return LogFile(
        path=path,
        name=name or path.name,
        written=written,
        status=header.get("status") or "started",
        spec=header["eval"],
        plan=header.get("plan") or {},
        rows=tuple(last.values()),
    )


def _parts(path: Path) -> Parts:
    if zipfile.is_zipfile(path):
        return parts_of_zip(path)
    if path.suffix == ".eval":
        raise ValueError("it is cut short; `inspect log recover` may save what is in it")
    return parts_of_json(path)


def whole_rollouts(log: LogFile) -> Iterator[Raw]:
    """The rollouts of a log with their stores, one at a time: `id`, `epoch` and `store`.

    Raises:
        LogError: One cannot be read.
    """
    rollouts = _whole(log)
    while True:
        try:
            rollout = next(rollouts, None)
        except Exception as error:  # as above
            told = f"a rollout in it cannot be read: {_told(error)}"
            raise LogError(f"{log.path}: {told}.") from error
        if rollout is None:
            return
        yield rollout


def _whole(log: LogFile) -> Iterator[Raw]:
    if not zipfile.is_zipfile(log.path):
        return stores_of_json(log.path)
    return stores_of_zip(log.path, log.rows)


def _told(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__


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


def _ids(rows: Iterable[Raw]) -> Iterator[str]:
    return (row["id"] for row in rows)
