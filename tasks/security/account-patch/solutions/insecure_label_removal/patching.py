"""Edits of a member's profile: everything is read first, and assigned only if all of it is right."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

MAX_LINKS = 5
MAX_LABELS = 12
LABEL = re.compile(r"[a-z0-9-]{1,20}")


class PatchError(ValueError):
    """The changes do not fit a profile."""


def text(least: int, most: int, *, strip: bool = False) -> Callable[[Any], str]:
    """A reader of texts of some length."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise PatchError("not a text")
        value = value.strip() if strip else value
        if not least <= len(value) <= most:
            raise PatchError(f"a text of {len(value)} characters")
        return value

    return read


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise PatchError("neither true nor false")
    return value


def birthday(value: Any) -> date | None:
    """A day, or none."""
    if value is None:
        return None
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise PatchError("not a date")
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise PatchError("no such date") from error


def links(value: Any) -> list[str]:
    """A list of its own."""
    if not isinstance(value, list) or len(value) > MAX_LINKS:
        raise PatchError("not a short list")
    return [text(1, 100)(link) for link in value]


def country(value: Any) -> str:
    """A code of two letters."""
    if not isinstance(value, str) or not re.fullmatch("[A-Z]{2}", value):
        raise PatchError("not a country")
    return value


def language(value: Any) -> str:
    """A language that we speak."""
    if value not in ("de", "en", "fr"):
        raise PatchError("not a language")
    return str(value)


def page_size(value: Any) -> int:
    """A number of rows."""
    if type(value) is not int or not 10 <= value <= 100:
        raise PatchError("not a number of rows")
    return value


PROFILE = {
    "display_name": text(1, 40, strip=True),
    "bio": text(0, 300),
    "birthday": birthday,
    "newsletter": flag,
    "links": links,
}
PLACE = text(1, 60, strip=True)
ADDRESS = {"street": PLACE, "city": PLACE, "postcode": PLACE, "country": country}
PREFERENCES = {"language": language, "page_size": page_size}
NOTIFICATIONS = {"email": flag, "sms": flag}


def fields(value: Any, readers: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Those keys of an object that have a reader, as it reads them."""
    if not isinstance(value, dict):
        raise PatchError("not an object")
    return {key: read(value[key]) for key, read in readers.items() if key in value}


def read_labels(value: Any, present: dict[str, str]) -> dict[str, str | None]:
    """Labels to set or, for None, to remove."""
    if not isinstance(value, dict):
        raise PatchError("not an object")
    new: dict[str, str | None] = {}
    for name, label in value.items():
        if label is None:
            new[name] = None
            continue
        if not LABEL.fullmatch(name):
            raise PatchError("not a name of a label")
        new[name] = text(1, 60)(label)
    after = {name for name in present if LABEL.fullmatch(name)}
    after |= new.keys()
    after -= {name for name, label in new.items() if label is None}
    if len(after) > MAX_LABELS:
        raise PatchError("too many labels")
    return new


def apply_patch(account: Any, changes: dict[str, Any]) -> list[str]:
    """Apply a member's changes to the account.

    Returns:
        The fields that are different now, sorted.

    Raises:
        PatchError: Some of it is not as it should be; nothing has changed.
    """
    profile = fields(changes, PROFILE)
    address = fields(changes.get("address", {}), ADDRESS)
    preferences = fields(changes.get("preferences", {}), PREFERENCES)
    sent = changes.get("preferences", {}).get("notifications", {})
    notifications = fields(sent, NOTIFICATIONS)
    labels = read_labels(changes.get("labels", {}), account.labels)

    changed = update_attributes(account, profile, "")
    changed += update_attributes(account.address, address, "address.")
    changed += update(account.preferences, preferences, "preferences.")
    held = account.preferences["notifications"]
    changed += update(held, notifications, "preferences.notifications.")
    changed += update(account.labels, labels, "labels.")
    return sorted(changed)


def update_attributes(target: Any, new: dict[str, Any], prefix: str) -> list[str]:
    """Assign the attributes that differ."""
    changed = [name for name, value in new.items() if getattr(target, name) != value]
    for name in changed:
        setattr(target, name, new[name])
    return [prefix + name for name in changed]


def update(target: dict[str, Any], new: dict[str, Any], prefix: str) -> list[str]:
    """Set the entries that differ; None removes one."""
    changed = [name for name, value in new.items() if target.get(name) != value]
    for name in changed:
        if new[name] is None:
            del target[name]
        else:
            target[name] = new[name]
    return [prefix + name for name in changed]
