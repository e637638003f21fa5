"""Figures of the experiments: what was published on the left, what is found on the right."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from codebench.report.figures.canvas import BLUE, INK, ORANGE, SOFT, canvas
from codebench.reproduce import h1, h2, h3, h4, pilot
from codebench.reproduce.model import Experiment
from codebench.reproduce.simulator import AGENTS, SEED
from codebench.words import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["FIGURES", "draw"]

_LOW = 0.04

Values = Mapping[str, float]
Draw = Callable[["Axes", "Axes", Values, Values], None]
"""Draws on the left and on the right, from published and corrected values."""


def draw(experiments: Sequence[Experiment], folder: Path) -> list[Path]:
    """Draw the figure of each experiment.

    Returns:
        The files, a PNG and an SVG for each figure.

    Raises:
        OSError: The folder cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for place, each in enumerate(experiments, start=1):
        with canvas() as made:
            made.figure.set_size_inches(9.5, 4.2)
            left, right = made.figure.subplots(1, 2)
            left.set_title("as published")
            right.set_title("corrected")
            published = {one.name: one.value for one in each.published}
            corrected = {one.name: one.value for one in each.corrected}
            FIGURES[each.name](left, right, published, corrected)
            made.figure.suptitle(f"{each.name}: {each.title}", x=0.01, ha="left", fontsize=12)
            written += made.save(folder / f"fig{place}-{each.name}")
    return written


def _bars(axes: "Axes", names: Sequence[str], series: Mapping[str, Sequence[float]]) -> None:
    """Bars side by side for each name, with their values in them."""
    width = 0.8 / len(series)
    for place, (label, values) in enumerate(series.items()):
        where = np.arange(len(names)) + (place - (len(series) - 1) / 2) * width
        color = (BLUE, ORANGE, SOFT)[place]
        bars = axes.bar(where, values, width * 0.92, label=label, color=color)
        axes.bar_label(bars, fmt=_inside, fontsize=8, label_type="center", color="white")
        axes.bar_label(bars, fmt=_above, fontsize=8, padding=2)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylim(0, 1.22)
    axes.set_yticks(np.arange(0, 1.01, 0.2))
    axes.legend(loc="upper center", ncols=2, fontsize=8)


def _inside(value: float) -> str:
    return f"{value:.2f}" if value > _LOW else ""


def _above(value: float) -> str:
    """The label of a bar that has no room for it."""
    return "" if value > _LOW else f"{value:.2f}"


def _baseline(left: "Axes", right: "Axes", old: Values, new: Values) -> None:
    shown = {
        '"pass@1"': [old[f"pass_at_1.{a}"] for a in AGENTS],
        "broken pass@5": [old[f"broken_at_5.{a}"] for a in AGENTS],
    }
    _bars(left, AGENTS, shown)
    left.set_ylabel("share of tests, and k=5 of 10 tests")
    _bars(right, AGENTS, {"rollouts with all tests passed": [new[f"solved.{a}"] for a in AGENTS]})
    right.set_ylabel("share of 10 tasks, one rollout each")


def _h1(left: "Axes", right: "Axes", old: Values, new: Values) -> None:
    names = ["4 of 10 tests", "2 of 5 tests"]
    _bars(left, names, {"broken pass@5": [old["agent_a"], old["agent_b"]]})
    for rho, color in zip(h1.CORRELATIONS, (BLUE, ORANGE), strict=True):
        values = [new[f"broken_at_5.rho_{rho}.tests_{size}"] for size in h1.SIZES]
        right.plot(h1.SIZES, values, marker="o", color=color, label=f"correlation of tests {rho}")
    right.axhline(new["reliability_at_5"], color=INK, linestyle="--", label="true reliability@5")
    right.set_xscale("log")
    right.set_xticks(h1.SIZES, [str(size) for size in h1.SIZES])
    right.minorticks_off()
    right.set_xlabel("tests of the suite")
    right.set_ylabel("expected broken pass@5; success is 0.4")
    right.legend(fontsize=8)


def _h2(left: "Axes", right: "Axes", old: Values, new: Values) -> None:
    shown = {
        "broken pass@5": [old[f"broken_at_5.{a}"] for a in AGENTS],
        "reliability@5": [old[f"reliability_at_5.{a}"] for a in AGENTS],
    }
    _bars(left, AGENTS, shown)
    left.set_ylabel(f"seed {SEED}, 10 tasks, n=8")
    right.hist([run.gap for run in h2.outcomes()], bins=24, color=BLUE)
    right.axvline(old["gap.mean"], color=ORANGE, label=f"seed {SEED}")
    right.axvline(new["gap.over_seeds.mean"], color=INK, linestyle="--", label="mean")
    right.set_xlabel("broken pass@5 minus reliability@5, mean of three agents")
    right.set_ylabel(f"of {len(h2.SEEDS)} seeds")
    right.legend(fontsize=8)


def _h3(left: "Axes", right: "Axes", old: Values, new: Values) -> None:
    found = h3.pairs(SEED)
    slope, start = np.polyfit(found.published, found.target, 1)
    ends = np.array([found.published.min(), found.published.max()])
    left.scatter(found.published, found.target, color=BLUE)
    label = f"fitted line; Spearman {old['spearman']:.2f}"
    left.plot(ends, start + slope * ends, color=INK, linestyle="--", label=label)
    left.set_xlabel("proxy of one rollout")
    left.set_ylabel("reliability@5, n=8, 30 pairs of task and agent")
    left.legend(fontsize=8)
    names = [f"Beta({a:g},{b:g})" for a, b in h3.MIXES]
    for seen, color in ((1, BLUE), (5, ORANGE)):
        values = [new[f"ceiling.beta_{a}_{b}.rollouts_{seen}"] for a, b in h3.MIXES]
        right.plot(
            names, values, marker="o", color=color, label=f"{number(seen, 'rollout')} seen, at best"
        )
    right.axhline(0.7, color=INK, linestyle="--", label="0.70, as the claim has it")
    right.axhline(new["attainable"], color=SOFT, linestyle=":", label=f"at best with seed {SEED}")
    right.set_ylim(0, 1)
    right.set_xlabel("chances of success of the tasks")
    right.set_ylabel("Spearman with reliability@5 of 8 others")
    right.tick_params(axis="x", labelsize=8)
    right.legend(fontsize=8, loc="lower left")


def _h4(left: "Axes", right: "Axes", old: Values, new: Values) -> None:
    names = list(h4.COUNTS)
    shown = {
        "reliability@5": [old[f"reliability_at_5.{a}"] for a in names],
        "adjusted, gate at 0.80": [old[f"adjusted_at_5.{a}"] for a in names],
    }
    _bars(left, names, shown)
    left.set_ylabel("k=5, n=8, 10 tasks")
    strict = {
        "reliability@5": [new[f"reliability_at_5.{a}"] for a in names],
        "secure, no finding": [new[f"secure_at_5.{a}"] for a in names],
    }
    _bars(right, names, strict)
    places = np.arange(len(names)) + 0.2
    estimates = np.array(strict["secure, no finding"])
    lower = np.array([new[f"secure_at_5.{a}.lower"] for a in names])
    upper = np.array([new[f"secure_at_5.{a}.upper"] for a in names])
    arms = [estimates - lower, upper - estimates]
    right.errorbar(places, estimates, yerr=arms, fmt="none", color=INK, capsize=3, linewidth=1)
    right.set_ylabel("95% intervals: envelope, population")


def _pilot(left: "Axes", right: "Axes", old: Values, new: Values) -> None:
    _bars(
        left,
        ["mean share of tests", "tasks resolved"],
        {"agent": [old["pass_rate"], old["resolved"]]},
    )
    left.set_ylabel("5 tasks, one attempt each")
    names = [each.name.removeprefix("astropy-") for each in pilot.INSTANCES]
    shown = {
        "agent": [new[f"pass_rate.{each.name}"] for each in pilot.INSTANCES],
        "empty patch": [new[f"no_op.{each.name}"] for each in pilot.INSTANCES],
    }
    _bars(right, names, shown)
    right.set_xlabel("task of astropy")
    right.set_ylabel("share of tests passed")


FIGURES: dict[str, Draw] = {
    "baseline": _baseline,
    "h1": _h1,
    "h2": _h2,
    "h3": _h3,
    "h4": _h4,
    "pilot": _pilot,
}
