"""Rollouts of any Inspect logs: what succeeded, and what it took."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codebench.logs import LogError
from codebench.report.agents import agent_names
from codebench.report.comparability import differences
from codebench.report.duplicates import newest
from codebench.report.instruments import instruments
from codebench.report.log_files import LogFile, Raw
from codebench.report.log_folders import find_logs
from codebench.report.outcomes import Outcomes, Scoring, scoring_of
from codebench.report.same_tests import check_same_tests

__all__ = ["LoggedRollout", "Reading", "TaskLogs", "read"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRollout:
    """One rollout as a log tells of it."""

    challenge: str
    """Id of the challenge."""

    agent: str
    """Name of the agent."""

    rollout: int
    """Number of the attempt, from 1 for each challenge and agent, over all logs."""

    log: LogFile
    """Where it is told."""

    epoch: int
    """Its number there."""

    outcomes: Outcomes
    """What succeeded."""

    cost: float | None
    """In US dollars; None where the log does not know it."""

    tokens: int | None
    """Of all models that it used; None where there is no count."""

    seconds: float | None
    """Working time, without waiting for others."""

    tool_calls: int | None
    """Calls of tools; None where the log has no count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLogs:
    """Everything that is known of one task."""

    task: str
    """Its name."""

    version: str
    """Versions in the logs; all have the same number before the dash."""

    scoring: Scoring
    """Which scores count."""

    k: Mapping[int, str]
    """Every k that the logs ask for, with the name of one that does; logs may say nothing of it."""

    logs: tuple[LogFile, ...]
    """In the order in which the runs were started."""

    agents: tuple[str, ...]
    """The agent of each log."""

    challenges: tuple[str, ...]
    """Every challenge of any log, sorted."""

    cwe: Mapping[str, tuple[int, ...]]
    """Weaknesses that a challenge is about; none for challenges of other suites."""

    rollouts: tuple[LoggedRollout, ...]
    """In the order of logs, challenges and epochs."""

    notes: tuple[str, ...]
    """Sentences on how the logs differ, where that does not keep them from being compared."""

    @property
    def has_security_side(self) -> bool:
        """Whether any rollout was attacked, so that success and secure success may differ."""
        return any(rollout.outcomes.has_security_side for rollout in self.rollouts)

    def not_run(self, agent: str) -> int:
        """Rollouts that an agent's runs were to make and did not."""
        own = zip(self.logs, self.agents, strict=True)
        return sum(log.not_run for log, name in own if name == agent)


@dataclass(frozen=True, slots=True)
class Reading:
    """All that some logs tell."""

    tasks: tuple[TaskLogs, ...]
    """By name of the task."""

    notes: tuple[str, ...]
    """Sentences on logs that were left out, and on runs that did not finish."""


def read(
    paths: Iterable[Path], *, scorer: str | None = None, threshold: float | None = None
) -> Reading:
    """Read the rollouts of logs and folders of logs.

    Args:
        paths: Files (.eval or .json) and folders.
        scorer: The scorer that decides over success; needed where a log of another suite has
            several.
        threshold: Success is a score of this or more; needed where scores are not binary.

    Raises:
        LogError: A log cannot be read, its scores are not binary, or two logs of a task are of
            different tests.
    """
    logs, notes = newest(find_logs(paths))
    notes += [_unfinished(log) for log in logs if not log.finished]
    by_task: dict[str, list[LogFile]] = defaultdict(list)
    for log in sorted(logs, key=lambda each: (each.created, each.name)):
        if not log.challenges:
            raise LogError(f"{log.path}: holds no rollouts.")
        by_task[_task(log)].append(log)
    tasks = [_read_task(name, by_task[name], scorer, threshold) for name in sorted(by_task)]
    return Reading(tuple(tasks), tuple(notes))


def _unfinished(log: LogFile) -> str:
    made = len(log.rows)
    return (
        f"{log.name}: the run did not finish ({log.status}); it holds {made} of "
        f"{made + log.not_run} rollouts."
    )


def _task(log: LogFile) -> str:
    return str(log.spec.get("task", "unnamed")).removeprefix("codebench/")


def _read_task(
    name: str, logs: Sequence[LogFile], scorer: str | None, threshold: float | None
) -> TaskLogs:
    measured = instruments(logs)
    check_same_tests(name, logs, measured)
    scoring = _same_scoring(logs, scorer, threshold)
    agents = agent_names(logs)
    versions = sorted({str(log.spec.get("task_version", 0)) for log in logs})
    return TaskLogs(
        task=name,
        version=", ".join(versions),
        scoring=scoring,
        k=_k(logs),
        logs=tuple(logs),
        agents=tuple(agents),
        challenges=tuple(sorted({each for log in logs for each in log.challenges})),
        cwe=_cwe(logs),
        rollouts=tuple(_rollouts(logs, agents, scoring)),
        notes=tuple(differences(logs, agents, measured)),
    )


def _same_scoring(logs: Sequence[LogFile], scorer: str | None, threshold: float | None) -> Scoring:
    found = {scoring_of(log, scorer, threshold): log for log in logs}
    if len(found) > 1:
        (one, first), (two, second), *_ = found.items()
        raise LogError(
            f"{first.path} is scored by {_words(one)} and {second.path} by {_words(two)}: "
            "report them apart, or choose a scorer of both with --scorer."
        )
    return next(iter(found))


def _words(scoring: Scoring) -> str:
    return "success and security" if scoring.security else scoring.success


def _k(logs: Sequence[LogFile]) -> dict[int, str]:
    found = [((log.spec.get("metadata") or {}).get("k"), log.name) for log in reversed(logs)]
    return {k: name for k, name in found if isinstance(k, int)}


def _cwe(logs: Iterable[LogFile]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for log in logs:
        for row in log.rows:
            listed = row["metadata"].get("cwe")
            if isinstance(listed, list):
                found[row["id"]] = tuple(each for each in listed if isinstance(each, int))
    return found


def _rollouts(
    logs: Sequence[LogFile], agents: Sequence[str], scoring: Scoring
) -> Iterable[LoggedRollout]:
    counted: dict[tuple[str, str], int] = defaultdict(int)
    for log, agent in zip(logs, agents, strict=True):
        for row in sorted(log.rows, key=lambda each: (each["id"], each["epoch"])):
            challenge = row["id"]
            counted[challenge, agent] += 1
            usage = row["model_usage"].values()
            yield LoggedRollout(
                challenge=challenge,
                agent=agent,
                rollout=counted[challenge, agent],
                log=log,
                epoch=row["epoch"],
                outcomes=scoring.outcomes(log, row),
                cost=_sum(each.get("total_cost") for each in usage),
                tokens=_whole(_sum(each.get("total_tokens") for each in usage)),
                seconds=row["working_time"],
                tool_calls=_tool_calls(row),
            )


def _sum(values: Iterable[float | None]) -> float | None:
    """The sum; None without values, and where one is missing: a part is not the whole."""
    known = list(values)
    found = [value for value in known if value is not None]
    return sum(found) if found and len(found) == len(known) else None


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


def _tool_calls(row: Raw) -> int | None:
    """As the suite's diagnostics count them; other logs have no count in their summaries."""
    scores = row["scores"]
    score = scores.get("diagnostics") or scores.get("codebench/diagnostics") or {}
    value = score.get("value")
    calls = value.get("tool_calls") if isinstance(value, dict) else None
    return int(calls) if isinstance(calls, (int, float)) and 0 <= calls < _LARGEST else None


_LARGEST = 10**9
"""Calls of tools; a count of more, or one that is no number, is none."""
