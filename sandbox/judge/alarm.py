"""A deadline for the judge's own code, which a hostile answer may keep busy."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.workshop import WorkerFault

__all__ = ["alarm"]


@contextmanager
def alarm(seconds: float, reason: Reason = Reason.TIMEOUT) -> Iterator[None]:
    """Interrupt the code inside after this time; an earlier alarm around it stays in force.

    Raises:
        WorkerFault: The time is over.
    """

    def ring(*_: object) -> None:
        raise WorkerFault(reason)

    started = time.monotonic()
    outer_left, _ = signal.getitimer(signal.ITIMER_REAL)
    if outer_left and outer_left <= seconds:
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer_left:
            passed = time.monotonic() - started
            signal.setitimer(signal.ITIMER_REAL, max(outer_left - passed, 0.001))
