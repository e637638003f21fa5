"""Deadlines in processor time, so that a busy machine fails nobody."""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

__all__ = [
    "BUDGET_PATIENCE",
    "PATIENCE",
    "Clock",
    "budget_clock",
    "call_clock",
    "container_seconds",
    "service_clock",
]

PATIENCE = 3.0
"""How many times its deadline a call may take on the wall clock, for a worker that sleeps."""

BUDGET_PATIENCE = 4.0
"""The same for the budget of all tests."""

_LIMIT = 10.0
"""And how many times in any case, however long a worker had to wait for a processor."""

_SHORTEST = 0.005
_UNWATCHED = 0.02
"""Most calls are over by then, and need no look at the processor time."""

_MOST_THREADS = 100
_UTIME, _STIME = 11, 12
"""Places in /proc/<pid>/stat, counted after the name."""

_USAGE = (
    "/sys/fs/cgroup/cpuacct/cpuacct.usage",  # nanoseconds
    "/sys/fs/cgroup/cpu,cpuacct/cpuacct.usage",
)
_STAT = "/sys/fs/cgroup/cpu.stat"  # of cgroup v2: `usage_usec <microseconds>` and more


class Spent(NamedTuple):
    """Seconds that went by."""

    processor: float
    waited: float
    """For a processor, which is nobody's fault."""


class Clock:
    """Time left for a piece of work."""

    def __init__(
        self,
        spent: Callable[[], Spent | None],
        seconds: float,
        wall: float,
        *,
        unwatched: float = 0.0,
    ) -> None:
        """Start now.

        Args:
            spent: What was spent so far, on the work and before it; None where the system does not
                tell, and then only the wall clock counts.
            seconds: Processor time the work may take.
            wall: Seconds it may take without those of waiting for a processor.
            unwatched: Seconds before processor time is looked at; what is spent until then is free.
        """
        self._spent = spent
        self._seconds = seconds
        self._wall = wall
        self._unwatched = min(unwatched, seconds, wall)
        self._started = time.monotonic()
        self._at_start = None if unwatched else spent()
        self._watched = not unwatched

    def left(self) -> float:
        """Seconds after which to look again; zero or less when the work is late."""
        passed = time.monotonic() - self._started
        if not self._watched:
            if passed < self._unwatched:
                return self._unwatched - passed
            self._watched, self._at_start = True, self._spent()
        if passed < self._seconds:
            return min(self._seconds, self._wall) - passed
        left = self.processor_left()
        return min(max(left, _SHORTEST), self.wall_left()) if left > 0 else 0.0

    def processor_left(self) -> float:
        """Processor time that is left; as time passes where the system does not tell."""
        if self._at_start is None:
            return self._seconds - (time.monotonic() - self._started)
        return self._seconds - self._since_start().processor

    def wall_left(self) -> float:
        """Seconds until the work is late, were it to sleep from now on."""
        passed = time.monotonic() - self._started
        asleep = passed - max(self._since_start().waited, 0.0)
        return min(self._wall - asleep, _LIMIT * self._seconds - passed)

    def _since_start(self) -> Spent:
        now = self._spent() if self._at_start else None
        if now is None or self._at_start is None:
            return Spent(0.0, 0.0)
        before = self._at_start
        return Spent(now.processor - before.processor, now.waited - before.waited)


def call_clock(pid: int, seconds: float, wall: float) -> Clock:
    """The deadline of one call to a worker.

    Args:
        pid: The worker.
        seconds: Processor time it may use.
        wall: Seconds it may take without those of waiting for a processor.
    """
    return Clock(partial(_of_process, pid), seconds, wall, unwatched=_UNWATCHED)


def service_clock(pid: int, seconds: float) -> Clock:
    """The deadline of waiting for a service.

    Args:
        pid: The worker, which is the service or has started it.
        seconds: How long it may take, without waiting for a processor.
    """
    return Clock(partial(_of_family, pid), seconds, seconds, unwatched=_UNWATCHED)


def budget_clock(seconds: float, *, locked: bool) -> Clock:
    """The budget of all tests together.

    Args:
        seconds: Processor time of the whole container.
        locked: Whether there is a container; else seconds are those of the wall clock.
    """
    spent = _of_container if locked else _unknown
    return Clock(spent, seconds, BUDGET_PATIENCE * seconds)


def _of_process(pid: int) -> Spent | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
        waited = sum(_waited(f"/proc/{pid}/task/{thread}") for thread in _threads(pid))
    except OSError:
        return None
    ticks = int(fields[_UTIME]) + int(fields[_STIME])
    return Spent(ticks / os.sysconf("SC_CLK_TCK"), waited)


def _of_family(pid: int) -> Spent | None:
    """Of a process and all that descend from it."""
    parts = [spent for spent in map(_of_process, _family(pid)) if spent]
    if not parts:
        return None
    return Spent(sum(each.processor for each in parts), sum(each.waited for each in parts))


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        for thread in _threads(pid):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as children:
                for child in children.read().split():
                    yield from _family(int(child))
    except OSError:
        return  # it has ended, or the kernel does not tell


def _threads(pid: int) -> list[str]:
    return os.listdir(f"/proc/{pid}/task")[:_MOST_THREADS]


def _waited(thread: str) -> float:
    """Seconds in a queue for a processor; 0 where the kernel does not count them."""
    try:
        with open(f"{thread}/schedstat", encoding="ascii") as stat:
            return int(stat.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def _of_container() -> Spent | None:
    used = container_seconds()
    return None if used is None else Spent(used, 0.0)


def container_seconds() -> float | None:
    """Processor time of this container since it started; None where the system does not tell."""
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
