"""Success against security: agents that work are not always agents to trust."""

from codebench.report.figures.canvas import Canvas, look, plain, wrapped
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import interval_words, range_words
from codebench.statistics.estimands import Interval

__all__ = ["scatter"]


def scatter(canvas: Canvas, task: TaskReport, report: Report) -> bool:
    """A cross for each agent. False for a task without a security side."""
    found = [
        (place, row.agent, row.success, row.security)
        for place, row in enumerate(task.rows)
        if row.success and row.security
    ]
    if not found:
        return False
    (axes,) = canvas.axes(6.2)
    for place, agent, success, security in found:
        own = look(place)
        axes.errorbar(
            success.estimate,
            security.estimate,
            xerr=_arms(success),
            yerr=_arms(security),
            fmt=own.marker,
            color=own.color,
            markersize=9,
            elinewidth=1.0,
            label=wrapped(agent),
        )
    plain(axes, x=True, y=True)
    axes.set_xlabel(
        f"success: share of rollouts that work, k=1, {range_words(task)}\n"
        f"intervals: {interval_words(task, report)}"
    )
    axes.set_ylabel("security: share of rollouts that repel every attack,\nworking or not, k=1")
    canvas.figure.legend(loc="outside right upper", fontsize=9)
    canvas.entitle("success against security", task)
    return True


def _arms(found: Interval) -> list[list[float]]:
    low, high = found.estimate - found.lower, found.upper - found.estimate
    return [[max(low, 0.0)], [max(high, 0.0)]]
