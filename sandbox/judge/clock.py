"""The deadline of a call: processor time, so that a busy machine fails nobody."""

import os
import time

__all__ = ["PATIENCE", "CallClock"]

PATIENCE = 3.0
"""How many times its deadline a call may take on the wall clock, for a worker that has to wait."""

_SHORTEST = 0.005
_UNWATCHED = 0.02
"""Most calls are over by then, and need no look at the processor time."""

_UTIME, _STIME = 11, 12
"""Places in /proc/<pid>/stat, counted after the name."""


class CallClock:
    """Time left to one worker for one call."""

    def __init__(self, pid: int, seconds: float, wall: float) -> None:
        self._pid = pid
        self._seconds = seconds
        self._wall = wall
        self._started = time.monotonic()
        self._used: float | None = None
        self._watched = False

    def left(self) -> float:
        """Seconds after which to look again; zero or less when the call is late."""
        passed = time.monotonic() - self._started
        unwatched = min(_UNWATCHED, self._seconds, self._wall)
        if not self._watched and passed < unwatched:
            return unwatched - passed
        if not self._watched:
            self._watched, self._used = True, _processor_seconds(self._pid)
        if passed < self._seconds:
            return min(self._seconds, self._wall) - passed
        if passed >= self._wall or self._used is None:
            return 0.0
        used = _processor_seconds(self._pid) or self._used
        idle_left = self._seconds - (used - self._used)
        return min(max(idle_left, _SHORTEST), self._wall - passed) if idle_left > 0 else 0.0


def _processor_seconds(pid: int) -> float | None:
    """Processor time that a process has used; None where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[_UTIME]) + int(fields[_STIME])) / os.sysconf("SC_CLK_TCK")
