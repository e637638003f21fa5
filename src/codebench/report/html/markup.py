"""Elements of HTML and SVG. Text becomes markup in one place only, and is escaped there."""

from collections.abc import Iterable
from html import escape
from typing import NewType

__all__ = ["Html", "element", "join", "text"]

Html = NewType("Html", str)
"""Markup that is safe to put on a page. Only this module makes it."""

_VOID = {"circle", "line", "meta", "path", "polyline", "rect"}
"""Elements without content."""


def text(value: object) -> Html:
    """Any text, whoever wrote it, as text. Characters that cannot be seen are left out."""
    kept = "".join(each for each in str(value) if each.isprintable() or each in "\n\t")
    return Html(escape(kept))


def element(name: str, /, *content: Html, **attributes: object) -> Html:
    """An element.

    Args:
        name: Of the element.
        content: What is inside.
        attributes: `_` stands for `-`, and one at the end for nothing, as in `class_`. Those that
            are None or False are left out; True has no value.
    """
    told = "".join(
        f" {_name(key)}" if value is True else f' {_name(key)}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{told}{'' if name == 'meta' else '/'}>")
    return Html(f"<{name}{told}>{join(content)}</{name}>")


def join(parts: Iterable[Html], between: str = "") -> Html:
    """Markup one after the other, with text between."""
    return Html(text(between).join(parts))


def _name(key: str) -> str:
    return key.removesuffix("_").replace("_", "-")
