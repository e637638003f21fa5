"""Grades each submission in a fresh, locked container."""

import atexit
import contextlib
import dataclasses
import secrets
import socket
import struct
import time
from collections.abc import Iterator, Sequence
from typing import Any

from docker.errors import APIError, DockerException, NotFound

from codebench.sandbox import wire
from codebench.sandbox.engine import Engine
from codebench.sandbox.faults import (
    Cancelled,
    ChallengeFault,
    EngineFault,
    JudgeFault,
    MachineFault,
)
from codebench.sandbox.judge.job import Job, Report
from codebench.sandbox.leftovers import LABEL, own_containers, owner, remove_own

__all__ = ["DockerRunner"]

_JUDGE_MB = 320
"""Memory of the judge itself, on top of what the submission may use."""
_JUDGE_PROCESSES = 40
_SECONDS_TO_END = 5
_FRAME = struct.Struct("!BxxxI")
_STDOUT = 1
_CHUNK = 2**16


class DockerRunner:
    """Starts one container for each job and removes it, whatever happens. Safe in threads."""

    def __init__(self, engine: Engine, image: str) -> None:
        self.engine = engine
        """Where the containers are started."""
        self.image = image
        """Id of the grading image."""
        self._running: dict[str, str] = {}
        self._cancelled: set[str] = set()
        self._closed = False
        atexit.register(self.close)

    def grade(self, job: Job) -> Report:
        """Run the judge on one submission; takes until the verdict is there.

        Raises:
            Cancelled: Another thread called `cancel`.
            EngineFault: The engine failed.
            JudgeFault: The judge gave no credible report.
        """
        (report,) = self.grade_together((job,))
        return report

    def grade_together(self, jobs: Sequence[Job]) -> Iterator[Report]:
        """Run one judge on several submissions, in turn: for trusted code only.

        Args:
            jobs: Of one challenge, with the same limits.

        Raises:
            Cancelled: Another thread called `cancel` for one of them.
            EngineFault: The engine failed.
            JudgeFault: The judge gave no credible report on the next job.
        """
        jobs = [dataclasses.replace(job, last=job is jobs[-1]) for job in jobs]
        try:
            yield from self._in_container(jobs)
        except JudgeFault:
            self._check(jobs)
            raise
        except (DockerException, OSError) as error:
            self._check(jobs)
            raise EngineFault(_explain(error)) from error

    def _in_container(self, jobs: Sequence[Job]) -> Iterator[Report]:
        container = (
            f"codebench-judge-{secrets.token_hex(8)}"  # known even if the engine never answers
        )
        self._running.update({job.nonce: container for job in jobs})
        try:
            self._create(container, jobs[0])
            self._check(jobs)
            yield from self._converse(container, jobs)
        except (ChallengeFault, MachineFault):
            raise  # the judge is well: there is no more to know
        except JudgeFault as fault:
            raise self._explained(fault, container) from fault
        finally:
            for job in jobs:
                self._running.pop(job.nonce, None)
            with contextlib.suppress(DockerException, OSError):  # `close` tries again
                self._remove(container)

    def _check(self, jobs: Sequence[Job]) -> None:
        if self._closed or any(job.nonce in self._cancelled for job in jobs):
            raise Cancelled

    def cancel(self, nonce: str) -> None:
        """End the grading of a job from another thread: its `grade` call then raises."""
        self._cancelled.add(nonce)
        container = self._running.get(nonce)
        if container:
            self._remove(container)

    def close(self) -> None:
        """Remove every container that is still there; what is being graded raises `Cancelled`."""
        self._closed = True
        with contextlib.suppress(DockerException, OSError):  # they are removed at the next start
            remove_own(self.engine)

    def containers(self) -> list[str]:
        """Ids of this process's containers that the engine still has."""
        return own_containers(self.engine)

    def _create(self, name: str, job: Job) -> None:
        self.engine.client.create_container(
            name=name,
            image=self.image,
            user="0:0",
            stdin_open=True,
            hostname="judge",
            labels={LABEL: owner()},
            host_config=self.engine.client.create_host_config(**_locks(job)),
        )

    def _converse(self, container: str, jobs: Sequence[Job]) -> Iterator[Report]:
        """Hand each job in and read the answer."""
        client = self.engine.client
        attached = client.attach_socket(container, {"stdin": 1, "stdout": 1, "stream": 1})
        channel: socket.socket = getattr(attached, "_sock", attached)
        try:
            client.start(container)
            for job in jobs:
                deadline = time.monotonic() + wire.patience(job)
                channel.settimeout(wire.patience(job))
                channel.sendall(wire.pack(job))
                yield wire.unpack(_read(channel, deadline), job)
        finally:
            attached.close()
            channel.close()

    def _explained(self, fault: JudgeFault, container: str) -> JudgeFault:
        """The same fault with what the engine knows of the container's end."""
        try:
            with contextlib.suppress(OSError):  # a judge that hangs is still running
                self.engine.client.wait(container, timeout=_SECONDS_TO_END)
            state = self.engine.client.inspect_container(container)["State"]
        except NotFound:
            return JudgeFault("The container was removed while it graded.")
        if state.get("OOMKilled"):
            return JudgeFault("The container ran out of memory.", out_of_memory=True)
        return JudgeFault(f"{fault} (exit code {state.get('ExitCode')})")

    def _remove(self, container: str) -> None:
        try:
            self.engine.client.remove_container(container, force=True, v=True)
        except NotFound:
            pass  # removed by `cancel`
        except APIError as error:
            if error.status_code != 409:  # noqa: PLR2004 -- conflict: another thread removes it right now
                raise


def _locks(job: Job) -> dict[str, Any]:
    """Everything that keeps a submission in, and from using more than its share."""
    limits = job.limits
    memory = f"{limits.memory_mb + limits.scratch_mb + _JUDGE_MB}m"
    common = "nosuid,nodev,noexec"
    return {
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "cap_add": ["SETUID", "SETGID"],
        "security_opt": ["no-new-privileges"],
        "pids_limit": limits.processes + _JUDGE_PROCESSES,
        "mem_limit": memory,
        "memswap_limit": memory,
        "nano_cpus": 10**9,
        "ipc_mode": "none",
        "log_config": {"Type": "none"},
        "tmpfs": {
            "/grade/judge": f"size=32m,{common}",
            "/grade/code": f"size=16m,{common}",
            "/grade/scratch": f"size={limits.scratch_mb}m,nr_inodes=4096,{common}",
        },
    }


def _read(channel: socket.socket, deadline: float) -> bytes:
    """The judge's standard output up to a whole report, out of the engine's multiplexed stream."""
    output, buffer = bytearray(), bytearray()
    while not wire.complete(output):
        channel.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            chunk = channel.recv(_CHUNK)
        except TimeoutError:
            raise JudgeFault("The judge did not report in time.") from None
        if not chunk:
            break
        buffer += chunk
        _demultiplex(buffer, output)
        if len(buffer) + len(output) > 2 * wire.MAX_REPORT:
            raise JudgeFault("The judge's report is too long.")
    return bytes(output)


def _demultiplex(buffer: bytearray, output: bytearray) -> None:
    """Move whole frames of standard output from the buffer to the output; drop others."""
    while len(buffer) >= _FRAME.size:
        stream, length = _FRAME.unpack_from(buffer)
        end = _FRAME.size + length
        if len(buffer) < end:
            return
        if stream == _STDOUT:
            output += buffer[_FRAME.size : end]
        del buffer[:end]


def _explain(error: Exception) -> str:
    text = str(error)
    if "no space left on device" in text.lower():
        return (
            "The engine's disk is full: free some space (`docker system df` shows what takes it)."
        )
    return f"The Docker engine failed while a submission was graded: {text[:300]}"
