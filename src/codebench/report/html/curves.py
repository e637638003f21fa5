"""Pictures of reliability against k, one for each agent."""

from collections.abc import Iterable, Sequence

from codebench.report.curves import AgentCurve, CurvePoint
from codebench.report.html.axes import Frame, plot
from codebench.report.html.markup import Html, element, join, text
from codebench.report.leaderboard import Row
from codebench.report.measures import Measure
from codebench.report.sentences import span_words
from codebench.statistics.estimands import Interval

__all__ = ["curve_key", "curve_picture"]

_WIDTH, _HEIGHT = 330, 250
_ASIDE = (-6, -2, 2, 6)
"""Pixels by which the whiskers of the four lines stand apart."""

_MANY = 10
"""Values of k from which on not every one gets a tick."""


def curve_picture(row: Row, curves: Sequence[AgentCurve], k: int, whiskers: str) -> Html:
    """Both readings of each measure, with the intervals at the report's k.

    Args:
        row: The agent's row in the leaderboard.
        curves: The agent's curves, at least one.
        k: The report's k.
        whiskers: How the intervals are made.
    """
    last = max(len(curve.points) for curve in curves)
    frame = Frame(_WIDTH, _HEIGHT, 1, max(last, 2))
    content = [_line(frame, curve.points, curve.measure) for curve in reversed(curves)]
    content += _whiskers(frame, row, k)
    step = max(1, -(-last // _MANY))
    return plot(
        frame,
        *content,
        label=f"Reliability of {row.agent} for k = 1 to {last}",
        x_label=f"k of {span_words([row])}, {curves[0].challenges} challenges",
        y_label=f"reliability, {whiskers}",
        ticks=range(1, last + 1, step),
    )


def curve_key(measures: Iterable[Measure]) -> Html:
    """What the lines are."""
    items = []
    for measure in measures:
        words = "works and secure" if measure is Measure.SECURE_SUCCESS else "works"
        for reading, told in (("any", "at least one of k"), ("all", "all k")):
            line = element("line", x1=1, x2=29, y1=6, y2=6, class_=f"{measure} {reading}")
            swatch = element("svg", line, width=30, height=12, aria_hidden="true")
            items.append(element("li", swatch, text(f" {words}, {told}")))
    return element("ul", *items, class_="key")


def _line(frame: Frame, points: Sequence[CurvePoint], measure: Measure) -> Html:
    return join(
        element(
            "g",
            element(
                "polyline",
                points=" ".join(f"{frame.x(k)},{frame.y(share)}" for k, share in values),
                class_=f"{measure} {reading}",
            ),
            *(_dot(frame, k, share, measure, reading) for k, share in values),
        )
        for reading, values in (
            ("any", [(point.k, point.any_of_k) for point in points]),
            ("all", [(point.k, point.all_of_k) for point in points]),
        )
    )


def _dot(frame: Frame, k: int, share: float, measure: Measure, reading: str) -> Html:
    told = f"k={k}, {reading}: {share:.3f}"
    title = element("title", text(told))
    x, y = frame.x(k), frame.y(share)
    if reading == "any":
        return element("g", title, element("circle", cx=x, cy=y, r=3, class_=f"{measure} dot"))
    square = element("rect", x=x - 3, y=y - 3, width=6, height=6, class_=f"{measure} dot")
    return element("g", title, square)


def _whiskers(frame: Frame, row: Row, k: int) -> list[Html]:
    intervals = (
        (Measure.SECURE_SUCCESS, row.secure_any_of_k),
        (Measure.SECURE_SUCCESS, row.secure_all_of_k),
        (Measure.SUCCESS, row.any_of_k),
        (Measure.SUCCESS, row.all_of_k),
    )
    x = frame.x(k)
    return [
        _whisker(frame, interval, measure, x + aside)
        for aside, (measure, interval) in zip(_ASIDE, intervals, strict=True)
        if interval
    ]


def _whisker(frame: Frame, interval: Interval, measure: Measure, x: float) -> Html:
    upper, lower = frame.y(interval.upper), frame.y(interval.lower)
    path = f"M{x - 3},{upper}h6M{x},{upper}V{lower}M{x - 3},{lower}h6"
    return element("path", d=path, class_=f"{measure} whisker")
