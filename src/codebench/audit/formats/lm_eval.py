"""lm-evaluation-harness: `samples_<task>_<date>.jsonl`."""

import re
from pathlib import Path
from typing import Any

from codebench.audit.files import digest, lines
from codebench.audit.model import AuditError, Row, Source

__all__ = ["is_sample", "read_samples"]

_METRICS = ("pass@1", "pass_at_1", "acc", "exact_match")
_DATE = re.compile(r"_\d{4}-\d\d-\d\dT.*$")


def is_sample(record: dict[str, Any]) -> bool:
    """Whether a line is a logged sample."""
    return {"doc_id", "resps", "target"} <= record.keys()


def read_samples(path: Path) -> Source:
    """One rollout of each document; several filters of one document are taken once.

    With several answers to a document the harness keeps their mean score only. Where it is a count
    of the answers, they are told apart again.
    """
    agent, task = path.resolve().parent.name or "agent", _DATE.sub("", path.stem)
    rows: dict[str, list[Row]] = {}
    metric: str | None = None
    for number, record in lines(path):
        metric = metric or _metric(path, record)
        doc = f"{task.removeprefix('samples_')}/{record.get('doc_id')}"
        if doc not in rows:
            rows[doc] = _rollouts(path, number, record, metric, agent, doc)
    found = tuple(row for own in rows.values() for row in own)
    notes = (f"success is {metric} = 1", "the file has no counts of tests")
    return Source(path=path, format="lm-eval", rows=found, notes=notes)


def _metric(path: Path, record: dict[str, Any]) -> str:
    named = record.get("metrics")
    names = [*_METRICS, *(named if isinstance(named, list) else ())]
    for name in names:
        if isinstance(record.get(name), int | float):
            return str(name)
    raise AuditError(f"{path}: no line says pass@1 or another score.")


def _rollouts(  # noqa: PLR0913, PLR0917 -- what a line and its file tell
    path: Path, number: int, record: dict[str, Any], metric: str, agent: str, doc: str
) -> list[Row]:
    score, answers = record.get(metric), _answers(record)
    if not isinstance(score, int | float) or not 0 <= score <= 1:
        raise AuditError(f"{path}: line {number} has no {metric} within 0 and 1.")
    solved = round(score * len(answers))
    if abs(solved - score * len(answers)) > _ROUNDING:
        raise AuditError(
            f"{path}: line {number} has {metric}={score}, which is no share of its answers: "
            "partial credit is no success."
        )
    return [
        Row(
            agent=agent,
            task=doc,
            rollout=str(place),
            success=place <= solved,
            answer=digest(answer),
        )
        for place, answer in enumerate(answers, start=1)
    ]


_ROUNDING = 1e-6


def _answers(record: dict[str, Any]) -> list[Any]:
    """Texts of the first request; filtered ones where there are as many."""
    for key in ("filtered_resps", "resps"):
        found = record.get(key)
        first = found[0] if isinstance(found, list) and found else None
        if isinstance(first, list) and first:
            return first
    return [None]
