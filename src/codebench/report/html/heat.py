"""Small pictures in tables: a share as a colour, and an interval as a bar."""

from codebench.report.html.markup import Html, element, join, text
from codebench.report.weaknesses import CweCell
from codebench.statistics.estimands import Interval

__all__ = ["bar", "heat_cell"]

_WIDTH, _HEIGHT = 84, 12
_DARK = 0.55
"""Share from which on white reads better than black."""


def heat_cell(cell: CweCell) -> Html:
    """The share of rollouts as a coloured field with its numbers."""
    if cell.rate is None:
        return text("no scored rollout")
    shade = "dark" if cell.rate >= _DARK else "light"
    words = element("text", text(f"{cell.rate:.2f}"), x=48, y=18, text_anchor="middle")
    counts = f"{cell.successes} of {cell.rollouts}"
    under = element("text", text(counts), x=48, y=33, text_anchor="middle", class_="small")
    field = element("rect", width=96, height=40, rx=3, class_="heat", fill=_colour(cell.rate))
    return element(
        "svg",
        join([field, words, under]),
        viewBox="0 0 96 40",
        width=96,
        height=40,
        role="img",
        aria_label=f"{cell.rate:.2f}, {counts}",
        class_=f"heat-{shade}",
    )


def bar(interval: Interval) -> Html:
    """Estimate and bounds on a line from 0 to 1."""

    def at(share: float) -> float:
        return round(2 + (_WIDTH - 4) * share, 1)

    return element(
        "svg",
        element("line", x1=at(0), x2=at(1), y1=6, y2=6, class_="grid"),
        element("line", x1=at(interval.lower), x2=at(interval.upper), y1=6, y2=6, class_="range"),
        element("circle", cx=at(interval.estimate), cy=6, r=4, class_="point"),
        viewBox=f"-3 0 {_WIDTH + 6} {_HEIGHT}",
        width=_WIDTH + 6,
        height=_HEIGHT,
        aria_hidden="true",
        class_="bar",
    )


def _colour(share: float) -> str:
    """From near white to the blue of Okabe and Ito; a light scale that a printer keeps apart."""
    low, high = (235, 243, 249), (0, 90, 150)
    red, green, blue = (
        round(start + (end - start) * share) for start, end in zip(low, high, strict=True)
    )
    return f"rgb({red},{green},{blue})"
