"""Plain data between judge and worker: exact builtin types as tagged JSON, nothing that runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

__all__ = ["Raised", "ValueFault", "decode", "encode", "exactly"]

MAX_DEPTH = 200
MAX_NAMES, MAX_NAME = 50, 200
"""Classes of an exception, and characters in the name of one."""
EXACT_INT = 2**53
MAX_BITS = 80_000
"""Of a whole number, and about as many of a decimal's digits and exponent: what takes longer than a
moment to turn into text or to compare with the other kind cannot cross."""

_MAX_HEX = MAX_BITS // 4 + 3
_MAX_DIGITS = MAX_BITS // 4
_MAX_EXPONENT = MAX_BITS // 4


class ValueFault(Exception):
    """A value that cannot cross: too deep, or on the wire not what the grammar allows."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A call that ended in an exception of the submission."""

    names: tuple[str, ...]
    """Class names of the exception, from its own class up to `object`."""


class exactly:  # noqa: N801 -- reads as an adverb in assertions: `== exactly(3)`
    """Equals a value of the same type all the way down: `exactly(1)` is not `True` or `1.0`."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, expected: object) -> None:
        self.expected = expected

    def __eq__(self, other: object) -> bool:
        return _same(self.expected, other)

    def __repr__(self) -> str:
        return f"exactly({self.expected!r})"


def _same(left: object, right: object) -> bool:
    if type(left) is not type(right) or left != right:
        return False
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return all(map(_same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return _same(_by_hash(left), _by_hash(right)) and all(
            _same(left[k], right[k]) for k in left
        )
    if isinstance(left, set | frozenset) and isinstance(right, set | frozenset):
        return _same(_by_hash(left), _by_hash(right))
    return True


def _by_hash(keys: "dict[Any, Any] | set[Any] | frozenset[Any]") -> list[object]:
    """The members in an order that equal collections share, so that their types can be compared."""
    return sorted(keys, key=lambda key: (hash(key), repr(type(key)), repr(key)))


def encode(value: Any, opaque: Callable[[object], list[object]], depth: int = 0) -> object:
    """The value in wire form. What has no plain form is handed to `opaque`, which names it.

    Raises:
        ValueFault: Nested deeper than `MAX_DEPTH`, or cyclic.
    """
    if depth > MAX_DEPTH:
        raise ValueFault("nested too deeply")
    kind = type(value)
    if kind in (type(None), bool, str, float):
        return value
    if kind is int:
        if value.bit_length() > MAX_BITS:
            raise ValueFault("too large a number")
        return value if -EXACT_INT < value < EXACT_INT else ["int", hex(value)]
    if kind in _SEQUENCES:
        return [kind.__name__, *[encode(item, opaque, depth + 1) for item in value]]
    if kind is dict:
        pairs = value.items()
        return [
            "dict",
            *[[encode(k, opaque, depth + 1), encode(v, opaque, depth + 1)] for k, v in pairs],
        ]
    if kind in _SCALARS:
        return [kind.__name__, *_SCALARS[kind](value)]
    return opaque(value)


def _offset(value: datetime) -> list[object] | None:
    """Apart from the text: `fromisoformat` takes an offset below one second for none."""
    offset = value.utcoffset()
    return None if offset is None else [offset.days, offset.seconds, offset.microseconds]


_SEQUENCES: Mapping[type, Callable[[list[object]], object]] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
}
_SCALARS: Mapping[type, Callable[[Any], list[object]]] = {
    bytes: lambda value: [value.hex()],
    Decimal: lambda value: [_short(str(value), _MAX_DIGITS)],
    datetime: lambda value: [value.replace(tzinfo=None).isoformat(), _offset(value)],
    date: lambda value: [value.isoformat()],
    timedelta: lambda value: [value.days, value.seconds, value.microseconds],
}


def _short(text: object, length: int) -> str:
    if not isinstance(text, str) or len(text) > length:
        raise ValueFault("too long a number")
    return text


def _decimal(text: object) -> Decimal:
    value = Decimal(_short(text, _MAX_DIGITS))
    if value.is_finite() and value and abs(value.adjusted()) > _MAX_EXPONENT:
        raise ValueFault("too large an exponent")
    return value


def _datetime(text: str, offset: list[int] | None) -> datetime:
    value = datetime.fromisoformat(text)
    if value.tzinfo is not None:
        raise ValueError("two offsets")
    return value if offset is None else value.replace(tzinfo=timezone(timedelta(*offset)))


_FROM_WIRE: Mapping[str, Callable[..., object]] = {
    "int": lambda digits: int(_short(digits, _MAX_HEX), 16),
    "bytes": bytes.fromhex,
    "Decimal": _decimal,
    "datetime": _datetime,
    "date": date.fromisoformat,
    "timedelta": timedelta,
}


def decode(wire: object, handle: Callable[[object, object], object]) -> object:
    """The value that a wire form stands for.

    Args:
        wire: What a JSON decoder returned.
        handle: Makes the object that stands for an opaque value, from its number and type name.

    Raises:
        ValueFault: Anything outside the grammar. The message never quotes the input.
    """
    try:
        return _decode(wire, handle, 0)
    except ValueFault:
        raise
    except (ValueError, TypeError, ArithmeticError, MemoryError, RecursionError) as error:
        raise ValueFault(f"not a plain value: {type(error).__name__}") from None


def _decode(wire: object, handle: Callable[[object, object], object], depth: int) -> object:
    if depth > MAX_DEPTH:
        raise ValueFault("nested too deeply")
    if wire is None or isinstance(wire, bool | int | float | str):
        return wire
    if not isinstance(wire, list) or not wire or not isinstance(wire[0], str):
        raise ValueFault("untagged value")
    tag, *parts = wire
    if tag == "dict":
        return {
            _decode(key, handle, depth + 1): _decode(value, handle, depth + 1)
            for key, value in parts
        }
    if tag == "handle":
        return handle(*parts)
    if tag in _FROM_WIRE:
        return _FROM_WIRE[tag](*parts)
    if tag in {"set", "frozenset"}:
        # One by one: members of one hash make it slow, and the judge's alarm rings between two.
        members = {_decode(part, handle, depth + 1) for part in parts}
        return members if tag == "set" else frozenset(members)
    for sequence, build in _SEQUENCES.items():
        if tag == sequence.__name__:
            return build([_decode(part, handle, depth + 1) for part in parts])
    raise ValueFault("unknown tag")
