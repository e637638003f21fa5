"""Length-prefixed JSON over a stream socket, with a deadline and a size limit on every frame."""

import json
import socket
import struct
import time
from collections.abc import Callable

__all__ = [
    "MAX_CALL",
    "MAX_REPLY",
    "Closed",
    "Deadline",
    "FrameFault",
    "Late",
    "pending",
    "receive",
    "send",
]

MAX_CALL = 64 * 2**20
"""Bytes of one frame from the judge, which is trusted."""

MAX_REPLY = 4 * 2**20
"""Bytes of one frame from a worker. What it grows to is bounded by the reader's memory limit."""

Deadline = float | Callable[[], float] | None
"""A value of `time.monotonic`, or a function that gives the seconds left; None waits for ever."""

_HEADER = struct.Struct("!I")


class Closed(Exception):
    """The other side has gone."""


class Late(Exception):
    """The deadline passed before the frame was there."""


class FrameFault(Exception):
    """What arrived is not a frame: too long, or not JSON."""


def send(
    channel: socket.socket, message: object, deadline: Deadline = None, limit: int = MAX_CALL
) -> None:
    """Write one frame.

    Args:
        channel: A connected stream socket.
        message: Anything that JSON can hold.
        deadline: When to give up.
        limit: Bytes a frame may have.

    Raises:
        FrameFault: The message is longer than the limit.
        Closed: The other side has gone.
        Late: The deadline passed.
    """
    body = json.dumps(message).encode("ascii")
    if len(body) > limit:
        raise FrameFault("frame too long")
    try:
        channel.settimeout(_left(deadline))
        channel.sendall(_HEADER.pack(len(body)) + body)
    except TimeoutError:
        raise Late from None
    except OSError:
        raise Closed from None


def receive(channel: socket.socket, deadline: Deadline = None, limit: int = MAX_REPLY) -> object:
    """Read one frame.

    Args:
        channel: A connected stream socket.
        deadline: As for `send`; it bounds the whole frame, however slowly it drips.
        limit: Bytes a frame may have.

    Raises:
        Closed, Late: As for `send`.
        FrameFault: The frame is longer than the limit or is not JSON.
    """
    (length,) = _HEADER.unpack(_exactly(channel, _HEADER.size, deadline))
    if length > limit:
        raise FrameFault("frame too long")
    body = _exactly(channel, length, deadline)
    try:
        return json.loads(body)
    except (ValueError, RecursionError, MemoryError):
        raise FrameFault("frame is not JSON") from None


def pending(channel: socket.socket) -> bool:
    """Whether bytes have arrived that nobody asked for."""
    channel.settimeout(0)
    try:
        return bool(channel.recv(1, socket.MSG_PEEK))
    except OSError:
        return False


def _exactly(channel: socket.socket, count: int, deadline: Deadline) -> bytes:
    data = bytearray()
    while len(data) < count:
        try:
            channel.settimeout(_left(deadline))
            chunk = channel.recv(min(count - len(data), 2**20))
        except TimeoutError:
            continue  # a deadline that moves may have moved
        except OSError:
            raise Closed from None
        if not chunk:
            raise Closed
        data += chunk
    return bytes(data)


def _left(deadline: Deadline) -> float | None:
    if deadline is None:
        return None
    left = deadline() if callable(deadline) else deadline - time.monotonic()
    if left <= 0:
        raise Late
    return left
