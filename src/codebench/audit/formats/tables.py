"""Tables: CSV, JSON Lines, a JSON list, parquet.

One row is one rollout, or one task with a column for each agent.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from codebench.audit.files import digest
from codebench.audit.formats.records import Record, records_of
from codebench.audit.model import AuditError, Row, Source

__all__ = ["ROLES", "read_table"]

ROLES: dict[str, tuple[str, ...]] = {
    "agent": ("agent", "agent_name", "model", "model_name", "system"),
    "task": (
        "task",
        "task_id",
        "instance_id",
        "challenge",
        "problem",
        "problem_id",
        "question_id",
        "id",
    ),
    "rollout": (
        "rollout",
        "attempt",
        "epoch",
        "trial",
        "sample",
        "run",
        "run_id",
        "repeat",
        "seed",
    ),
    "success": (
        "success",
        "resolved",
        "correct",
        "is_resolved",
        "is_correct",
        "passed",
        "execution_success",
    ),
    "passed": ("tests_passed", "passed_tests", "n_passed", "num_passed"),
    "total": ("tests_total", "total_tests", "n_tests", "num_tests"),
    "secure": ("secure", "is_secure", "security"),
    "answer": ("completion", "solution", "generated_code", "code", "patch", "answer"),
}
"""What a column may be, and the names by which it is known without being told."""

_YES = {"1", "1.0", "1.00", "true", "yes", "c", "pass", "passed", "success"}
_NO = {"0", "0.0", "0.00", "false", "no", "i", "fail", "failed", "failure"}
_LOOKED_AT = 200
"""Rows by which the columns are told."""


def read_table(path: Path, told: Mapping[str, str]) -> Source:
    """Read a table.

    Args:
        path: The file.
        told: Role to column, for those that are not to be guessed.

    Raises:
        AuditError: A column is missing, or a value is not what it should be.
    """
    records = records_of(path)
    head = list(islice(records, _LOOKED_AT))
    if not head:
        raise AuditError(f"{path}: the table is empty.")
    columns = _columns(path, head[0][1], told)
    everything = chain(head, records)
    if "success" in columns:
        return Source(
            path=path,
            format="table",
            rows=tuple(_long(path, everything, columns)),
            notes=tuple(_notes(columns)),
            columns=columns,
        )
    agents = _agents(path, head, columns)
    return Source(
        path=path,
        format="table",
        rows=tuple(_wide(path, everything, agents, columns.get("task"))),
        notes=("one column for each agent, one rollout of each task",),
        columns={"agent": ", ".join(agents), **columns},
    )


def _columns(path: Path, record: Record, told: Mapping[str, str]) -> dict[str, str]:
    for role, column in told.items():
        if column not in record:
            known = ", ".join(map(str, record))
            raise AuditError(f"{path}: no column {column} for {role}; there are {known[:300]}.")
    lower = {str(name).lower(): str(name) for name in reversed(list(record))}
    found = dict(told)
    for role, names in ROLES.items():
        if role not in found:
            free = [lower[name] for name in names if lower.get(name) not in {None, *found.values()}]
            found.update({role: free[0]} if free else {})
    return found


def _notes(columns: Mapping[str, str]) -> Iterable[str]:
    if "agent" not in columns:
        yield "no column names the agent: all rows are taken for one"
    if "task" not in columns:
        yield "no column names the task: each row is taken for a task of its own"
    if "rollout" not in columns:
        yield "no column numbers the rollouts: rows of the same task are counted"


def _long(
    path: Path, records: Iterable[tuple[int, Record]], columns: Mapping[str, str]
) -> Iterator[Row]:
    counted = Counter[tuple[str, str]]()
    for number, record in records:
        given = {role: record.get(column) for role, column in columns.items()}
        agent, task = str(given.get("agent") or path.stem), str(given.get("task", number))
        counted[agent, task] += 1
        passed, total = (_count(path, number, given.get(role)) for role in ("passed", "total"))
        if passed is not None and total is not None and passed > total:
            raise AuditError(f"{path}: row {number} has {passed} tests passed of {total}.")
        yield Row(
            agent=agent,
            task=task,
            rollout=_name(given.get("rollout"), counted[agent, task]),
            success=_binary(path, number, columns["success"], given["success"]),
            passed=passed,
            total=total,
            secure=_binary(path, number, columns.get("secure", ""), given.get("secure")),
            answer=digest(given.get("answer")),
        )


def _name(value: Any, instead: int) -> str:
    return str(instead if value is None or value == "" else value)


def _binary(path: Path, number: int, column: str, value: Any) -> bool | None:
    """Yes or no; None for an empty cell."""
    text = "" if value is None else str(value).strip().lower()
    if text in _YES:
        return True
    if text in _NO:
        return False
    if text in {"", "nan", "null", "none", "na"}:
        return None
    raise AuditError(
        f"{path}: row {number} has {column}={str(value)[:40]}, which is neither yes nor no: name a "
        "binary column with --success."
    )


def _count(path: Path, number: int, value: Any) -> int | None:
    if value is None or str(value).strip() == "":
        return None
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = -1.0
    if found < 0 or found != int(found):
        raise AuditError(
            f"{path}: row {number} has {str(value)[:40]}, which is no number of tests."
        )
    return int(found)


def _agents(path: Path, head: list[tuple[int, Record]], columns: Mapping[str, str]) -> list[str]:
    """Columns that hold nothing but yes and no."""
    names = [str(name) for name in head[0][1] if name not in columns.values()]
    answers = [name for name in names if all(_is_binary(record.get(name)) for _, record in head)]
    if not answers:
        raise AuditError(
            f"{path}: no column says yes or no: name the one that does with --success."
        )
    return answers


def _is_binary(value: Any) -> bool:
    text = "" if value is None else str(value).strip().lower()
    return text in _YES | _NO | {""}


def _wide(
    path: Path, records: Iterable[tuple[int, Record]], agents: list[str], task: str | None
) -> Iterator[Row]:
    for number, record in records:
        name = str(record[task]) if task else str(number)
        for agent in agents:
            success = _binary(path, number, agent, record.get(agent))
            yield Row(agent=agent, task=name, rollout="1", success=success)
