"""What all figures share: size, type, colours that everyone can tell apart, and files."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from codebench.report.model import TaskReport
from codebench.report.sentences import scored_words
from codebench.words import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["BLUE", "INK", "ORANGE", "SOFT", "Canvas", "Look", "canvas", "look", "plain", "wrapped"]

INK, SOFT, _LINE = "#1a1a1a", "#5a5a5a", "#d9d9d9"
BLUE, ORANGE = "#0072B2", "#D55E00"
"""At least one of k, and all of k."""

_AGENTS = (BLUE, "#E69F00", "#009E73", "#CC79A7", ORANGE, "#56B4E9", "#000000")
"""Okabe and Ito's colours, without the yellow that fades on white."""

_SHAPES = ("o", "s", "^", "D", "v", "P", "X", "p", "<", ">")

_WIDTH, _DPI = 8.0, 150
"""1,200 pixels."""

_STYLE: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": SOFT,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "figure.labelsize": 10,
    "figure.constrained_layout.wspace": 0.06,
    "grid.color": _LINE,
    "grid.linewidth": 0.8,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "svg.fonttype": "none",  # text stays text: it can be searched, read aloud and edited
    "svg.hashsalt": "codebench",  # the same report gives the same file
}


@dataclass(frozen=True, slots=True)
class Canvas:
    """One figure before it is saved."""

    figure: "Figure"
    """Laid out so that nothing overlaps."""

    def axes(self, height: float, rows: int = 1, columns: int = 1) -> "list[Axes]":
        """Make room for plots that share their axes, row by row.

        Args:
            height: Of the whole figure, in inches; it is 8 inches wide.
            rows: Plots above one another.
            columns: Plots side by side.
        """
        self.figure.set_size_inches(_WIDTH, height)
        made = self.figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        return list(made.flat)

    def entitle(self, text: str, task: TaskReport, foot: str = "") -> None:
        """Say above what is shown, and below from how many rollouts.

        Args:
            text: What is shown.
            task: Whose it is.
            foot: What else to say below.
        """
        self.figure.suptitle(f"{task.task} {task.version}: {text}", x=0.01, ha="left", fontsize=12)
        words = filter(None, (foot, _counted(task), _left_out(task)))
        self.figure.supxlabel("\n".join(words), x=0.01, ha="left", fontsize=8, color=SOFT)

    def save(self, path: Path) -> list[Path]:
        """Write a PNG and an SVG; the path has no suffix yet."""
        files = [path.with_name(f"{path.name}.{suffix}") for suffix in ("png", "svg")]
        for file in files:
            unchanging = {"Date": None} if file.suffix == ".svg" else None
            self.figure.savefig(file, dpi=_DPI, metadata=unchanging)
        return files


def _counted(task: TaskReport) -> str:
    return f"{number(len(task.challenges), 'challenge')}, {scored_words(task)}"


def _left_out(task: TaskReport) -> str:
    missing = sum(row.missing for row in task.rows)
    few = f"fewer than k={task.k} scored rollouts, in no reliability"
    return f"Pairs of agent and challenge with {few}: {missing}." if missing else ""


@contextmanager
def canvas() -> "Iterator[Canvas]":
    """A figure in the style of all; inside, everything drawn has that style."""
    from matplotlib import rc_context  # noqa: PLC0415 -- an extra, which the library does without
    from matplotlib.figure import Figure  # noqa: PLC0415 -- likewise

    with rc_context(_STYLE):
        yield Canvas(Figure(layout="constrained", facecolor="white"))


@dataclass(frozen=True, slots=True)
class Look:
    """How one agent is marked; colour and shape both tell."""

    color: str
    """Of lines and marks."""

    marker: str
    """Shape of its marks."""


def look(place: int) -> Look:
    """The look of the agent at that place of the leaderboard; 70 differ."""
    return Look(_AGENTS[place % len(_AGENTS)], _SHAPES[place % len(_SHAPES)])


def plain(axes: "Axes", *, x: bool = False, y: bool = False) -> None:
    """Shares from 0 to 1 on these axes, with faint lines."""
    if x:
        axes.set_xlim(-0.02, 1.02)
        axes.grid(axis="x")
    if y:
        axes.set_ylim(-0.02, 1.02)
        axes.grid(axis="y")


def wrapped(words: str, width: int = 24) -> str:
    """A name over several lines, broken at slashes and hyphens, and never read as a formula."""
    lines = fill(words.replace("/", "/ "), width).replace("/ ", "/")
    return lines.replace("$", r"\$")
