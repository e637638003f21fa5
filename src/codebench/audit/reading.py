"""From paths to rows: which reader a file is for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from codebench.audit.files import lines, load, start
from codebench.audit.formats import humaneval, lm_eval, swebench, terminal_bench
from codebench.audit.formats.inspect_logs import read_logs
from codebench.audit.formats.tables import read_table
from codebench.audit.model import AuditError, Source

__all__ = ["FORMATS", "read"]

FORMATS = (
    "inspect",
    "swe-bench",
    "evalplus",
    "human-eval",
    "lm-eval",
    "terminal-bench",
    "harbor",
    "table",
)
"""Names for `--format`."""

_SUFFIXES = {".eval", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet"}

_OF_DOCUMENTS: tuple[tuple[str, Callable[[Any], bool], Callable[[Path, Any], Source]], ...] = (
    ("swe-bench", swebench.is_summary, swebench.read_summary),
    ("terminal-bench", terminal_bench.is_run, terminal_bench.read_run),
    ("harbor", terminal_bench.is_harbor_job, terminal_bench.read_job),
    ("harbor", terminal_bench.is_harbor_trial, terminal_bench.read_trial),
    ("evalplus", humaneval.is_eval, humaneval.read_eval),
    ("swe-bench", swebench.is_report, swebench.read_report),
)
_OF_LINES: tuple[tuple[str, Callable[[dict[str, Any]], bool], Callable[[Path], Source]], ...] = (
    ("lm-eval", lm_eval.is_sample, lm_eval.read_samples),
    ("human-eval", humaneval.is_sample, humaneval.read_samples),
)


def read(
    paths: Iterable[Path],
    *,
    only: str | None = None,
    columns: Mapping[str, str] | None = None,
    threshold: float | None = None,
) -> list[Source]:
    """Read files, and folders with all files below them that are results.

    Args:
        paths: Files and folders.
        only: A name of `FORMATS`, for what detection cannot tell.
        columns: Role to column, for tables.
        threshold: Success is a score of this or more, for logs of Inspect with other scores.

    Raises:
        AuditError: A path does not exist, a file cannot be read, or a folder holds no results.
    """
    logs: list[Path] = []
    found: list[Source] = []
    for path in paths:
        files = list(_files(path))
        for file in files:
            if only in {None, "inspect"} and _is_log(file):
                logs.append(file)
            elif only != "inspect":
                found += _read(file, only, columns or {}, strict=file == path)
        if not files:
            raise AuditError(f"{path}: no file of results in it.")
    found += read_logs(logs, threshold)
    if not found:
        raise AuditError("No results in the files given.")
    return found


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(
            f for f in path.rglob("*") if f.suffix.lower() in _SUFFIXES and f.is_file()
        )
    elif path.exists():
        yield path
    else:
        raise AuditError(f"{path}: there is no such file or folder.")


def _is_log(path: Path) -> bool:
    """Inspect's own formats: a zip, or a JSON document that begins with its version."""
    head = start(path)
    if path.suffix == ".eval":
        return True
    return path.suffix == ".json" and b'"version"' in head[:200] and b'"eval"' in head


def _read(
    path: Path, only: str | None, columns: Mapping[str, str], *, strict: bool
) -> list[Source]:
    """What a file holds. In a folder, JSON files that are something else are passed over."""
    if not start(path).strip():
        raise AuditError(f"{path}: the file is empty.")
    if only == "table" or columns or path.suffix.lower() in {".csv", ".tsv", ".parquet"}:
        return [read_table(path, columns)]
    if path.suffix.lower() in {".jsonl", ".ndjson"}:
        return [_of_lines(path, only)]
    source = _of_document(path, only)
    if source is None and (strict or only):
        return [read_table(path, columns)]
    return [source] if source else []


def _of_lines(path: Path, only: str | None) -> Source:
    first = next(islice(lines(path), 1), None)
    if first is None:
        raise AuditError(f"{path}: the file is empty.")
    for name, fits, reader in _OF_LINES:
        if only == name or (only is None and fits(first[1])):
            return reader(path)
    return read_table(path, {})


def _of_document(path: Path, only: str | None) -> Source | None:
    data = load(path)
    for name, fits, reader in _OF_DOCUMENTS:
        if only in {None, name} and fits(data):
            return reader(path, data)
    if only is not None:
        raise AuditError(f"{path}: not a file of {only}.")
    return None
