"""Session state, pickled. Only a few names are looked up."""

import io
import pickle
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

ALLOWED = {
    "builtins": {"set", "frozenset", "bytes", "complex", "getattr"},
    "datetime": {"date", "datetime", "timedelta", "timezone"},
    "decimal": {"Decimal"},
    "_codecs": {"encode"},
}

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


class Unpickler(pickle.Unpickler):
    """Knows the names that occur in pickled states of all protocols."""

    def find_class(self, module, name):
        """Look up a name that may occur."""
        if name not in ALLOWED.get(module, ()):
            raise ValueError(f"{module}.{name} is not allowed")
        return super().find_class(module, name)


def dump(state):
    """Turn a state into bytes."""
    if type(state) is not dict:
        raise TypeError("not a dictionary")
    check(state)
    return b"SES1" + pickle.dumps(state)


def load(data):
    """Turn bytes into a state, and check what came out."""
    if not data.startswith(b"SES1"):
        raise ValueError("not a session")
    stream = io.BytesIO(data[4:])
    try:
        state = Unpickler(stream).load()
        check(state)
    except Exception as error:
        raise ValueError("damaged") from error
    if type(state) is not dict or stream.read():
        raise ValueError("not a state")
    return state
