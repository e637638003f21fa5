"""A clean process that forks workers. It never reads a job, so nothing secret is in their memory.

`python -I -m codebench.sandbox.judge.zygote DESCRIPTOR` listens on that socket for JSON messages of
the judge and answers each with one.
"""

# Some of these are only here because almost every submission imports them: a fork is cheaper.
import collections  # noqa: F401
import dataclasses  # noqa: F401
import functools  # noqa: F401
import gc
import importlib
import json
import os
import re  # noqa: F401
import signal
import socket
import sys
import typing  # noqa: F401
from pathlib import Path
from typing import Any

from codebench.sandbox.judge import isolation, scanner, sweeper, worker
from codebench.sandbox.judge.job import Limits
from codebench.sandbox.judge.place import Place

__all__ = ["main"]

_MAX_MESSAGE = 2**16


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
        judge.send(json.dumps({"pid": child, "token": message["token"]}).encode())


def _prepare(judge: socket.socket) -> tuple[Place, Limits]:
    message, _ = _next(judge)
    for name in message["preload"]:
        importlib.import_module(name)
    judge.send(json.dumps({"token": message["token"]}).encode())
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
            sweeper.sweep(place, message["groups"])
            os.write(descriptor, b"1")
        elif message["do"] == "scan":
            scanner.run(place, message["files"], descriptor)
        else:
            ours = message["spec"]["role"] == "observer"
            isolation.enter(place, limits, keep=descriptor, ours=ours)
            worker.serve(socket.socket(fileno=descriptor), place, message["spec"])
    finally:
        os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
