"""Median of the last ticks."""

from collections import deque
from math import isfinite
from statistics import median


class RunningMedian:
    """Keeps the last readings in a queue."""

    def __init__(self, window: int) -> None:
        """Start empty."""
        if window < 1:
            raise ValueError("window must be positive")
        self.queue: deque[float | None] = deque(maxlen=window)

    def push(self, reading: float | None) -> float | None:
        """Add a reading."""
        if reading is not None and not isfinite(reading):
            raise ValueError("reading must be finite")
        self.queue.append(reading)
        present = [value for value in self.queue if value is not None]
        return float(median(present)) if present else None

    def push_many(self, readings: list[float | None]) -> list[float | None]:
        """Add several readings."""
        if any(reading is not None and not isfinite(reading) for reading in readings):
            raise ValueError("readings must be finite")
        return [self.push(reading) for reading in readings]
