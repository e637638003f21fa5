"""Reliability against k: the gap between one success and all of them."""

from functools import partial
from typing import TYPE_CHECKING

from codebench.report.curves import AgentCurve
from codebench.report.figures.canvas import SOFT, Canvas, look, plain, wrapped
from codebench.report.measures import Measure
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import range_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["curves"]

_WORDS = {
    Measure.SUCCESS: "works",
    Measure.SECURE_SUCCESS: "works and is secure",
}


def curves(canvas: Canvas, task: TaskReport, report: Report) -> bool:  # noqa: ARG001
    """Both readings for k = 1, 2, ...; one plot for each measure, the headline first."""
    measures = list(dict.fromkeys([task.headline, Measure.SUCCESS]))
    places = {row.agent: place for place, row in enumerate(task.rows)}
    plots = canvas.axes(5.2, columns=len(measures))
    for axes, measure in zip(plots, measures, strict=True):
        for curve in task.curves:
            if curve.measure is measure:
                _curve(axes, curve, places[curve.agent])
        _describe(axes, task, _WORDS[measure])
    plots[0].set_ylabel("reliability (estimates, without intervals)")
    handles, labels = plots[0].get_legend_handles_labels()
    handles += [plots[0].plot([], [], style, color=SOFT)[0] for style in ("-", "--")]
    labels += ["at least one of k", "all of k"]
    canvas.figure.legend(handles, labels, loc="outside right upper", fontsize=9)
    canvas.entitle("reliability against k", task)
    return True


def _curve(axes: "Axes", curve: AgentCurve, place: int) -> None:
    own = look(place)
    draw = partial(axes.plot, [point.k for point in curve.points], color=own.color)
    some = [point.any_of_k for point in curve.points]
    every = [point.all_of_k for point in curve.points]
    draw(some, linestyle="-", marker=own.marker, label=wrapped(curve.agent, 18))
    draw(every, linestyle="--", marker=own.marker, markerfacecolor="white")


def _describe(axes: "Axes", task: TaskReport, words: str) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 -- an extra

    plain(axes, y=True)
    axes.axvline(task.k, color=SOFT, linewidth=0.8, linestyle=":")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(f"success: {words}")
    axes.set_xlabel(f"k, rollouts drawn (dotted: k={task.k})\n{range_words(task)}")
