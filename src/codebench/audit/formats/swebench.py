"""SWE-bench: reports of single instances, and summaries of a run."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codebench.audit.model import AuditError, Row, Source

__all__ = ["is_report", "is_summary", "read_report", "read_summary"]

NAME = "swe-bench"

_UNSCORED = ("infra_failure_ids", "ambiguous_failure_ids")
"""The harness failed, not the agent."""

_FAILED = ("unresolved_ids", "error_ids", "empty_patch_ids", "unstopped_instances")


def is_summary(data: Any) -> bool:
    """Whether a document is the summary of a run."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("resolved_ids"), list)
        and "results" not in data
    )


def read_summary(path: Path, data: dict[str, Any]) -> Source:
    """One rollout of every instance that was submitted, without its tests."""
    resolved = set(_ids(path, data, "resolved_ids"))
    unscored = {each for key in _UNSCORED for each in _ids(path, data, key)}
    submitted = _ids(path, data, "submitted_ids") or [
        *resolved,
        *(each for key in _FAILED for each in _ids(path, data, key)),
        *unscored,
    ]
    agent, run = _named(path.name.removesuffix(".json"))
    rows = [
        Row(
            agent=agent,
            task=task,
            rollout=run,
            success=None if task in unscored - resolved else task in resolved,
        )
        for task in dict.fromkeys(submitted)
    ]
    if not rows:
        raise AuditError(f"{path}: a summary of SWE-bench without a submitted instance.")
    note = "a summary has no counts of tests: reports of the single instances do"
    return Source(path=path, format=NAME, rows=tuple(rows), notes=(note,))


def _ids(path: Path, data: Mapping[str, Any], key: str) -> list[str]:
    found = data.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise AuditError(f"{path}: {key} is no list of instance ids.")
    return found


def _named(stem: str) -> tuple[str, str]:
    """`<model>.<run id>`; without a dot it is all model."""
    agent, _, run = stem.rpartition(".")
    return (agent, run) if agent else (stem, "1")


def is_report(data: Any) -> bool:
    """Whether a document is the report on one instance, flat or below its id."""
    return (
        isinstance(data, dict)
        and bool(data)
        and all(_is_report(each) for each in _reports(data, "?").values())
    )


def _is_report(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("resolved"), bool)


def _reports(data: dict[str, Any], instance: str) -> dict[str, Any]:
    return {instance: data} if "resolved" in data else data


def read_report(path: Path, data: dict[str, Any]) -> Source:
    """One rollout with its tests. Folders name it: `<run id>/<model>/<instance>/report.json`."""
    return Source(path=path, format=NAME, rows=tuple(_rows(path, data)))


def _rows(path: Path, data: dict[str, Any]) -> Iterator[Row]:
    folders = path.resolve().parent.parts
    agent = folders[-2] if len(folders) > 1 else "agent"
    run = folders[-3] if len(folders) > 2 and "run_evaluation" in folders else "1"  # noqa: PLR2004
    for instance, report in _reports(data, path.parent.name).items():
        passed, total = _counts(path, report.get("tests_status"))
        yield Row(
            agent=agent,
            task=instance,
            rollout=run,
            success=report["resolved"],
            passed=passed,
            total=total,
        )


def _counts(path: Path, status: Any) -> tuple[int | None, int | None]:
    """Tests that were to pass, FAIL_TO_PASS and PASS_TO_PASS together; None without a patch."""
    if status is None:
        return None, None
    try:
        kinds = [status[kind] for kind in ("FAIL_TO_PASS", "PASS_TO_PASS")]
        good = sum(len(kind["success"]) for kind in kinds)
        bad = sum(len(kind["failure"]) for kind in kinds)
    except (KeyError, TypeError):
        raise AuditError(f"{path}: tests_status is not that of a SWE-bench report.") from None
    return good, good + bad
