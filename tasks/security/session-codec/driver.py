"""Objects that cannot cross to the submission, and a second copy of its module."""

import collections
import enum
import importlib.util
from datetime import date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from typing import Any

import session_codec

Point = collections.namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    """A number with a name."""

    RED = 1


class Word(str):
    """A text of another type."""


class Price(Decimal):
    """A number of another type."""


class Moment(datetime):
    """A time of another type."""


class Members(set[int]):
    """A set of another type."""


class Zone(tzinfo):
    """A time zone that could change its offset."""

    def utcoffset(self, moment: datetime | None) -> timedelta:
        """Always one hour."""
        return timedelta(hours=1)


_STRANGE: dict[str, Any] = {
    "object": object(),
    "complex": 1j,
    "bytearray": bytearray(b"x"),
    "range": range(3),
    "function": len,
    "class": int,
    "named tuple": Point(1, 2),
    "enum": Colour.RED,
    "ordered": collections.OrderedDict(a=1),
    "default": collections.defaultdict(int, a=1),
    "word": Word("x"),
    "price": Price("1.5"),
    "moment": Moment(2026, 1, 2),
    "members": Members([1]),
    "zone": timezone.utc,
    "time": datetime(2026, 1, 2, 3).time(),
    "zoned": datetime(2026, 1, 2, tzinfo=Zone()),
    "ellipsis": ...,
    "view": {"a": date(2026, 1, 2)}.keys(),
}


def dump_strange(kind: str, place: str) -> bytes:
    """Dump a state with an object that no state can hold."""
    value = _STRANGE[kind]
    states = {
        "top": value,
        "value": {"a": value},
        "list": {"a": [1, value]},
        "tuple": {"a": {"b": (value,)}},
        "deep": {1: {2: [{"c": value}]}},
    }
    return session_codec.dump(states[place])


def load_elsewhere(data: bytes) -> Any:
    """Load with a copy of the module that has just been imported."""
    spec = importlib.util.spec_from_file_location("elsewhere", session_codec.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.load(data)
