"""Session state in a binary form: a letter for the type, and then what belongs to it.

Scalars are written as a length and so many bytes, collections as a number of parts and the parts.
"""

import struct
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation

MAGIC = b"SES1"
COLLECTIONS = {b"l": list, b"t": tuple, b"s": set, b"f": frozenset}
MAX_DEPTH = 100


def dump(state):
    """Write a state."""
    if type(state) is not dict:
        raise TypeError("a state is a dictionary")
    chunks = [MAGIC]
    write(state, chunks.append, 0)
    return b"".join(chunks)


def write(value, add, depth):
    """Write a value of any kind."""
    kind = type(value)
    if kind in (list, tuple, set, frozenset, dict):
        if depth == MAX_DEPTH:
            raise ValueError("too many levels")
        letter = "m" if kind is dict else kind.__name__[0]
        add(letter.encode() + struct.pack(">I", len(value)))
        parts = [part for item in value.items() for part in item] if kind is dict else value
        for part in parts:
            write(part, add, depth + 1)
    else:
        letter, content = scalar(value)
        add(letter + struct.pack(">I", len(content)) + content)


def scalar(value):
    """The letter and the content of a value without parts."""
    kind = type(value)
    if value is None:
        return b"N", b""
    if kind is bool:
        return b"B", bytes([value])
    if kind is int:
        return b"I", value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)
    if kind is float:
        return b"F", struct.pack(">d", value)
    if kind is str:
        return b"S", value.encode()
    if kind is bytes:
        return b"Y", value
    if kind is Decimal:
        return b"D", str(value.normalize()).encode()
    if kind is date:
        return b"A", struct.pack(">I", value.toordinal())
    if kind is timedelta:
        return b"L", struct.pack(">iII", value.days, value.seconds, value.microseconds)
    if kind is datetime and (value.tzinfo is None or type(value.tzinfo) is timezone):
        return b"T", value.isoformat().encode()
    raise TypeError(f"a state cannot hold {value!r}")


SCALARS = {
    b"N": lambda content: None,
    b"B": lambda content: content == b"\x01",
    b"I": lambda content: int.from_bytes(content, "big", signed=True),
    b"F": lambda content: struct.unpack(">d", content)[0],
    b"S": lambda content: content.decode(),
    b"Y": lambda content: content,
    b"D": lambda content: Decimal(content.decode()),
    b"A": lambda content: date.fromordinal(*struct.unpack(">I", content)),
    b"L": lambda content: timedelta(*struct.unpack(">iII", content)),
    b"T": lambda content: datetime.fromisoformat(content.decode()),
}


def load(data):
    """Read a state."""
    if data[:4] != MAGIC:
        raise ValueError("this is none of our entries")
    reader = Reader(data)
    try:
        state = reader.value(0)
    except (TypeError, struct.error, OverflowError, InvalidOperation) as error:
        raise ValueError("the entry is damaged") from error
    if not isinstance(state, dict) or reader.place < len(data):
        raise ValueError("the entry does not hold one state")
    return state


class Reader:
    """Bytes, and how far they have been read."""

    def __init__(self, data):
        self.data = data
        self.place = len(MAGIC)

    def take(self, count):
        """The next bytes."""
        self.place += count
        if self.place > len(self.data):
            raise ValueError("the entry ends early")
        return self.data[self.place - count : self.place]

    def value(self, depth):
        """The next value."""
        letter = self.take(1)
        (count,) = struct.unpack(">I", self.take(4))
        if letter in SCALARS:
            return SCALARS[letter](self.take(count))
        if depth == MAX_DEPTH:
            raise ValueError("too many levels")
        if letter == b"m":
            return {self.value(depth + 1): self.value(depth + 1) for _ in range(count)}
        if letter not in COLLECTIONS:
            raise ValueError("an unknown letter")
        return COLLECTIONS[letter](self.value(depth + 1) for _ in range(count))
