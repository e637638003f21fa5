"""Frames between judge and worker when the other side is slow, gone or hostile."""

import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest

from codebench.sandbox.judge import frames

SOON = 0.3


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Our end and theirs."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


Ends = tuple[socket.socket, socket.socket]


def header(length: int) -> bytes:
    return struct.pack("!I", length)


def soon() -> float:
    return time.monotonic() + SOON


def test_messages_arrive_in_order_and_whole(ends: Ends) -> None:
    ours, theirs = ends
    messages: list[object] = [
        {"id": 1, "value": ["list", "ä\ud800\0", 1.5]},
        None,
        [],
        "x" * 50_000,
    ]
    for message in messages:
        frames.send(theirs, message)
    assert [frames.receive(ours, soon()) for _ in messages] == messages


def test_a_frame_larger_than_any_buffer_arrives(ends: Ends) -> None:
    ours, theirs = ends
    message = "x" * (frames.MAX_REPLY - 2)
    sender = threading.Thread(target=frames.send, args=(theirs, message))
    sender.start()
    assert frames.receive(ours, time.monotonic() + 10) == message
    sender.join()


def test_the_deadline_bounds_the_whole_frame_however_it_drips(ends: Ends) -> None:
    ours, theirs = ends
    stop = threading.Event()

    def drip() -> None:
        theirs.sendall(header(1000))
        while not stop.wait(SOON / 10):
            theirs.sendall(b" ")

    sender = threading.Thread(target=drip)
    sender.start()
    started = time.monotonic()
    with pytest.raises(frames.Late):
        frames.receive(ours, soon())
    assert SOON * 0.9 < time.monotonic() - started < SOON * 5
    stop.set()
    sender.join()


@pytest.mark.parametrize("begun", [b"", b"\0", header(10), header(10) + b"[1"])
def test_silence_ends_at_the_deadline(ends: Ends, begun: bytes) -> None:
    ours, theirs = ends
    theirs.sendall(begun)
    with pytest.raises(frames.Late):
        frames.receive(ours, soon())


def test_a_deadline_that_has_passed_is_late_whatever_is_there(ends: Ends) -> None:
    ours, theirs = ends
    frames.send(theirs, 1)
    with pytest.raises(frames.Late):
        frames.receive(ours, time.monotonic() - 1)


def test_a_peer_that_does_not_read_ends_a_send_at_the_deadline(ends: Ends) -> None:
    ours, _ = ends
    with pytest.raises(frames.Late):
        frames.send(ours, "x" * 2**22, soon())


@pytest.mark.parametrize("length", [frames.MAX_REPLY + 1, 2**32 - 1])
def test_a_frame_over_the_limit_is_refused_before_it_is_read(ends: Ends, length: int) -> None:
    ours, theirs = ends
    theirs.sendall(header(length))
    with pytest.raises(frames.FrameFault):
        frames.receive(ours, soon())


def test_the_limit_is_the_receivers_choice(ends: Ends) -> None:
    ours, theirs = ends
    theirs.sendall(header(4) + b'"ab"' + header(4) + b'"ab"')
    assert frames.receive(ours, soon(), limit=4) == "ab"
    with pytest.raises(frames.FrameFault):
        frames.receive(ours, soon(), limit=3)


@pytest.mark.parametrize("begun", [b"", b"\0\0", header(10), header(10) + b"[1"])
def test_a_peer_that_has_gone_is_noticed_at_once(ends: Ends, begun: bytes) -> None:
    ours, theirs = ends
    theirs.sendall(begun)
    theirs.close()
    started = time.monotonic()
    with pytest.raises(frames.Closed):
        frames.receive(ours, time.monotonic() + 10)
    assert time.monotonic() - started < 1


def test_sending_to_a_peer_that_has_gone_is_noticed(ends: Ends) -> None:
    ours, theirs = ends
    theirs.close()
    with pytest.raises(frames.Closed):
        frames.send(ours, 1)


NOT_JSON = [b"", b"{", b"\xff\xfe\xfd", b"[1]]", b"nothing", b"\x80\x04N.", b"1" * 400_000]
NESTED = [b"[" * 200_000, b"[" * 200_000 + b"]" * 200_000, b'{"a":' * 200_000]


@pytest.mark.parametrize("body", NOT_JSON + NESTED, ids=lambda body: f"{body[:8]!r} {len(body)}")
def test_what_is_not_json_is_refused(ends: Ends, body: bytes) -> None:
    ours, theirs = ends
    sender = threading.Thread(target=theirs.sendall, args=(header(len(body)) + body,))
    sender.start()
    with pytest.raises(frames.FrameFault):
        frames.receive(ours, time.monotonic() + 10)
    sender.join()


def test_unasked_bytes_are_seen_and_left_in_place(ends: Ends) -> None:
    ours, theirs = ends
    assert not frames.pending(ours)
    frames.send(theirs, [7])
    assert frames.pending(ours)
    assert frames.receive(ours, soon()) == [7]
    assert not frames.pending(ours)


def test_a_look_for_unasked_bytes_leaves_the_deadline_alone(ends: Ends) -> None:
    ours, _ = ends
    frames.pending(ours)
    with pytest.raises(frames.Late):
        frames.receive(ours, soon())


def test_a_closed_channel_holds_nothing(ends: Ends) -> None:
    ours, theirs = ends
    theirs.close()
    assert not frames.pending(ours)
