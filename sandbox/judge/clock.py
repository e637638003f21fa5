"""Deadlines in processor time, so that a busy machine fails nobody."""

import os
import time
from collections.abc import Callable
from functools import partial

__all__ = ["PATIENCE", "Clock", "budget_clock", "call_clock"]

PATIENCE = 3.0
"""How many times its deadline work may take on the wall clock, for a worker that has to wait."""

_SHORTEST = 0.005
_UNWATCHED = 0.02
"""Most calls are over by then, and need no look at the processor time."""

_UTIME, _STIME = 11, 12
"""Places in /proc/<pid>/stat, counted after the name."""

_USAGE = (
    "/sys/fs/cgroup/cpuacct/cpuacct.usage",  # nanoseconds
    "/sys/fs/cgroup/cpu,cpuacct/cpuacct.usage",
)
_STAT = "/sys/fs/cgroup/cpu.stat"  # of cgroup v2: `usage_usec <microseconds>` and more


class Clock:
    """Time left for a piece of work."""

    def __init__(
        self,
        used: Callable[[], float | None],
        seconds: float,
        wall: float,
        *,
        unwatched: float = 0.0,
    ) -> None:
        """Start now.

        Args:
            used: Processor time that was spent so far, on the work and before it; None where the
                system does not tell, and then only the wall clock counts.
            seconds: Processor time the work may take.
            wall: Seconds after which it is late in any case.
            unwatched: Seconds before processor time is looked at; what is spent until then is free.
        """
        self._used = used
        self._seconds = seconds
        self._wall = wall
        self._unwatched = min(unwatched, seconds, wall)
        self._started = time.monotonic()
        self._at_start = None if unwatched else used()
        self._watched = not unwatched

    def left(self) -> float:
        """Seconds after which to look again; zero or less when the work is late."""
        passed = time.monotonic() - self._started
        if not self._watched:
            if passed < self._unwatched:
                return self._unwatched - passed
            self._watched, self._at_start = True, self._used()
        if passed < self._seconds:
            return min(self._seconds, self._wall) - passed
        left = self.processor_left()
        return min(max(left, _SHORTEST), self.wall_left()) if left > 0 else 0.0

    def processor_left(self) -> float:
        """Processor time that is left; as time passes where the system does not tell."""
        if self._at_start is None:
            return self._seconds - (time.monotonic() - self._started)
        return self._seconds - ((self._used() or self._at_start) - self._at_start)

    def wall_left(self) -> float:
        """Seconds until the work is late in any case."""
        return self._wall - (time.monotonic() - self._started)


def call_clock(pid: int, seconds: float, wall: float) -> Clock:
    """The deadline of one call to a worker.

    Args:
        pid: The worker.
        seconds: Processor time it may use.
        wall: Seconds after which it is late in any case.
    """
    return Clock(partial(_of_process, pid), seconds, wall, unwatched=_UNWATCHED)


def budget_clock(seconds: float, *, locked: bool) -> Clock:
    """The budget of all tests together.

    Args:
        seconds: Processor time of the whole container.
        locked: Whether there is a container; else seconds are those of the wall clock.
    """
    used = _of_container if locked else _unknown
    return Clock(used, seconds, PATIENCE * seconds)


def _of_process(pid: int) -> float | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[_UTIME]) + int(fields[_STIME])) / os.sysconf("SC_CLK_TCK")


def _of_container() -> float | None:
    for path in _USAGE:
        try:
            with open(path, encoding="ascii") as usage:
                return int(usage.read()) / 1e9
        except OSError:
            continue
    try:
        with open(_STAT, encoding="ascii") as stat:
            values = dict(line.split() for line in stat)
        return int(values["usage_usec"]) / 1e6
    except (OSError, KeyError):
        return None


def _unknown() -> None:
    return None
