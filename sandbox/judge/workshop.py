"""The judge's side of its workers: starts them, talks to them, and sweeps up behind them."""

import dataclasses
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from _pytest.outcomes import OutcomeException

from codebench.sandbox.judge import frames, isolation, sweeper
from codebench.sandbox.judge.clock import Clock, call_clock
from codebench.sandbox.judge.job import Job, Reason
from codebench.sandbox.judge.memory import memory
from codebench.sandbox.judge.place import Place

__all__ = ["Worker", "WorkerFault", "Workshop"]

_SERVICE = "codebench.sandbox.judge.service"
_LOOKS = 20
_BETWEEN_LOOKS = 0.0003
_SECONDS_TO_SWEEP = 10.0
_SECONDS_TO_ANSWER = 60.0
_MAX_MESSAGE = 2**16


class WorkerFault(OutcomeException):
    """The submission broke the rules of a call: no test may catch it, and it stays.

    pytest treats its own outcomes as what a fixture may end in, and other `BaseException`s not.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason), pytrace=False)
        self.reason = reason


class Worker:
    """One process of the submission, or of ours under the submission's user."""

    def __init__(self, channel: socket.socket, pid: int) -> None:
        self._channel = channel
        self.pid = pid
        self._calls = 0
        self._kills = memory().kills
        self.fault: Reason | None = None

    def ask(self, request: dict[str, Any], seconds: float, wall: float) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Args:
            request: What `worker.serve` understands.
            seconds: Processor time the worker may use for it.
            wall: Seconds after which it is late in any case.

        Raises:
            WorkerFault: No answer in time, or something that is not the answer. Then and ever
            after.
        """
        if self.fault is None and frames.pending(self._channel):
            self.fault = Reason.PROTOCOL
        if self.fault is None:
            self._calls += 1
            end = time.monotonic() + wall
            clock = call_clock(self.pid, seconds, wall)
            answer = self._exchange({**request, "id": self._calls}, end, clock)
            if self.fault is None:
                return answer
        raise WorkerFault(self.fault)

    def _exchange(self, request: dict[str, Any], end: float, clock: Clock) -> dict[str, Any]:
        try:
            frames.send(self._channel, request, end)
            answer = frames.receive(self._channel, clock.left)
        except frames.Late:
            self.fault = Reason.TIMEOUT
        except frames.Closed:
            self.fault = Reason.MEMORY if memory().kills > self._kills else Reason.CRASH
        except frames.FrameFault:
            self.fault = Reason.PROTOCOL
        else:
            return self._checked(answer, request["id"])
        return {}

    def _checked(self, answer: object, number: int) -> dict[str, Any]:
        if not isinstance(answer, dict) or answer.get("id") != number or len(answer) != 2:  # noqa: PLR2004
            self.fault = Reason.PROTOCOL
            return {}
        if "fault" in answer:
            self.fault = _known(answer["fault"])
        return answer

    def close(self) -> Reason | None:
        """Hang up. Returns what the worker did wrong, unsolicited bytes included."""
        if self.fault is None and frames.pending(self._channel):
            self.fault = Reason.PROTOCOL
        self._channel.close()
        return self.fault


_SAYS_ITSELF = {Reason.LOAD_ERROR, Reason.MEMORY, Reason.MISSING, Reason.VALUE}
"""What a worker may say of its own submission. All of it fails the test."""


def _known(reason: object) -> Reason:
    return next((known for known in _SAYS_ITSELF if known == reason), Reason.PROTOCOL)


class Workshop:
    """The zygote and all that came from it."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [
            sys.executable,
            "-I",
            "-B",
            "-m",
            "codebench.sandbox.judge.zygote",
            str(theirs.fileno()),
        ]
        self._zygote = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
        )
        theirs.close()
        self._socket.settimeout(_SECONDS_TO_ANSWER)
        self._groups: list[int] = []
        self._place: Place | None = None
        self._laid: tuple[int, ...] | None = None
        self.staff = 2
        """Processes there are beside the submission's: this one, the zygote, and who else works."""

    def prepare(self, place: Place, job: Job) -> None:
        """Tell the zygote, once, what all workers share; nothing of it is secret."""
        if self._place is not None:
            return
        self._place = place
        shared = {
            "root": str(place.root),
            "locked": place.locked,
            "uid": place.uid,
            "limits": dataclasses.asdict(job.limits),
            "preload": [*job.preload, *([_SERVICE] if job.service else [])],
        }
        self._request(shared, [])

    def start(self, spec: dict[str, Any]) -> Worker:
        """Fork a worker. `spec` is what `worker.serve` takes."""
        ours, theirs = socket.socketpair()
        pid = self._request({"do": "work", "spec": spec}, [theirs.fileno()])["pid"]
        theirs.close()
        self._groups.append(pid)
        return Worker(ours, pid)

    def sweep(self) -> None:
        """Kill every process of the submission and empty its folders.

        Raises:
            WorkerFault: They resist.
        """
        if self._is_clean():
            return
        end = time.monotonic() + _SECONDS_TO_SWEEP
        while time.monotonic() < end:
            if self._swept(end):
                self._groups.clear()
                self._laid = self._place.marks() if self._place else None
                return
        raise WorkerFault(Reason.PROTOCOL)

    def _is_clean(self) -> bool:
        """Whether nobody is there but our own processes, and nothing is left of any other.

        Then a sweeper has nothing to do. It takes a moment until a worker that was hung up on ends.
        """
        place = self._place
        if place is None or not place.locked:
            return False
        for _ in range(_LOOKS):
            if isolation.tasks() == self.staff:
                self._groups.clear()
                return place.marks() == self._laid and not sweeper.has_shared_memory()
            time.sleep(_BETWEEN_LOOKS)
        return False

    def scan(self, files: list[str]) -> socket.socket:
        """Have Bandit read files; its report comes through the socket."""
        ours, theirs = socket.socketpair()
        self._request({"do": "scan", "files": files}, [theirs.fileno()])
        theirs.close()
        return ours

    def _swept(self, end: float) -> bool:
        ours, theirs = socket.socketpair()
        with ours:
            self._request({"do": "sweep", "groups": self._groups}, [theirs.fileno()])
            theirs.close()
            ours.settimeout(max(end - time.monotonic(), 0.001))
            try:
                return (
                    ours.recv(1) == b"1" and ours.recv(1) == b""
                )  # the end: the sweeper has gone too
            except OSError:
                return False

    def _request(self, message: dict[str, Any], descriptors: Sequence[int]) -> dict[str, Any]:
        token = os.urandom(8).hex()  # an answer to somebody who was killed may still be on its way
        request = json.dumps({**message, "token": token}).encode()
        socket.send_fds(self._socket, [request], descriptors)
        while True:
            data = self._socket.recv(_MAX_MESSAGE)
            if not data:
                raise RuntimeError("the zygote has gone")
            answer: dict[str, Any] = json.loads(data)
            if answer["token"] == token:
                return answer

    def close(self) -> None:
        """End the zygote."""
        self._socket.close()
        self._zygote.kill()
        self._zygote.wait()
