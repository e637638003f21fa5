"""Median of the last ticks."""

from bisect import bisect_left, insort
from collections import deque
from math import isfinite


class RunningMedian:
    """Keeps the last readings in a queue and in a sorted list."""

    def __init__(self, window: int) -> None:
        """Start empty."""
        if window < 1:
            raise ValueError("window must be positive")
        self.window = window
        self.queue: deque[float | None] = deque()
        self.ordered: list[float] = []

    def push(self, reading: float | None) -> float | None:
        """Add a reading."""
        if reading is not None and not isfinite(reading):
            raise ValueError("reading must be finite")
        self.queue.append(reading)
        if reading is not None:
            insort(self.ordered, reading)
        if len(self.queue) > self.window:
            oldest = self.queue.popleft()
            if oldest is not None:
                del self.ordered[bisect_left(self.ordered, oldest)]
        size = len(self.ordered)
        if size == 0:
            return None
        return float(self.ordered[size // 2])

    def push_many(self, readings: list[float | None]) -> list[float | None]:
        """Add several readings."""
        if any(reading is not None and not isfinite(reading) for reading in readings):
            raise ValueError("readings must be finite")
        return [self.push(reading) for reading in readings]
