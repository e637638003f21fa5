"""Both readings of reliability of each agent, with intervals."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from codebench.report.figures.canvas import BLUE, INK, ORANGE, SOFT, Canvas, plain, wrapped
from codebench.report.leaderboard import Row
from codebench.report.measures import Measure
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import interval_words, range_words
from codebench.statistics.estimands import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["leaderboard"]


@dataclass(frozen=True, slots=True)
class _Series:
    label: str
    field: str
    color: str
    marker: str
    filled: bool


def leaderboard(canvas: Canvas, task: TaskReport, report: Report) -> bool:
    """Dots with intervals, best agent on top. Every task has this figure."""
    series = _series(task)
    (axes,) = canvas.axes(2.4 + len(task.rows) * (0.3 + 0.17 * len(series)))
    for place, row in enumerate(task.rows):
        _row(axes, place, row, series)
    axes.set_yticks(range(len(task.rows)), [wrapped(row.agent) for row in task.rows])
    axes.set_ylim(len(task.rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    plain(axes, x=True)
    axes.set_xlabel(
        f"reliability, k={task.k}, {range_words(task)}\nintervals: {interval_words(task, report)}"
    )
    axes.legend(ncols=2, loc="lower left", bbox_to_anchor=(0, 1), fontsize=9)
    several = f"at least one of {task.k} rollouts succeeds (@), all succeed (^)"
    canvas.entitle(several if task.k > 1 else "how often a rollout succeeds", task)
    return True


def _series(task: TaskReport) -> list[_Series]:
    """Secure success first and filled; where k = 1 both readings are one."""
    secure = task.headline is Measure.SECURE_SUCCESS
    kinds = [("secure_", "works and is secure", True)] if secure else []
    kinds.append(("", "works", not secure))
    readings = [("any_of_k", f"reliability@{task.k}", BLUE, "o")]
    if task.k > 1:
        readings.append(("all_of_k", f"reliability^{task.k}", ORANGE, "D"))
    return [
        _Series(f"{reading}, {words}", f"{prefix}{field}", color, marker, filled)
        for prefix, words, filled in kinds
        for field, reading, color, marker in readings
    ]


def _row(axes: "Axes", place: int, row: Row, series: list[_Series]) -> None:
    for number, each in enumerate(series):
        height = place + 0.17 * (number - (len(series) - 1) / 2)
        found: Interval | None = getattr(row, each.field)
        label = each.label if place == 0 else None
        if found is None:
            axes.plot([], [], each.marker, color=each.color, label=label)
            axes.text(0.0, height, "fewer than k scored", color=SOFT, fontsize=7, va="center")
            continue
        low, high = found.estimate - found.lower, found.upper - found.estimate
        axes.errorbar(
            found.estimate,
            height,
            xerr=[[max(low, 0.0)], [max(high, 0.0)]],
            fmt=each.marker,
            color=each.color,
            markerfacecolor=each.color if each.filled else "white",
            markersize=6,
            linewidth=1.6 if each.filled else 1.0,
            label=label,
        )
    if place:
        axes.axhline(place - 0.5, color=INK, linewidth=0.3, alpha=0.4)
