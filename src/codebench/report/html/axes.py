"""A square plot of two shares or of a share against k, with labelled axes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codebench.report.html.markup import Html, element, text

__all__ = ["Frame", "plot"]

_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 14, 12, 42
_TICK = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a plot's values lie on the page."""

    width: int
    """Of the whole picture, in pixels."""

    height: int
    """Of the whole picture, in pixels."""

    first: float
    """Value at the left end."""

    last: float
    """Value at the right end."""

    inset: int = 0
    """Room between the values and the axes, in pixels, so that marks hide no label."""

    def x(self, value: float) -> float:
        """Distance from the left."""
        span = (self.last - self.first) or 1
        inner = self.width - _LEFT - _RIGHT - 2 * self.inset
        return round(_LEFT + self.inset + inner * (value - self.first) / span, 1)

    def y(self, share: float) -> float:
        """Distance from the top; shares are within 0..1."""
        inner = self.height - _TOP - _BOTTOM - 2 * self.inset
        return round(_TOP + self.inset + inner * (1 - share), 1)


def plot(  # noqa: PLR0913 -- the parts of a plot
    frame: Frame,
    *content: Html,
    label: str,
    x_label: str,
    y_label: str,
    ticks: Sequence[float],
    form: Callable[[float], str] = "{:g}".format,
) -> Html:
    """A picture with axes around what is drawn.

    Args:
        frame: Where things lie.
        content: What is drawn.
        label: What the picture shows, for those who do not see it.
        x_label: Under the horizontal axis.
        y_label: Beside the vertical axis.
        ticks: On the horizontal axis.
        form: How a tick is written.
    """
    marks = (*_levels(frame), *(_tick(frame, value, form(value)) for value in ticks))
    return element(
        "svg",
        *marks,
        *content,
        *_names(frame, x_label, y_label),
        viewBox=f"0 0 {frame.width} {frame.height}",
        width=frame.width,
        height=frame.height,
        role="img",
        aria_label=label,
    )


def _names(frame: Frame, x_label: str, y_label: str) -> Sequence[Html]:
    middle = (frame.x(frame.first) + frame.x(frame.last)) / 2
    height = (frame.y(0) + frame.y(1)) / 2
    return (
        _words(x_label, middle, frame.height - 6, text_anchor="middle", class_="axis"),
        _words(
            y_label,
            0,
            0,
            text_anchor="middle",
            class_="axis",
            transform=f"translate(12 {height}) rotate(-90)",
        ),
    )


def _levels(frame: Frame) -> Sequence[Html]:
    left, right = frame.x(frame.first) - frame.inset, frame.x(frame.last) + frame.inset
    drawn = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = frame.y(share)
        drawn += [
            element("line", x1=left, x2=right, y1=y, y2=y, class_="grid"),
            _words(f"{share:g}", left - 6, y + 4, text_anchor="end"),
        ]
    return drawn


def _tick(frame: Frame, value: float, name: str) -> Html:
    x, y = frame.x(value), frame.y(0) + frame.inset
    return element(
        "g",
        element("line", x1=x, x2=x, y1=y, y2=y + _TICK, class_="tick"),
        _words(name, x, y + 17, text_anchor="middle"),
    )


def _words(words: str, x: float, y: float, **attributes: object) -> Html:
    return element("text", text(words), x=x, y=y, **attributes)
