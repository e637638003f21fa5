"""A picture of success against security."""

from collections import defaultdict
from collections.abc import Sequence

from codebench.report.html.axes import Frame, plot
from codebench.report.html.markup import Html, element, join, text
from codebench.report.leaderboard import Row
from codebench.statistics.estimands import Interval

__all__ = ["scatter_picture"]

_SIZE = 340


def scatter_picture(rows: Sequence[Row], told: str) -> Html:
    """Shares of rollouts that work and that are secure, with intervals both ways.

    Agents are numbered by their place in the leaderboard; those at the same place share a mark.

    Args:
        rows: The leaderboard.
        told: Words on n and the intervals.
    """
    frame = Frame(_SIZE, _SIZE, 0, 1, inset=12)
    places: dict[tuple[float, float], list[int]] = defaultdict(list)
    whiskers = []
    for number, row in enumerate(rows, 1):
        if row.success and row.security:
            places[row.success.estimate, row.security.estimate].append(number)
            whiskers.append(_cross(frame, row.success, row.security))
    return plot(
        frame,
        *whiskers,
        *(_mark(frame, place, numbers) for place, numbers in places.items()),
        label="Share of rollouts that work against share that are secure, by agent",
        x_label=f"works (k=1, {told})",
        y_label=f"secure (k=1, {told})",
        ticks=(0, 0.25, 0.5, 0.75, 1),
    )


def _cross(frame: Frame, works: Interval, secure: Interval) -> Html:
    x, y = frame.x(works.estimate), frame.y(secure.estimate)
    across = f"M{frame.x(works.lower)},{y}H{frame.x(works.upper)}"
    along = f"M{x},{frame.y(secure.lower)}V{frame.y(secure.upper)}"
    return element("path", d=across + along, class_="cross")


def _mark(frame: Frame, place: tuple[float, float], numbers: Sequence[int]) -> Html:
    name = ", ".join(map(str, numbers))
    x, y, half = frame.x(place[0]), frame.y(place[1]), 7 + 3 * len(name)
    x = min(x, _SIZE - half - 1)
    return join(
        [
            element("rect", x=x - half, y=y - 9, width=2 * half, height=18, rx=9, class_="mark"),
            element("text", text(name), x=x, y=y + 4, text_anchor="middle", class_="mark-name"),
        ]
    )
