"""Tables: CSV, JSON Lines, a JSON list, parquet.

One row is one rollout, or one task with a column for each agent.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from codebench.audit.files import fingerprint
from codebench.audit.formats.columns import columns_of
from codebench.audit.formats.records import Head, Record, head_of, records_of
from codebench.audit.formats.values import count, is_empty, label, shown, yes_or_no
from codebench.audit.model import AuditError, Columns, Foreign, Found, Remark, Row
from codebench.words import number

__all__ = ["read_table"]

_LOOKED_AT = 200
"""Rows by which the columns are told."""

_COUNTS = {"passed", "total"}

T = TypeVar("T")


def read_table(path: Path, told: Mapping[str, str], *, wide: bool = True) -> Iterator[Found]:
    """Read a table.

    Args:
        path: The file.
        told: Role to column, for those that are not to be guessed.
        wide: Whether columns of yes and no may be agents.

    Raises:
        AuditError: A column is missing, or a value is not what it should be.
    """
    head = head_of(path, _LOOKED_AT)
    columns = columns_of(path, head.names, told)
    yield from _given_up(path, columns, told, head)
    if "success" in columns or columns.keys() >= _COUNTS:
        yield Columns(columns)
        yield from _long(path, columns)
    elif not wide:
        raise _no_success(path)
    else:
        agents = _agents(path, head, columns)
        task = {role: column for role, column in columns.items() if role == "task"}
        yield Columns({"agent": ", ".join(agents)} | task)
        yield from _wide(path, agents, columns.get("task"))


def _given_up(
    path: Path, columns: dict[str, str], told: Mapping[str, str], head: Head
) -> Iterator[Remark]:
    """Take out columns that were guessed for something which they cannot be."""
    secure = columns.get("secure")
    if secure and "secure" not in told and not _binary(each.get(secure) for each in head.records):
        del columns["secure"]
        yield Remark(f"{path.name}: {secure} does not say yes or no, and is not taken for security")


# One row, one rollout

_NEEDED = {"agent", "task", "rollout", "success"}
"""Roles whose column every row must have, where any has."""

_ABSENT = object()


class _Field(Generic[T]):
    """What the rows of a table say for a role."""

    def __init__(
        self, path: Path, role: str, column: str | None, read: Callable[[Any], T], should: str
    ) -> None:
        self._path, self._role, self._column = path, role, column
        self._read, self._should = read, should
        self._known: dict[str, T | None] = {}

    def of(self, place: int, record: Record) -> T | None:
        """What a row says; None for an empty cell, and where the table has no such column."""
        if self._column is None:
            return None
        value = record.get(self._column, _ABSENT)
        if value.__class__ is not str or len(value) > _SHORT:
            return self._first(place, value)
        if value not in self._known:
            if len(self._known) == _REMEMBERED:
                self._known.clear()
            self._known[value] = self._first(place, value)
        return self._known[value]

    def _first(self, place: int, value: Any) -> T | None:
        if value is _ABSENT:
            if self._role in _NEEDED:
                raise AuditError(f"{self._path}: row {place} has no {self._column}.")
            return None
        if is_empty(value):
            return None
        try:
            return self._read(value)
        except ValueError:
            told = f"row {place} has {self._column}={shown(value)}, which is {self._should}"
            raise AuditError(f"{self._path}: {told}.") from None


_REMEMBERED, _SHORT = 1000, 40
"""Texts whose meaning a field keeps in mind, since most of them come again, and their letters."""


class _Long:
    """A table of rollouts, and what was odd in it."""

    def __init__(self, path: Path, columns: Mapping[str, str]) -> None:
        self._path, self._columns = path, columns
        self.beyond = 0
        self._agent, self._task, self._rollout = (
            self._field(role, label, "no name") for role in ("agent", "task", "rollout")
        )
        self._passed, self._total = (
            self._field(role, count, "no number of tests") for role in ("passed", "total")
        )
        self._success, self._secure = (
            self._field(role, yes_or_no, _BINARY.format(role)) for role in ("success", "secure")
        )
        self._answer = self._field("answer", fingerprint, "no text")

    def _field(self, role: str, read: Callable[[Any], T], should: str) -> _Field[T]:
        return _Field(self._path, role, self._columns.get(role), read, should)

    def row(self, place: int, record: Record) -> Row:
        """One row."""
        passed, total = self._passed.of(place, record), self._total.of(place, record)
        if passed is not None and total is not None and passed > total:
            self.beyond += 1
            passed = total = None
        success = self._success.of(place, record)
        if "success" not in self._columns and passed is not None and total is not None:
            success = passed == total > 0
        return Row(
            self._agent.of(place, record) or self._path.stem,
            self._task.of(place, record) or str(place),
            self._rollout.of(place, record) or f"{self._path} {place}",
            success,
            passed,
            total,
            self._secure.of(place, record),
            self._answer.of(place, record),
        )


_BINARY = "neither yes nor no: name a binary column with --{}"


def _long(path: Path, columns: Mapping[str, str]) -> Iterator[Found]:
    table = _Long(path, columns)
    for place, record in records_of(path, columns.values()):
        yield table.row(place, record)
    if table.beyond:
        rows = number(table.beyond, "row")
        told = f"{path.name}: more tests passed than there are (c > n) in {rows}"
        yield Remark(f"{told}, whose counts are left out", doubtful=True)
    yield from _notes(columns)


def _notes(columns: Mapping[str, str]) -> Iterable[Remark]:
    if "success" not in columns:
        yield Remark("no column says what succeeded: a success is a row with all tests passed")
    if "agent" not in columns:
        yield Remark("no column names the agent: all rows are taken for one")
    if "task" not in columns:
        yield Remark("no column names the task: each row is taken for a task of its own")
    if "rollout" not in columns:
        yield Remark("no column numbers the rollouts: each row is taken for one more")


# One row, one task


def _agents(path: Path, head: Head, columns: Mapping[str, str]) -> list[str]:
    """Columns that hold nothing but yes and no."""
    free = [name for name in head.names if name and name not in columns.values()]
    answers = [
        name
        for name in free
        if _binary(each.get(name) for each in head.records)
        and not all(is_empty(each.get(name)) for each in head.records)
    ]
    if not answers:
        raise _no_success(path)
    return answers


def _no_success(path: Path) -> Foreign:
    return Foreign(f"{path}: no column says yes or no: name the one that does with --success.")


def _binary(values: Iterable[Any]) -> bool:
    """Whether there is nothing but yes, no and empty cells."""
    try:
        for value in values:
            if not is_empty(value):
                yes_or_no(value)
    except ValueError:
        return False
    return True


def _wide(path: Path, agents: Sequence[str], task: str | None) -> Iterator[Found]:
    columns = [*agents, *([task] if task else ())]
    named = _Field(path, "task", task, label, "no name")
    fields = {
        agent: _Field(path, "success", agent, yes_or_no, _BINARY.format("success"))
        for agent in agents
    }
    for place, record in records_of(path, columns):
        where = named.of(place, record) or str(place)
        for agent, field in fields.items():
            yield Row(agent, where, str(path), field.of(place, record))
    yield Remark("one column for each agent, and one rollout of each task")
