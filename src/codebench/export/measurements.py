"""Rollouts with all that their logs tell of them, verdicts included."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from codebench.catalogue import committed
from codebench.report.log_files import Raw, whole_rollouts
from codebench.report.reading import LoggedRollout, TaskLogs
from codebench.submission import Submission
from codebench.verdict import Verdict

__all__ = ["Measurement", "measurements"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One rollout of one task."""

    task: TaskLogs
    rollout: LoggedRollout
    error: str | None
    """The kind of error that ended it early; no more, as the text may name keys or paths."""
    verdict: Verdict | None
    """None for other suites, and where nothing was graded."""
    submission: Submission | None
    """What was handed in; None for other suites, and where a rollout ended before that."""

    @property
    def is_reference(self) -> bool:
        """Whether it hands in a reference solution of the suite, a hidden part of a challenge."""
        return self.submission is not None and self.submission.digest in committed()


def measurements(task: TaskLogs) -> Iterator[Measurement]:
    """All rollouts of a task, log by log.

    Raises:
        LogError: A rollout cannot be read.
    """
    known = {(each.log.eval_id, each.challenge, each.epoch): each for each in task.rollouts}
    for log in task.logs:
        errors = {(row["id"], row["epoch"]): row["error"] for row in log.rows}
        for raw in whole_rollouts(log):
            key = str(raw.get("id")), raw.get("epoch", 0)
            if rollout := known.get((log.eval_id, *key)):
                yield _measurement(task, rollout, errors.get(key), raw.get("store") or {})


def _measurement(task: TaskLogs, rollout: LoggedRollout, error: object, store: Raw) -> Measurement:
    return Measurement(
        task=task,
        rollout=rollout,
        error=_kind(error),
        verdict=_verdict(store) if task.scoring.suite else None,
        submission=_submission(store) if task.scoring.suite else None,
    )


def _kind(error: object) -> str | None:
    """`RuntimeError` of `RuntimeError('...')`."""
    return str(error).partition("(")[0].strip()[:80] or "error" if error else None


def _verdict(store: Raw) -> Verdict | None:
    try:
        return Verdict.model_validate(store.get("Rollout:verdict"))
    except ValidationError:
        return None


def _submission(store: Raw) -> Submission | None:
    try:
        return Submission.model_validate(store.get("Rollout:submission"))
    except ValidationError:
        return None
