"""A deadline for the judge's own code, which a hostile answer may keep busy."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.workshop import WorkerFault

__all__ = ["alarm"]


@contextmanager
def alarm(
    time_left: float | Callable[[], float], reason: Reason = Reason.TIMEOUT
) -> Iterator[None]:
    """Interrupt the code inside after this time; an earlier alarm around it stays in force.

    Args:
        time_left: Seconds, or a function that tells how many are left.
        reason: Why what was going on failed.

    Raises:
        WorkerFault: The time is over.
    """

    def ring(*_: object) -> None:
        left = time_left() if callable(time_left) else 0.0
        if left <= 0:
            raise WorkerFault(reason)
        signal.setitimer(signal.ITIMER_REAL, left)  # more than it looked like

    seconds = time_left() if callable(time_left) else time_left
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
