"""Median of the last ticks, from a sorted list of their readings."""

from bisect import bisect_left, insort
from collections import deque
from math import isfinite


class RunningMedian:
    """Keeps the readings of the last ticks twice: as they came, and in order of size."""

    def __init__(self, window: int) -> None:
        """Start before the first tick; a window below 1 is a ValueError."""
        if window < 1:
            raise ValueError(f"window {window} is below 1")
        self._window = window
        self._ticks: deque[float | None] = deque()
        self._ordered: list[float] = []

    def push(self, reading: float | None) -> float | None:
        """Take the reading of a tick and return the median."""
        return self.push_many([reading])[0]

    def push_many(self, readings: list[float | None]) -> list[float | None]:
        """Take one reading after the other and return all medians; all or none are taken."""
        for reading in readings:
            if reading is not None and not isfinite(reading):
                raise ValueError(f"reading {reading} is not finite")
        medians = []
        for reading in readings:
            self._take(reading)
            medians.append(self._median())
        return medians

    def _take(self, reading: float | None) -> None:
        self._ticks.append(reading)
        if reading is not None:
            insort(self._ordered, reading)
        if len(self._ticks) > self._window:
            oldest = self._ticks.popleft()
            if oldest is not None:
                del self._ordered[bisect_left(self._ordered, oldest)]

    def _median(self) -> float | None:
        count = len(self._ordered)
        if count == 0:
            return None
        return (self._ordered[(count - 1) // 2] + self._ordered[count // 2]) / 2
