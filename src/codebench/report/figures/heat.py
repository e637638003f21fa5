"""Which weaknesses agents leave in."""

from typing import TYPE_CHECKING

from codebench.report.figures.canvas import SOFT, Canvas, wrapped
from codebench.report.measures import Measure
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import range_words
from codebench.report.weaknesses import CweCell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable

__all__ = ["heat"]

_FEW = 5
"""Rollouts below which a share says too little to be coloured."""

_ROOMY = 4
"""Agents up to which a cell is wide enough for one line."""

_DARK = 0.55
"""Shares from which on black is read better than white."""


def heat(canvas: Canvas, task: TaskReport, report: Report) -> bool:  # noqa: ARG001
    """Shares by weakness and agent. False where no challenge names a weakness."""
    if not task.cwe:
        return False
    (axes,) = canvas.axes(2.2 + 0.42 * len(task.cwe))
    shading = _shading()
    for height, row in enumerate(task.cwe):
        for place, cell in enumerate(row.cells):
            _cell(axes, (place, height), cell, shading, crowded=len(row.cells) > _ROOMY)
    _name_agents(axes, [row.agent for row in task.rows])
    axes.set_yticks(range(len(task.cwe)), [_name(row.cwe, row.challenges) for row in task.cwe])
    axes.set_xlim(-0.5, len(task.rows) - 0.5)
    axes.set_ylim(len(task.cwe) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    secure = task.headline is Measure.SECURE_SUCCESS
    axes.set_xlabel(f"agent; k=1, {range_words(task)}; shares without intervals")
    axes.set_ylabel("weakness; a challenge counts for each of its own")
    words = "work and are secure" if secure else "work"
    bar = canvas.figure.colorbar(shading, ax=axes, aspect=30, pad=0.02)
    bar.set_label(f"share of scored rollouts that {words}")
    canvas.entitle(f"rollouts that {words}, by weakness", task)
    return True


def _shading() -> "ScalarMappable":
    from matplotlib.cm import ScalarMappable  # noqa: PLC0415 -- an extra
    from matplotlib.colors import Normalize  # noqa: PLC0415 -- likewise

    return ScalarMappable(Normalize(0, 1), "cividis")


def _name_agents(axes: "Axes", agents: list[str]) -> None:
    if len(agents) > _ROOMY:
        axes.set_xticks(range(len(agents)), [wrapped(agent) for agent in agents])
        axes.tick_params(axis="x", labelsize=8, labelrotation=40)
        for label in axes.get_xticklabels():
            label.set(ha="right", rotation_mode="anchor")
    else:
        axes.set_xticks(range(len(agents)), [wrapped(agent, 16) for agent in agents])


def _cell(
    axes: "Axes",
    at: tuple[int, int],
    cell: CweCell,
    shading: "ScalarMappable",
    *,
    crowded: bool,
) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415 -- an extra

    rate = cell.rate
    few = cell.rollouts < _FEW
    shade = "#eeeeee" if rate is None or few else shading.cmap(rate)
    corner = at[0] - 0.48, at[1] - 0.46
    axes.add_patch(Rectangle(corner, 0.96, 0.92, facecolor=shade, edgecolor="none"))
    share = "-" if rate is None else f"{rate:.2f}"
    ink = SOFT if few else "black" if rate is not None and rate > _DARK else "white"
    text = f"{share}{chr(10) if crowded else '   '}{cell.successes}/{cell.rollouts}"
    size = 7 if crowded else 9
    axes.text(*at, text, ha="center", va="center", color=ink, fontsize=size)


def _name(cwe: int, challenges: int) -> str:
    return f"CWE-{cwe} ({challenges} challenge{'' if challenges == 1 else 's'})"
