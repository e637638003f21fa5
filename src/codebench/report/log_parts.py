"""The parts of a log that a report needs, read one at a time from files of any size."""

import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import inspect_ai.log  # noqa: F401 -- teaches zipfile the compression that Inspect's logs have

from codebench.long_json import Document
from codebench.report.log_shape import check_header, check_rollout

__all__ = ["Parts", "Raw", "parts_of_json", "parts_of_zip", "stores_of_json", "stores_of_zip"]

Raw = dict[str, Any]
"""A JSON object."""

Parts = tuple[Raw, list[Raw], float]
"""Header, what is needed of each rollout, and when the log was written."""

_HEADER = {"status", "eval", "plan"}
_ROLLOUT = {"id", "epoch", "uuid", "error", "working_time", "scores", "metadata", "model_usage"}
_STORE = {"id", "epoch", "store"}

_BEGINNING = 300
"""Characters of an explanation that are kept."""

_LARGE, _DENSE = 2**26, 300
"""A part of more bytes than this, packed more densely than this, is made to do harm."""


def parts_of_zip(path: Path) -> Parts:
    """Of a log in Inspect's own format."""
    with zipfile.ZipFile(path) as archive:
        members = set(archive.namelist())
        head = "header.json" if "header.json" in members else "_journal/start.json"
        with _member(archive, head) as found:
            header = _fields(found, _HEADER)
        check_header(header)
        written = time.mktime((*archive.getinfo(head).date_time, 0, 0, -1))
        return header, list(map(_needed, _summaries(archive, members))), written


def parts_of_json(path: Path) -> Parts:
    """Of a log in JSON."""
    header: Raw = {}
    rows: list[Raw] = []
    with path.open("rb") as file:
        found = Document(file)
        for key in found.members():
            if key in _HEADER:
                header[key] = found.value()
            elif key == "samples" and found.opening == "[":
                rows += [_needed(_fields(found, _ROLLOUT)) for _ in found.elements()]
            else:
                found.skip()
        found.end()
    if "eval" not in header:
        raise ValueError("it says nothing of a run")
    check_header(header)
    return header, rows, path.stat().st_mtime


def stores_of_zip(path: Path, rows: Iterable[Raw]) -> Iterator[Raw]:
    """`id`, `epoch` and `store` of rollouts."""
    with zipfile.ZipFile(path) as archive:
        members = set(archive.namelist())
        for row in rows:
            name = f"samples/{row['id']}_epoch_{row['epoch']}.json"
            if name in members:
                with _member(archive, name) as found:
                    yield _fields(found, _STORE)


def stores_of_json(path: Path) -> Iterator[Raw]:
    """Likewise, of all rollouts of a log in JSON."""
    with path.open("rb") as file:
        found = Document(file)
        for key in found.members():
            if key == "samples" and found.opening == "[":
                for _ in found.elements():
                    yield _fields(found, _STORE)
            else:
                found.skip()


@contextmanager
def _member(archive: zipfile.ZipFile, name: str) -> Iterator[Document]:
    """A JSON document within a log.

    Raises:
        ValueError: It would unpack to far more than a record of a run does.
    """
    info = archive.getinfo(name)
    if info.file_size > max(_LARGE, _DENSE * info.compress_size):
        raise ValueError(f"{name[:60]} would unpack to {info.file_size >> 20} MB")
    with archive.open(info) as file:
        yield Document(file)  # type: ignore[arg-type]  # it reads and peeks, which is enough


def _fields(found: Document, wanted: set[str]) -> Raw:
    """The wanted members of an object; the others are passed over."""
    kept = {}
    for key in found.members():
        if key in wanted:
            kept[key] = found.value()
        else:
            found.skip()
    return kept


def _summaries(archive: zipfile.ZipFile, members: set[str]) -> Iterator[Raw]:
    """Summaries where there are any, whole rollouts where an older Inspect wrote none."""
    lists = ["summaries.json"] if "summaries.json" in members else _journal(members)
    for part in lists:
        with _member(archive, part) as found:
            for _ in found.elements():
                yield found.value()
    for name in () if lists else sorted(members):
        if name.startswith("samples/"):
            with _member(archive, name) as found:
                yield _fields(found, _ROLLOUT)


def _journal(members: Iterable[str]) -> list[str]:
    """Summaries of a run that has not ended, in the order in which they were written."""
    parts = [each for each in members if each.startswith("_journal/summaries/")]
    return sorted(parts, key=lambda each: int(Path(each).stem))


def _needed(row: Raw) -> Raw:
    """What is needed of a rollout.

    Raises:
        ValueError: It has another shape than Inspect gives it.
    """
    check_rollout(row)
    tables = {key: row.get(key) or {} for key in ("scores", "metadata", "model_usage")}
    tables["scores"] = {name: _score(score) for name, score in tables["scores"].items()}
    kept = {key: row.get(key) for key in ("epoch", "uuid", "error", "working_time")}
    return {"id": str(row["id"]), **kept, **tables}


def _score(score: Raw) -> Raw:
    kept = {key: score[key] for key in ("value", "reason", "metadata") if key in score}
    return kept | {"explanation": (score.get("explanation") or "")[:_BEGINNING]}
