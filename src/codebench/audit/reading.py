"""From paths to rollouts."""

import filecmp
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from codebench.audit.detection import format_of
from codebench.audit.files import start
from codebench.audit.folders import File, listed
from codebench.audit.formats.inspect_logs import read_logs
from codebench.audit.model import (
    AuditError,
    Choice,
    Claim,
    Columns,
    Foreign,
    Found,
    Remark,
    Row,
    Source,
)
from codebench.audit.rollouts import Rollouts
from codebench.report.log_folders import may_be_log

__all__ = ["Reading", "Step", "read"]

Step = File | list[File]
"""A file, or all logs of Inspect, which are read together."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was found."""

    rollouts: Rollouts
    sources: tuple[Source, ...]
    passed_over: tuple[Path, ...]
    """Files in folders that hold no results."""


def read(
    paths: Iterable[Path],
    choice: Choice,
    working: Callable[[Sequence[Step]], Iterable[Step]] = iter,
) -> Reading:
    """Read files, and folders with all files below them that are results.

    Args:
        paths: Files and folders.
        choice: What the user says of them.
        working: Goes through the steps, and may show how far that is.

    Raises:
        AuditError: A path does not exist, a file cannot be read, or there are no results.
    """
    rollouts, seen = Rollouts(), _Seen()
    sources, passed_over = list[Source](), list[Path]()
    for step in working(_steps(paths, choice)):
        if not isinstance(step, File):
            told = read_logs([file.path for file in step], choice.scorer, choice.threshold)
            sources += [_taken(path, "inspect", found, rollouts) for path, found in told]
        elif source := _try(step, choice, rollouts, seen):
            sources.append(source)
        else:
            passed_over.append(step.path)
    if not len(rollouts):
        raise AuditError(_nothing(sources, passed_over))
    return Reading(rollouts, tuple(sources), tuple(passed_over))


def _steps(paths: Iterable[Path], choice: Choice) -> list[Step]:
    """Files one by one, and at last all logs together."""
    logs, others = list[File](), list[Step]()
    for file in listed(paths):
        (logs if _is_log(file, choice) else others).append(file)
    return [*others, logs] if logs else others


def _is_log(file: File, choice: Choice) -> bool:
    start(file.path)
    if choice.only not in {None, "inspect"} or choice.columns:
        return False
    if choice.only == "inspect" and file.given:
        return True
    return file.path.suffix in {".eval", ".json"} and may_be_log(file.path)


def _try(file: File, choice: Choice, rollouts: Rollouts, seen: "_Seen") -> Source | None:
    """What a file holds; None where it was found in a folder and holds something else."""
    before = len(rollouts)
    try:
        found = format_of(file.path, choice, given=file.given)
        if found.numbers and (other := seen.before(file.path)):
            told = Remark(f"{file.path} is a copy of {other} and left out")
            return Source(path=file.path, format=found.name, first=0, rollouts=0, remarks=(told,))
        return _taken(file.path, found.name, found.read(file.path), rollouts)
    except Foreign:
        if file.given or len(rollouts) > before:
            raise
        return None


class _Seen:
    """Files that were read, by their size."""

    def __init__(self) -> None:
        self._files: dict[int, list[Path]] = defaultdict(list)

    def before(self, path: Path) -> Path | None:
        """An earlier file that is the same byte for byte."""
        alike = self._files[path.stat().st_size]
        same = (other for other in alike if filecmp.cmp(path, other, shallow=False))
        found = next(same, None)
        if found is None:
            alike.append(path)
        return found


def _taken(path: Path, name: str, found: Iterator[Found], rollouts: Rollouts) -> Source:
    """Take in the rollouts that a reader yields, and keep what else it says."""
    rollouts.begin(name)
    first, columns = len(rollouts), Columns({})
    claims, remarks = list[Claim](), list[Remark]()
    for each in found:
        match each:
            case Row():
                rollouts.add(each)
            case Claim():
                claims.append(each)
            case Remark():
                remarks.append(each)
            case _:
                columns = each
    return Source(
        path=path,
        format=name,
        first=first,
        rollouts=len(rollouts) - first,
        claims=tuple(claims),
        remarks=tuple(remarks),
        columns=columns.taken,
    )


def _nothing(sources: Sequence[Source], passed_over: Sequence[Path]) -> str:
    if sources:
        told = "states figures, and no file given has the rollouts behind them"
        return f"{sources[0].path}: {told}."
    first = f", which are others, such as {passed_over[0]}" if passed_over else ""
    return f"No results in the files given{first}."
