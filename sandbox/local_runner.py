"""Grades as a plain process of this machine. It isolates nothing: for trusted code."""

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from codebench.sandbox import wire
from codebench.sandbox.faults import Cancelled, EngineFault, JudgeFault
from codebench.sandbox.judge.job import Job, Report

__all__ = ["LocalRunner"]

_NEEDED = ("pytest", "hypothesis", "bandit")


class LocalRunner:
    """Starts one judge process for each job. Safe to use from several threads."""

    image = "local"

    def __init__(self) -> None:
        """Check that the judge's packages are there.

        Raises:
            EngineFault: One is missing.
        """
        missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
        if missing:
            raise EngineFault(
                f"Local grading needs {', '.join(missing)}: install `codebench[local]`."
            )
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._cancelled: set[str] = set()

    def grade(self, job: Job) -> Report:
        """Run the judge on one submission; takes until the verdict is there.

        Raises:
            Cancelled: Another thread called `cancel`.
            JudgeFault: The judge gave no credible report.
        """
        with tempfile.TemporaryDirectory(prefix="codebench-", ignore_cleanup_errors=True) as folder:
            return self._grade(job, folder)

    def _grade(self, job: Job, folder: str) -> Report:
        command = [sys.executable, "-I", "-B", "-m", "codebench.sandbox.judge", "--local", folder]
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            self._running[job.nonce] = process
            try:
                output, _ = process.communicate(wire.pack(job), timeout=wire.patience(job))
            except subprocess.TimeoutExpired:
                raise JudgeFault("The judge did not report in time.") from None
            finally:
                self._running.pop(job.nonce, None)
                _kill(process)
        if job.nonce in self._cancelled:
            raise Cancelled
        return wire.unpack(output, job)

    def grade_together(self, jobs: Sequence[Job]) -> Iterator[Report]:
        """Run a judge on each submission, in turn: here that saves nothing."""
        yield from map(self.grade, jobs)

    def cancel(self, nonce: str) -> None:
        """End the grading of a job from another thread: its `grade` call then raises."""
        self._cancelled.add(nonce)
        process = self._running.get(nonce)
        if process:
            _kill(process)

    def close(self) -> None:
        """End every judge that still runs."""
        for nonce in list(self._running):
            self.cancel(nonce)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended by itself
        os.killpg(process.pid, signal.SIGKILL)  # the zygote too; workers end with their channel
