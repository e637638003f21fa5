"""Least recently used cache."""

from itertools import count
from typing import Any


class LRUCache:
    """Values in one dict, the time of the last use in another."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.clock = count()
        self.values: dict[str, Any] = {}
        self.used: dict[str, int] = {}

    def get(self, key: str, default: Any = None) -> Any:
        """Look up a key."""
        if key not in self.values:
            return default
        self.used[key] = next(self.clock)
        return self.values[key]

    def put(self, key: str, value: Any) -> tuple[str, Any] | None:
        """Store a value."""
        evicted = None
        if key not in self.values and len(self.values) >= self.capacity:
            evicted = self._evict()
        self.values[key] = value
        self.used[key] = next(self.clock)
        return evicted

    def peek(self, key: str, default: Any = None) -> Any:
        """Look up a key without using it."""
        return self.values.get(key, default)

    def delete(self, key: str) -> bool:
        """Remove a key."""
        if key not in self.values:
            return False
        del self.values[key], self.used[key]
        return True

    def keys(self) -> list[str]:
        """List the keys, the newest first."""
        return sorted(self.used, key=lambda key: -self.used[key])

    def resize(self, capacity: int) -> list[tuple[str, Any]]:
        """Change the capacity."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        return [self._evict() for _ in range(len(self.values) - capacity)]

    def get_many(self, keys: list[str]) -> list[Any]:
        """Look up several keys."""
        return [self.get(key) for key in keys]

    def put_many(self, entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Store several values."""
        evicted = [self.put(key, value) for key, value in entries]
        return [entry for entry in evicted if entry]

    def _evict(self) -> tuple[str, Any]:
        oldest = min(self.used, key=lambda key: self.used[key])
        del self.used[oldest]
        return oldest, self.values.pop(oldest)
