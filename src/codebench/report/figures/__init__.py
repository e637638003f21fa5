"""Figures of a report, as PNG and SVG. They need matplotlib, the extra `plots`."""

import re
from collections.abc import Callable
from pathlib import Path

from codebench.report.figures.canvas import Canvas, canvas
from codebench.report.figures.curves import curves
from codebench.report.figures.heat import heat
from codebench.report.figures.leaderboard import leaderboard
from codebench.report.figures.scatter import scatter
from codebench.report.figures.strips import strips
from codebench.report.model import Report, TaskReport

__all__ = ["draw"]

_FIGURES: dict[str, Callable[[Canvas, TaskReport, Report], bool]] = {
    "leaderboard": leaderboard,
    "curves": curves,
    "scatter": scatter,
    "cwe": heat,
    "strips": strips,
}
"""Each says whether the task has what it shows."""


def draw(report: Report, folder: Path) -> list[Path]:
    """Draw every figure of every task.

    A task without a security side has no scatter, one whose challenges name no weakness no heat
    map.

    Args:
        report: What is shown.
        folder: Where to; it is made where it is missing, and older figures in it are replaced.

    Returns:
        The files, a PNG and an SVG for each figure.

    Raises:
        OSError: The folder cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, task in zip(_names(report), report.tasks, strict=True):
        for kind, figure in _FIGURES.items():
            with canvas() as made:
                if figure(made, task, report):
                    written += made.save(folder / f"{name}-{kind}")
    return written


def _names(report: Report) -> list[str]:
    """What the files of each task begin with; two tasks never share it."""
    found: list[str] = []
    for task in report.tasks:
        name = re.sub(r"[^\w.-]+", "-", task.task).strip("-.") or "task"
        found.append(name if name not in found else f"{name}-{len(found) + 1}")
    return found
