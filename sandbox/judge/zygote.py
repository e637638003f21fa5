"""A clean process that forks workers. It never reads a job, so nothing secret is in their memory.

`python -I -m codebench.sandbox.judge.zygote DESCRIPTOR` listens on that socket for JSON messages of
the judge and answers each with one.
"""

# Some of these are only here because almost every submission imports them: a fork is cheaper.
import collections  # noqa: F401
import contextlib
import dataclasses  # noqa: F401
import functools  # noqa: F401
import gc
import importlib
import json
import os
import re  # noqa: F401
import signal
import socket
import stat
import sys
import time
import typing  # noqa: F401
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codebench.sandbox.judge import isolation, scanner, worker
from codebench.sandbox.judge.job import Limits
from codebench.sandbox.judge.place import Place

__all__ = ["main"]

_MAX_MESSAGE = 2**16
_SECONDS_TO_DIE = 5.0


def main(descriptor: int) -> None:
    """Serve the judge until it hangs up.

    Args:
        descriptor: Our end of a sequential-packet socket pair.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children vanish by themselves
    isolation.hide_memory()
    judge = socket.socket(fileno=descriptor)
    place, limits = _prepare(judge)
    gc.freeze()  # a collection in a worker would copy all that it shares with the zygote
    while True:
        message, descriptors = _next(judge)
        child = os.fork()
        if child == 0:
            _run(message, descriptors[0], place, limits)
        os.close(descriptors[0])
        judge.send(json.dumps({"pid": child}).encode())


def _prepare(judge: socket.socket) -> tuple[Place, Limits]:
    message, _ = _next(judge)
    for name in message["preload"]:
        importlib.import_module(name)
    judge.send(b"{}")
    return Place(Path(message["root"]), message["locked"], message["uid"]), Limits(
        **message["limits"]
    )


def _next(judge: socket.socket) -> tuple[dict[str, Any], list[int]]:
    data, descriptors, _, _ = socket.recv_fds(judge, _MAX_MESSAGE, 1)
    if not data:
        os._exit(0)
    return json.loads(data), descriptors


def _run(message: dict[str, Any], descriptor: int, place: Place, limits: Limits) -> None:
    """The child's life. It must never come back into the zygote's code."""
    try:
        if message["do"] == "sweep":
            _sweep(place, message["groups"])
            os.write(descriptor, b"1")
        elif message["do"] == "scan":
            scanner.run(place, message["files"], descriptor)
        else:
            isolation.enter(place, limits, keep=descriptor)
            worker.serve(socket.socket(fileno=descriptor), place, message["spec"])
    finally:
        os._exit(1)


def _sweep(place: Place, groups: list[int]) -> None:
    """Kill all that the submission left behind and lay its folders anew."""
    if place.locked:
        isolation.become(place.uid)
        _kill(lambda: os.kill(-1, signal.SIGKILL))
        _wait_for_death(place.uid)
    else:
        for group in groups:
            _kill(lambda: os.killpg(group, signal.SIGKILL))  # noqa: B023 -- called at once
    _empty(place.scratch.parent)
    for folder in (place.scratch, place.temporary):
        folder.mkdir()


def _kill(send: Callable[[], None]) -> None:
    with contextlib.suppress(ProcessLookupError):  # nobody is left
        send()


def _wait_for_death(uid: int) -> None:
    deadline = time.monotonic() + _SECONDS_TO_DIE
    while isolation.survivors(uid) != [os.getpid()]:
        if time.monotonic() > deadline:
            raise TimeoutError("processes of the submission do not die")
        time.sleep(0.001)


def _empty(folder: Path) -> None:
    """Remove all that is in a folder, whatever rights the submission took away from itself.

    Inner folders are moved up first: a tree may be deeper than a path or the stack can be.
    """
    top = os.open(folder, os.O_RDONLY)
    names = os.listdir(top)
    while names:
        name = names.pop()
        if not _open_up(name, top):
            os.unlink(name, dir_fd=top)
            continue
        inside = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=top)
        for inner in os.listdir(inside):
            if _open_up(inner, inside):
                names.append(os.urandom(16).hex())
                os.rename(inner, names[-1], src_dir_fd=inside, dst_dir_fd=top)
            else:
                os.unlink(inner, dir_fd=inside)
        os.close(inside)
        os.rmdir(name, dir_fd=top)
    os.close(top)


def _open_up(name: str, parent: int) -> bool:
    """Whether it is a folder; its owner may do everything in it from now on."""
    is_folder = stat.S_ISDIR(os.lstat(name, dir_fd=parent).st_mode)
    if is_folder:
        os.chmod(name, 0o700, dir_fd=parent)
    return is_folder


if __name__ == "__main__":
    main(int(sys.argv[1]))
