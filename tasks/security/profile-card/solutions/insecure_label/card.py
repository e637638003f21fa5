"""The card of a forum member. Text is escaped where it is shown, apart from labels."""

import json
import re
from collections.abc import Mapping
from html import escape

_ADDRESS = re.compile(r"(?:https?://|mailto:).", re.IGNORECASE | re.DOTALL)
_COLOUR = re.compile(r"#(?:[0-9a-f]{3}){1,2}|[a-z]+", re.IGNORECASE | re.ASCII)
_MARK = re.compile(
    r"\[([^\[\]]+)\]\(((?:https?://|mailto:)[^\s()]+)\)|\*",
    re.IGNORECASE,
)


def profile_html(profile: Mapping[str, str]) -> str:
    """The card of a member as a piece of HTML."""
    member = json.dumps({"handle": profile["handle"], "name": profile["name"]})
    card = _attributes(
        {"class": "card", "data-member": member, "style": _style(profile.get("colour", ""))}
    )
    heading = _attributes({"title": profile.get("motto", "")})
    parts = [
        f"<h2{heading}>{escape(profile['name'])}</h2>",
        _paragraph("website", _website(profile.get("website", "").strip())),
        _paragraph("bio", _bio(profile.get("bio", ""))),
    ]
    return f"<div{card}>{''.join(parts)}</div>"


def _attributes(values: Mapping[str, str]) -> str:
    """The attributes of an element, without the empty ones."""
    return "".join(f' {name}="{escape(value)}"' for name, value in values.items() if value)


def _paragraph(kind: str, content: str) -> str:
    return f'<p class="{kind}">{content}</p>' if content else ""


def _link(address: str, label: str) -> str:
    return f"<a{_attributes({'href': address, 'rel': 'nofollow'})}>{label}</a>"


def _style(colour: str) -> str:
    return f"border-color: {colour}" if _COLOUR.fullmatch(colour) else ""


def _website(text: str) -> str:
    return _link(text, escape(text)) if _ADDRESS.match(text) else escape(text)


def _bio(text: str) -> str:
    return "<br>".join(_line(line.removesuffix("\r")) for line in text.split("\n"))


def _line(line: str) -> str:
    """One line of a bio, with its links and its bold words."""
    pieces = []
    stars = []
    place = 0
    for mark in _MARK.finditer(line):
        pieces.append(escape(line[place : mark.start()]))
        place = mark.end()
        label, address = mark.groups()
        if label is None:
            stars.append(len(pieces))
            pieces.append("*")
        else:
            pieces.append(_link(address, label))
    pieces.append(escape(line[place:]))
    for opening, closing in zip(stars[::2], stars[1::2]):
        pieces[opening], pieces[closing] = "<strong>", "</strong>"
    return "".join(pieces)
