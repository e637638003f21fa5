"""Session state as JSON, in which every value that JSON does not know is a tagged list."""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

MAGIC = b"SES1"
MAX_DEPTH = 100
_PLAIN = (type(None), bool, str)
_SCALARS: dict[type, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    int: (hex, lambda text: int(text, 16)),
    float: (float.hex, float.fromhex),
    bytes: (bytes.hex, bytes.fromhex),
    Decimal: (str, Decimal),
    date: (date.isoformat, date.fromisoformat),
    datetime: (datetime.isoformat, datetime.fromisoformat),
    timedelta: (
        lambda value: f"{value.days} {value.seconds} {value.microseconds}",
        lambda text: timedelta(*map(int, text.split())),
    ),
}
_COLLECTIONS = (list, tuple, set, frozenset)
_READERS = {kind.__name__: read for kind, (_, read) in _SCALARS.items()}
_BUILDERS: dict[str, Callable[[list[Any]], Any]] = {kind.__name__: kind for kind in _COLLECTIONS}


def dump(state: dict[Any, Any]) -> bytes:
    """Turn a state into bytes.

    Raises:
        TypeError: There is something in it that a state cannot hold.
        ValueError: It is nested too deeply.
    """
    if type(state) is not dict:
        raise TypeError("a state is a dictionary")
    return MAGIC + json.dumps(_tagged(state, 1)).encode()


def load(data: bytes) -> dict[Any, Any]:
    """Turn bytes back into the state.

    Raises:
        ValueError: They are not a dump.
    """
    if not data.startswith(MAGIC):
        raise ValueError("not a session")
    try:
        state = _untagged(json.loads(data[len(MAGIC) :].decode()), 0)
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise ValueError("a damaged session") from error
    if not isinstance(state, dict):
        raise ValueError("not the state of a session")
    return state


def _tagged(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _SCALARS:
        if kind is datetime and type(value.tzinfo) not in (type(None), timezone):
            raise TypeError("a datetime with a time zone of no fixed offset")
        write, _ = _SCALARS[kind]
        return [kind.__name__, write(value)]
    if kind is not dict and kind not in _COLLECTIONS:
        raise TypeError(f"a state cannot hold {kind}")
    if depth > MAX_DEPTH:
        raise ValueError("the state is nested too deeply")
    if kind is dict:
        return ["dict", *[[_tagged(part, depth + 1) for part in item] for item in value.items()]]
    return [kind.__name__, *[_tagged(part, depth + 1) for part in value]]


def _untagged(value: Any, depth: int) -> Any:
    if type(value) in _PLAIN:
        return value
    if not isinstance(value, list) or depth > MAX_DEPTH:
        raise ValueError("not part of a session")
    tag, *parts = value
    if tag in _READERS:
        (text,) = parts
        return _READERS[tag](text)
    if tag == "dict":
        return {_untagged(key, depth + 1): _untagged(part, depth + 1) for key, part in parts}
    if tag in _BUILDERS:
        return _BUILDERS[tag]([_untagged(part, depth + 1) for part in parts])
    raise ValueError("an unknown tag")
