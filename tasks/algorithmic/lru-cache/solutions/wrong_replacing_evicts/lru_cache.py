"""Least recently used cache."""

from collections import OrderedDict
from typing import Any


class LRUCache:
    """Holds at most `capacity` entries."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.cache: OrderedDict[str, Any] = OrderedDict()

    def get(self, key: str, default: Any = None) -> Any:
        """Look up a key."""
        if key not in self.cache:
            return default
        self.cache.move_to_end(key)
        return self.cache[key]

    def put(self, key: str, value: Any) -> tuple[str, Any] | None:
        """Store a value."""
        evicted = None
        if len(self.cache) >= self.capacity:
            evicted = self.cache.popitem(last=False)
        self.cache[key] = value
        self.cache.move_to_end(key)
        return evicted

    def peek(self, key: str, default: Any = None) -> Any:
        """Look up a key without using it."""
        return self.cache.get(key, default)

    def delete(self, key: str) -> bool:
        """Remove a key."""
        if key in self.cache:
            del self.cache[key]
            return True
        return False

    def keys(self) -> list[str]:
        """List the keys, the newest first."""
        return list(reversed(self.cache))

    def resize(self, capacity: int) -> list[tuple[str, Any]]:
        """Change the capacity."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        evicted = []
        while len(self.cache) > capacity:
            evicted.append(self.cache.popitem(last=False))
        return evicted

    def get_many(self, keys: list[str]) -> list[Any]:
        """Look up several keys."""
        return [self.get(key) for key in keys]

    def put_many(self, entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Store several values."""
        evicted = [self.put(key, value) for key, value in entries]
        return [entry for entry in evicted if entry]
