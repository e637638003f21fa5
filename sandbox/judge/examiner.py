"""Runs the hidden tests in a process of their own.

A hostile answer can keep a test busy where no alarm rings, or fill its memory. Then this process is
killed, and the judge still reports.
"""

import contextlib
import os
import resource
import signal
import socket
import time

from codebench.sandbox.judge import isolation, notes
from codebench.sandbox.judge.clock import Clock, budget_clock
from codebench.sandbox.judge.job import Job
from codebench.sandbox.judge.place import Place
from codebench.sandbox.judge.workshop import Workshop

__all__ = ["examine"]

_FALLS_BEFORE_THE_JUDGE = 500
_MAX_MEMORY = 240 * 2**20
"""Where a hostile answer takes more, a test fails; the container has room for it."""

_UNNEEDED = (
    "cacheprovider",
    "debugging",
    "doctest",
    "faulthandler",
    "junitxml",
    "logging",
    "pastebin",
    "recwarn",
    "setuponly",
    "setupplan",
    "stepwise",
    "terminal",
    "threadexception",
    "unittest",
    "unraisableexception",
    "warnings",
)
"""Plugins of pytest that cost time and have nothing to do here."""


def examine(job: Job, place: Place, workshop: Workshop) -> notes.Outcomes:
    """Run all hidden tests within their budget.

    A test that is running when the budget is spent fails, and so does every later one.

    Args:
        job: The tests and their limits.
        place: Where they lie.
        workshop: Starts the workers; the child asks it from here on, and the caller again after it.
    """
    budget = budget_clock(job.limits.total_seconds, locked=place.locked)
    ours, theirs = socket.socketpair()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # orphans come to us: they vanish by themselves
    child = os.fork()
    if child == 0:
        ours.close()
        _examine(job, place, workshop, budget, notes.Notes(theirs))
    theirs.close()
    started = time.monotonic()
    outcomes = notes.read(ours, budget)
    if outcomes.late:
        outcomes.out_of_time(time.monotonic() - started - sum(t.seconds for t in outcomes.tests))
    _end(child, ours)
    return outcomes


def _examine(
    job: Job, place: Place, workshop: Workshop, budget: Clock, teller: notes.Notes
) -> None:
    """The child's life. It must never come back into the judge's code."""
    from codebench.sandbox.judge.plugin import Examination  # noqa: PLC0415 -- needs pytest

    try:
        isolation.fall_first(_FALLS_BEFORE_THE_JUDGE)
        if place.locked:
            resource.setrlimit(resource.RLIMIT_DATA, (_MAX_MEMORY, _MAX_MEMORY))
        workshop.staff += 1
        _run_pytest(place, Examination(job, place, workshop, budget, teller))
        teller.done()
    finally:
        os._exit(0)


def _run_pytest(place: Place, examination: object) -> None:
    import pytest  # noqa: PLC0415 -- imported at boot

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    tests = str(place.tests)
    arguments = ["-c", f"{tests}/pytest.ini", "--rootdir", tests, "--noconftest", "-s"]
    arguments += ["--import-mode=importlib", "--assert=plain"]
    arguments += ["--continue-on-collection-errors"]
    arguments += [option for name in _UNNEEDED for option in ("-p", f"no:{name}")]
    pytest.main([*arguments, tests], plugins=[examination])


def _end(child: int, channel: socket.socket) -> None:
    """Kill it if it has not ended by itself, and wait until it is gone."""
    with contextlib.suppress(ProcessLookupError):  # it has ended
        os.kill(child, signal.SIGKILL)
    channel.settimeout(None)
    while channel.recv(2**16):
        pass
    channel.close()
