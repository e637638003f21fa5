"""The beginning of everything in a JSON document: enough to tell what it is."""

from itertools import islice
from pathlib import Path
from typing import Any

from codebench.audit.files import document
from codebench.long_json import Document, TooLong

__all__ = ["outline"]

_MEMBERS, _PARTS, _FIELDS = 200, 8, 100
"""Of the document, of each of its members, and of each of these, that are kept."""

_LETTERS = 100
"""Of a text that are kept; a longer key is left out."""


def outline(path: Path) -> Any:
    """A document with everything that is long cut short; the whole of it is checked.

    Raises:
        AuditError: It is not JSON.
    """
    with document(path) as found:
        if found.opening == "[":
            return []  # a table, which is looked at as one
        if found.opening != "{":
            return found.value()
        kept: dict[str, Any] = {}
        for key in found.members():
            value = _brief(found)
            if len(kept) < _MEMBERS and len(key) <= _LETTERS:
                kept[key] = value
        found.end()
    return kept


def _brief(found: Document) -> Any:
    if found.opening == "{":
        members: dict[str, Any] = {}
        for key in found.members():
            value = _one(found)
            if len(members) < _PARTS and len(key) <= _LETTERS:
                members[key] = value
        return members
    if found.opening == "[":
        elements: list[Any] = []
        for _ in found.elements():
            value = _one(found)
            if len(elements) < _PARTS:
                elements.append(value)
        return elements
    return _one(found)


def _one(found: Document) -> Any:
    """A value of any size; empty in the place of one that is long."""
    opening = found.opening
    try:
        return _short(found.value(), depth=2)
    except TooLong:
        found.skip()
        return {"{": {}, "[": []}.get(opening, "")


def _short(value: Any, depth: int = 0) -> Any:
    if isinstance(value, str):
        return value[:_LETTERS]
    if isinstance(value, dict):
        parts = islice(value.items(), _FIELDS if depth else 0)
        return {key: _short(each, depth - 1) for key, each in parts if len(key) <= _LETTERS}
    if isinstance(value, list):
        return [_short(each, depth - 1) for each in value[: _PARTS if depth else 0]]
    return value
