"""Session state by marshal, with tagged tuples for what it does not know."""

import io
import marshal
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

KINDS = (type(None), bool, int, float, str, bytes, Decimal, date, datetime, timedelta)


def check(value, depth=0):
    """Refuse what a state cannot hold."""
    kind = type(value)
    if kind is datetime and type(value.tzinfo) not in (type(None), timezone):
        raise TypeError("not a fixed time zone")
    if kind in KINDS:
        return
    if kind not in (list, tuple, dict, set, frozenset):
        raise TypeError(f"a state cannot hold {kind}")
    if depth == 100:
        raise ValueError("nested too deeply")
    for part in value:
        check(part, depth + 1)
    if kind is dict:
        for part in value.values():
            check(part, depth + 1)


def simple(value):
    """A form that marshal knows."""
    kind = type(value)
    if kind in (list, set, frozenset):
        return kind(map(simple, value))
    if kind is dict:
        return {simple(key): simple(part) for key, part in value.items()}
    if kind is tuple:
        return ("tuple", *map(simple, value))
    if kind in (date, datetime):
        return kind.__name__, value.isoformat()
    if kind is timedelta:
        return "timedelta", value.days, value.seconds, value.microseconds
    if kind is Decimal:
        return "Decimal", str(value)
    return value


def original(value):
    """The value behind such a form."""
    kind = type(value)
    if kind in (list, set, frozenset):
        return kind(map(original, value))
    if kind is dict:
        return {original(key): original(part) for key, part in value.items()}
    if kind is not tuple:
        return value
    tag, *parts = value
    if tag == "tuple":
        return tuple(map(original, parts))
    if tag == "timedelta":
        return timedelta(*parts)
    readers = {"date": date.fromisoformat, "datetime": datetime.fromisoformat, "Decimal": Decimal}
    return readers[tag](*parts)


def dump(state):
    """Turn a state into bytes."""
    if type(state) is not dict:
        raise TypeError("not a dictionary")
    check(state)
    return b"SES1" + marshal.dumps(simple(state))


def load(data):
    """Turn bytes into a state."""
    if not data.startswith(b"SES1"):
        raise ValueError("not a session")
    stream = io.BytesIO(data[4:])
    try:
        state = original(marshal.load(stream))
    except Exception as error:
        raise ValueError("damaged") from error
    if type(state) is not dict or stream.read():
        raise ValueError("not a state")
    return state
