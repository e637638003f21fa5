"""Logs of Inspect, of the suite and of others."""

from pathlib import Path

from codebench.audit.model import AuditError, Row, Source
from codebench.logs import LogError
from codebench.report.reading import LoggedRollout, read

__all__ = ["read_logs"]


def read_logs(paths: list[Path], threshold: float | None) -> list[Source]:
    """All logs together: copies and repeated attempts of a run count once.

    Args:
        paths: Files.
        threshold: Success is a score of this or more; needed where scores are not binary.
    """
    if not paths:
        return []
    try:
        found = read(paths, threshold=threshold)
    except LogError as error:
        raise AuditError(str(error)) from None
    return [
        Source(
            path=task.logs[0].path,
            format="inspect",
            rows=tuple(
                _row(rollout, task.task, several=len(found.tasks) > 1) for rollout in task.rollouts
            ),
            notes=(*found.notes, *task.notes),
        )
        for task in found.tasks
    ]


def _row(rollout: LoggedRollout, task: str, *, several: bool) -> Row:
    outcomes = rollout.outcomes
    return Row(
        agent=rollout.agent,
        task=f"{task}/{rollout.challenge}" if several else rollout.challenge,
        rollout=str(rollout.rollout),
        success=outcomes.success,
        secure=outcomes.security,
    )
