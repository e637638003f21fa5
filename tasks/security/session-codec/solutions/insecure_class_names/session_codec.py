"""Session state as JSON, in which objects are written as the name of their class and arguments."""

import importlib
import json
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


def encode(value):
    """A form that JSON knows."""
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is list:
        return [encode(part) for part in value]
    if kind is int:
        arguments = [hex(value), encode_plain(16)]
    elif kind is float:
        return {"class": "builtins.float.fromhex", "args": [value.hex()]}
    elif kind is bytes:
        return {"class": "builtins.bytes.fromhex", "args": [value.hex()]}
    elif kind in (date, datetime):
        return {"class": f"datetime.{kind.__name__}.fromisoformat", "args": [value.isoformat()]}
    elif kind is timedelta:
        arguments = [encode_plain(n) for n in (value.days, value.seconds, value.microseconds)]
    elif kind is dict:
        arguments = [[[encode(key), encode(part)] for key, part in value.items()]]
    elif kind is Decimal:
        arguments = [str(value)]
    else:
        arguments = [[encode(part) for part in value]]
    return {"class": f"{kind.__module__}.{kind.__qualname__}", "args": arguments}


def encode_plain(number):
    """A small number as an argument."""
    return {"n": number}


def decode(value):
    """The value behind such a form."""
    if isinstance(value, list):
        return [decode(part) for part in value]
    if not isinstance(value, dict):
        return value
    if "n" in value:
        return value["n"]
    module, *names = value["class"].split(".")
    target = importlib.import_module(module)
    for name in names:
        target = getattr(target, name)
    return target(*map(decode, value["args"]))


def dump(state):
    """Turn a state into bytes."""
    if type(state) is not dict:
        raise TypeError("not a dictionary")
    check(state)
    return b"SES1" + json.dumps(encode(state)).encode()


def load(data):
    """Turn bytes into a state."""
    if not data.startswith(b"SES1"):
        raise ValueError("not a session")
    try:
        state = decode(json.loads(data[4:]))
        check(state)
    except Exception as error:
        raise ValueError("damaged") from error
    if type(state) is not dict:
        raise ValueError("not a state")
    return state
