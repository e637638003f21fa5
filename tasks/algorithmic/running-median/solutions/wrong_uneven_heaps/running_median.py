"""Median of the last ticks."""

import heapq
from collections import Counter, deque
from math import isfinite


class RunningMedian:
    """Two heaps; readings that have left the window are removed when they reach a top."""

    def __init__(self, window: int) -> None:
        """Start empty."""
        if window < 1:
            raise ValueError("window must be positive")
        self.window = window
        self.queue: deque[float | None] = deque()
        self.low: list[float] = []
        self.high: list[float] = []
        self.gone: Counter[float] = Counter()

    def push(self, reading: float | None) -> float | None:
        """Add a reading."""
        if reading is not None and not isfinite(reading):
            raise ValueError("reading must be finite")
        self.queue.append(reading)
        if reading is not None:
            heapq.heappush(self.high, -heapq.heappushpop(self.low, -reading))
        if len(self.queue) > self.window:
            oldest = self.queue.popleft()
            if oldest is not None:
                self.gone[oldest] += 1
        if len(self.high) > len(self.low):
            heapq.heappush(self.low, -heapq.heappop(self.high))
        while self.low and self.gone[-self.low[0]]:
            self.gone[-heapq.heappop(self.low)] -= 1
        while self.high and self.gone[self.high[0]]:
            self.gone[heapq.heappop(self.high)] -= 1
        if not self.low and not self.high:
            return None
        if len(self.low) > len(self.high):
            return float(-self.low[0])
        if len(self.low) < len(self.high):
            return float(self.high[0])
        return (self.high[0] - self.low[0]) / 2

    def push_many(self, readings: list[float | None]) -> list[float | None]:
        """Add several readings."""
        if any(reading is not None and not isfinite(reading) for reading in readings):
            raise ValueError("readings must be finite")
        return [self.push(reading) for reading in readings]
