"""Median of the last ticks, between a heap of the lower and a heap of the upper readings.

Readings that have left the window stay in their heap until they come to its top.
"""

import math
from heapq import heappop, heappush


class RunningMedian:
    """The lower half holds as many readings of the window as the upper one, or one more."""

    def __init__(self, window: int) -> None:
        """Start with empty halves."""
        if window < 1:
            raise ValueError("the window needs room for a tick")
        self._window = window
        self._tick = 0
        self._lower: list[tuple[float, int]] = []  # (minus the reading, its tick)
        self._upper: list[tuple[float, int]] = []  # (the reading, its tick)
        self._in_lower: dict[int, bool] = {}  # for every tick of the window with a reading
        self._lower_size = 0

    def push(self, reading: float | None) -> float | None:
        """Take one reading."""
        if reading is not None and not math.isfinite(reading):
            raise ValueError("a reading has to be finite")
        if self._in_lower.pop(self._tick - self._window, False):
            self._lower_size -= 1
        self._drop_expired()
        if reading is not None:
            below = bool(self._lower) and reading < -self._lower[0][0]
            self._add(float(reading), self._tick, below)
        self._balance()
        self._tick += 1
        if not self._in_lower:
            return None
        if len(self._in_lower) % 2:
            return -self._lower[0][0]
        return (self._upper[0][0] - self._lower[0][0]) / 2

    def push_many(self, readings: list[float | None]) -> list[float | None]:
        """Take several readings, or none of them."""
        if not all(math.isfinite(reading) for reading in readings if reading is not None):
            raise ValueError("all readings have to be finite")
        return [self.push(reading) for reading in readings]

    def _add(self, reading: float, tick: int, below: bool) -> None:
        self._in_lower[tick] = below
        if below:
            heappush(self._lower, (-reading, tick))
            self._lower_size += 1
        else:
            heappush(self._upper, (reading, tick))

    def _balance(self) -> None:
        """Move readings until the halves are even; both heaps have a valid top afterwards."""
        half = (len(self._in_lower) + 1) // 2
        while self._lower_size > half:
            negative, tick = heappop(self._lower)
            self._lower_size -= 1
            self._add(-negative, tick, below=False)
            self._drop_expired()
        while self._lower_size < half:
            reading, tick = heappop(self._upper)
            self._add(reading, tick, below=True)
            self._drop_expired()

    def _drop_expired(self) -> None:
        for heap in (self._lower, self._upper):
            while heap and heap[0][1] not in self._in_lower:
                heappop(heap)
