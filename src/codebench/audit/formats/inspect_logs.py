"""Logs of Inspect, of the suite and of others."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from inspect_ai.scorer import CORRECT, INCORRECT
from pydantic import ValidationError

from codebench.audit.model import AuditError, Found, Remark, Row
from codebench.logs import LogError
from codebench.report.log_files import LogFile, whole_rollouts
from codebench.report.reading import Reading, TaskLogs, read
from codebench.scorers.explain import counted
from codebench.verdict import Blame, Failure, TestKind, Verdict

__all__ = ["read_logs"]

_Tests = tuple[int, int]
"""Functional tests passed, and all of them."""

_NONE = (0, 0)
"""The submission failed as a whole, before any test."""


def read_logs(
    paths: list[Path], scorer: str | None, threshold: float | None
) -> list[tuple[Path, Iterator[Found]]]:
    """All logs together: copies and repeated attempts of a run count once.

    Args:
        paths: Files.
        scorer: The scorer that decides, where a log of another suite has several.
        threshold: Success is a score of this or more; needed where scores are not binary.

    Returns:
        For each task the first log, and what was found.
    """
    try:
        found = read(paths, scorer=scorer, threshold=threshold)
    except LogError as error:
        raise AuditError(str(error)) from None
    return [(task.logs[0].path, _found(task, found)) for task in found.tasks]


def _found(task: TaskLogs, reading: Reading) -> Iterator[Found]:
    several = len(reading.tasks) > 1
    try:
        tests = _tests(task)
    except LogError as error:
        raise AuditError(str(error)) from None
    for rollout in task.rollouts:
        outcomes, challenge = rollout.outcomes, rollout.challenge
        secure = outcomes.security
        if task.has_security_side and not outcomes.has_security_side:
            secure = True  # where there is nothing to attack, success alone counts
        passed, total = tests.get((rollout.log, challenge, rollout.epoch)) or (None, None)
        yield Row(
            rollout.agent,
            f"{task.task}/{challenge}" if several else challenge,
            str(rollout.rollout),
            outcomes.success,
            passed,
            total,
            secure,
        )
    yield from (Remark(note.rstrip(".")) for note in (*reading.notes, *task.notes))


# Tests


_Key = tuple[LogFile, str, int]
"""Log, challenge and epoch of a rollout."""


def _tests(task: TaskLogs) -> dict[_Key, _Tests]:
    """Functional tests of each rollout, as far as the logs are the suite's.

    A submission that failed as a whole passes none of the tests that others of its challenge had.
    """
    if not task.scoring.suite:
        return {}
    found = {key: tests for log in task.logs for key, tests in _of_log(log).items()}
    totals: dict[str, int] = defaultdict(int)
    for (_, challenge, _), (_, total) in found.items():
        totals[challenge] = max(totals[challenge], total)
    return {
        (log, challenge, epoch): (passed, total or totals[challenge])
        for (log, challenge, epoch), (passed, total) in found.items()
        if totals[challenge]
    }


def _of_log(log: LogFile) -> dict[_Key, _Tests]:
    """From the summaries; from the whole rollouts where a summary does not tell."""
    scored = {(log, row["id"], row["epoch"]): row["scores"] for row in log.rows if _scored(row)}
    told = {key: _of_summary(scores) for key, scores in scored.items()}
    if not all(told.values()):
        told |= _of_verdicts(log)
    return {key: tests for key, tests in told.items() if tests}


def _scored(row: Mapping[str, Any]) -> bool:
    return str(_score(row["scores"], "success").get("value")) in {CORRECT, INCORRECT}


def _of_summary(scores: Mapping[str, Any]) -> _Tests | None:
    """What the explanation says, if the share of tests passed is just that."""
    success, numbers = (_score(scores, name) for name in ("success", "diagnostics"))
    if success.get("reason") in set(Failure):
        return _NONE
    tests = counted(str(success.get("explanation") or ""))
    rate = numbers["value"].get("pass_rate") if isinstance(numbers.get("value"), dict) else None
    return tests if tests and tests[1] and rate == tests[0] / tests[1] else None


def _score(scores: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = scores.get(name) or scores.get(f"codebench/{name}") or {}
    return found


def _of_verdicts(log: LogFile) -> dict[_Key, _Tests]:
    found = {}
    for sample in whole_rollouts(log):
        stored = (sample.get("store") or {}).get("Rollout:verdict")
        try:
            verdict = Verdict.model_validate(stored)
        except ValidationError:
            continue  # none, or of another version
        tests = verdict.of_kind(TestKind.FUNCTIONAL)
        if verdict.blame is Blame.GRADED:
            passed = sum(test.passed for test in tests)
            found[log, str(sample["id"]), sample["epoch"]] = passed, len(tests)
    return found
