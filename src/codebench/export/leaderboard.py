"""The table of figures: every measure of every agent, with its interval and its denominators."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from codebench.export.columns import Column, Config, Kind, records
from codebench.report.leaderboard import Row
from codebench.report.model import Report, TaskReport
from codebench.statistics.estimands import Interval

__all__ = ["leaderboard_of"]

_ABOUT = "One figure of one agent at one task, with its interval"

_MEASURES = {
    "secure_reliability_at_k": "secure_any_of_k",
    "secure_reliability_all_k": "secure_all_of_k",
    "reliability_at_k": "any_of_k",
    "reliability_all_k": "all_of_k",
    "secure_success": "secure_success",
    "success": "success",
    "security": "security",
}
"""Names of measures, and where a row of the leaderboard has them; the last three are for k = 1."""


@dataclass(frozen=True, slots=True)
class _Figure:
    task: TaskReport
    row: Row
    measure: str
    interval: Interval


def leaderboard_of(report: Report) -> Config:
    """All figures of a report, tasks by name and agents best first."""
    rows = records(_COLUMNS, _figures(report.tasks))
    return Config(name="leaderboard", about=_ABOUT, columns=_COLUMNS, rows=rows)


def _figures(tasks: Iterable[TaskReport]) -> Iterator[_Figure]:
    for task in tasks:
        for row in task.rows:
            for measure, field in _MEASURES.items():
                interval = getattr(row, field)
                if interval is not None:
                    yield _Figure(task, row, measure, interval)


_COLUMNS: tuple[Column[_Figure], ...] = (
    Column("task", Kind.TEXT, "Name of the task", lambda f: f.task.task),
    Column(
        "task_version",
        Kind.TEXT,
        "N-X; figures of different N are not comparable",
        lambda f: f.task.version,
    ),
    Column("agent", Kind.TEXT, "Name of the agent", lambda f: f.row.agent),
    Column("measure", Kind.TEXT, "Which figure it is", lambda f: f.measure),
    Column("k", Kind.WHOLE, "Rollouts drawn", lambda f: f.interval.k),
    Column("value", Kind.NUMBER, "Mean over challenges", lambda f: f.interval.estimate),
    Column("lower", Kind.NUMBER, "Lower bound", lambda f: f.interval.lower),
    Column("upper", Kind.NUMBER, "Upper bound", lambda f: f.interval.upper),
    Column("level", Kind.NUMBER, "Nominal coverage of the bounds", lambda f: f.interval.level),
    Column(
        "estimand",
        Kind.TEXT,
        "population: challenges like these; suite: these",
        lambda f: str(f.interval.estimand),
    ),
    Column("method", Kind.TEXT, "How bounds are made", lambda f: str(f.interval.method)),
    Column("challenges", Kind.WHOLE, "Challenges in the figure", lambda f: f.interval.challenges),
    Column(
        "missing",
        Kind.WHOLE,
        "Challenges with fewer than k scored rollouts, which are not in it",
        lambda f: f.interval.missing,
    ),
    Column(
        "fewest",
        Kind.WHOLE,
        "Scored rollouts, n, of the challenge with the fewest",
        lambda f: f.row.fewest,
    ),
    Column(
        "most",
        Kind.WHOLE,
        "Scored rollouts, n, of the challenge with the most",
        lambda f: f.row.most,
    ),
    Column("rollouts", Kind.WHOLE, "All rollouts of the agent", lambda f: f.row.rollouts),
    Column("unscored", Kind.WHOLE, "Those without a verdict", lambda f: f.row.unscored),
    Column("not_run", Kind.WHOLE, "Rollouts that were never made", lambda f: f.row.not_run),
)
