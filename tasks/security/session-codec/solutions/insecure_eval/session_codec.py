"""Session state as a Python expression, evaluated without builtin functions."""

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

NAMES = {"date": date, "datetime": datetime, "timedelta": timedelta, "timezone": timezone}
NAMES |= {"Decimal": Decimal, "set": set, "frozenset": frozenset, "float": float}

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


def written(value):
    """The expression for a value."""
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        parts = "".join(f"{written(part)}," for part in value)
        if kind is tuple:
            return f"({parts})"
        return f"[{parts}]" if kind is list else f"{kind.__name__}([{parts}])"
    if kind is dict:
        parts = (f"{written(key)}:{written(part)}" for key, part in value.items())
        return "{" + ",".join(parts) + "}"
    if kind is float:
        return f"float('{value!r}')"
    if kind is int:
        return hex(value)
    if kind in (date, datetime):
        return f"{kind.__name__}.fromisoformat('{value.isoformat()}')"
    return repr(value).removeprefix("datetime.")


def dump(state):
    """Turn a state into bytes."""
    if type(state) is not dict:
        raise TypeError("not a dictionary")
    check(state)
    return b"SES1" + written(state).encode()


def load(data):
    """Turn bytes into a state."""
    if not data.startswith(b"SES1") or not data.endswith(b"}"):
        raise ValueError("not a session")
    try:
        state = eval(data[4:].decode(), {"__builtins__": {}, **NAMES})
        check(state)
    except Exception as error:
        raise ValueError("damaged") from error
    if type(state) is not dict:
        raise ValueError("not a state")
    return state
