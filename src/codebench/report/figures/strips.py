"""Every rollout as a mark of its own: the most honest picture."""

from collections import defaultdict
from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

from codebench.report.figures.canvas import Canvas, Look, wrapped
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import range_words
from codebench.report.strips import Outcome, Strip

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["strips"]

_LOOKS = {
    Outcome.SECURE_AND_WORKING: Look("#009E73", "o"),
    Outcome.WORKING: Look("#009E73", "o"),
    Outcome.WORKING_ONLY: Look("#E69F00", "^"),
    Outcome.SECURE_ONLY: Look("#56B4E9", "s"),
    Outcome.NEITHER: Look("#4d4d4d", "X"),
    Outcome.FAILED: Look("#4d4d4d", "X"),
    Outcome.UNSCORED: Look("#999999", "$?$"),
}
_GOOD = (Outcome.SECURE_AND_WORKING, Outcome.WORKING)
_ACROSS = 4
"""Agents side by side."""


def strips(canvas: Canvas, task: TaskReport, report: Report) -> bool:  # noqa: ARG001
    """One line for each challenge, the hardest at the bottom; one plot for each agent."""
    agents = [row.agent for row in task.rows]
    columns = min(len(agents), _ACROSS)
    rows = ceil(len(agents) / columns)
    challenges = _ordered(task.strips)
    plots = canvas.axes(1.7 + rows * (0.5 + 0.24 * len(challenges)), rows, columns)
    for axes, agent in zip(plots, agents, strict=False):
        _agent(axes, [strip for strip in task.strips if strip.agent == agent], challenges)
        axes.set_title(wrapped(agent, 64 // columns), fontsize=9)
    for axes in plots[len(agents) :]:
        axes.set_visible(False)
    for axes in plots[max(len(agents) - columns, 0) : len(agents)]:
        axes.set_xlabel("rollout")
    plots[0].set_yticks(range(len(challenges)), [wrapped(name) for name in challenges])
    plots[0].set_ylim(len(challenges) - 0.5, -0.5)
    _legend(canvas, task)
    canvas.figure.supylabel("challenge")
    foot = f"k={task.k}, {range_words(task)}; every rollout is shown, so that there is no interval."
    canvas.entitle("every rollout, by how it ended", task, foot)
    return True


def _ordered(found: Iterable[Strip]) -> list[str]:
    """Challenges by the share of rollouts that end well, over all agents."""
    ended: dict[str, list[bool]] = defaultdict(list)
    for strip in found:
        ended[strip.challenge] += [cell.outcome in _GOOD for cell in strip.cells]
    return sorted(ended, key=lambda name: (-sum(ended[name]) / len(ended[name]), name))


def _agent(axes: "Axes", own: list[Strip], challenges: list[str]) -> None:
    heights = {challenge: height for height, challenge in enumerate(challenges)}
    found: dict[Outcome, list[tuple[int, int]]] = defaultdict(list)
    for strip in own:
        for number, cell in enumerate(strip.cells, 1):
            found[cell.outcome].append((number, heights[strip.challenge]))
    for outcome, places in found.items():
        across, down = zip(*places, strict=True)
        mark = _LOOKS[outcome]
        axes.scatter(across, down, s=38, color=mark.color, marker=mark.marker, linewidths=0)
    _whole_numbers(axes)
    axes.tick_params(length=0, labelsize=8)
    axes.spines[:].set_visible(False)


def _whole_numbers(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 -- an extra

    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))


def _legend(canvas: Canvas, task: TaskReport) -> None:
    """Only what is there, with how often."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 -- an extra

    there = [(outcome, count) for outcome in Outcome if (count := task.outcomes[outcome])]
    handles = [
        Line2D([], [], linestyle="", color=_LOOKS[each].color, marker=_LOOKS[each].marker)
        for each, _ in there
    ]
    labels = [f"{outcome} ({count})" for outcome, count in there]
    canvas.figure.legend(handles, labels, loc="outside right upper", fontsize=8)
