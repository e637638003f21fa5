"""Pictures of single rollouts: one square each, by how it ended."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from codebench.report.html.markup import Html, element, text
from codebench.report.strips import Cell, Outcome, Strip

__all__ = ["strip_key", "strip_picture"]

_SIDE = 18
_GAP = 2
_ACROSS = 16
"""Squares in a line."""

_MARKS: Mapping[Outcome, tuple[str, str]] = {
    Outcome.SECURE_AND_WORKING: ("good", "\N{CHECK MARK}"),
    Outcome.WORKING: ("good", "\N{CHECK MARK}"),
    Outcome.WORKING_ONLY: ("danger", "!"),
    Outcome.SECURE_ONLY: ("idle", "\N{EN DASH}"),
    Outcome.NEITHER: ("bad", "\N{MULTIPLICATION SIGN}"),
    Outcome.FAILED: ("bad", "\N{MULTIPLICATION SIGN}"),
    Outcome.UNSCORED: ("open", "?"),
}
"""Class and sign of each outcome: neither colour nor sign is needed beside the other."""

Link = Callable[[str, Cell], str | None]
"""From challenge and rollout to the address where the viewer shows it."""


def strip_picture(strip: Strip, link: Link) -> Html:
    """All rollouts of one agent at one challenge, in order."""
    lines = -(-len(strip.cells) // _ACROSS)
    width = min(len(strip.cells), _ACROSS) * _SIDE
    counts = Counter(cell.outcome for cell in strip.cells)
    told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    return element(
        "svg",
        *(
            _square(cell, place, link(strip.challenge, cell))
            for place, cell in enumerate(strip.cells)
        ),
        viewBox=f"0 0 {width} {lines * _SIDE}",
        width=width,
        height=lines * _SIDE,
        role="img",
        aria_label=f"{strip.agent} at {strip.challenge}: {told}",
        class_="strip",
    )


def strip_key(outcomes: Iterable[Outcome]) -> Html:
    """What the squares mean, of those that occur."""
    present = set(outcomes)
    return element(
        "ul",
        *(
            element("li", _alone(outcome), text(f" {outcome}"))
            for outcome in Outcome
            if outcome in present
        ),
        class_="key",
    )


def _alone(outcome: Outcome) -> Html:
    return element(
        "svg", *_drawn(outcome, 0, 0), width=_SIDE, height=_SIDE, aria_hidden="true", class_="strip"
    )


def _square(cell: Cell, place: int, address: str | None) -> Html:
    x, y = place % _ACROSS * _SIDE, place // _ACROSS * _SIDE
    title = element("title", text(f"rollout {place + 1}: {cell.outcome}"))
    drawn = (title, *_drawn(cell.outcome, x, y))
    return element("a", *drawn, href=address) if address else element("g", *drawn)


def _drawn(outcome: Outcome, x: int, y: int) -> tuple[Html, Html]:
    name, sign = _MARKS[outcome]
    side = _SIDE - _GAP
    square = element("rect", x=x + 1, y=y + 1, width=side, height=side, rx=2, class_=name)
    half = _SIDE / 2
    sign_ = element(
        "text", text(sign), x=x + half, y=y + half + 4.5, text_anchor="middle", class_=f"on-{name}"
    )
    return square, sign_
