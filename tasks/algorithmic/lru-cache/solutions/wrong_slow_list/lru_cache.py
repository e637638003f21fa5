"""Least recently used cache."""

from typing import Any


class LRUCache:
    """Values in a dict, the order of use in a list."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.values: dict[str, Any] = {}
        self.order: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        """Look up a key."""
        if key not in self.values:
            return default
        self.order.remove(key)
        self.order.insert(0, key)
        return self.values[key]

    def put(self, key: str, value: Any) -> tuple[str, Any] | None:
        """Store a value."""
        evicted = None
        if key in self.values:
            self.order.remove(key)
        elif len(self.values) == self.capacity:
            oldest = self.order.pop()
            evicted = (oldest, self.values.pop(oldest))
        self.order.insert(0, key)
        self.values[key] = value
        return evicted

    def peek(self, key: str, default: Any = None) -> Any:
        """Look up a key without using it."""
        return self.values.get(key, default)

    def delete(self, key: str) -> bool:
        """Remove a key."""
        if key not in self.values:
            return False
        del self.values[key]
        self.order.remove(key)
        return True

    def keys(self) -> list[str]:
        """List the keys, the newest first."""
        return self.order[:]

    def resize(self, capacity: int) -> list[tuple[str, Any]]:
        """Change the capacity."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        evicted = []
        while len(self.order) > capacity:
            oldest = self.order.pop()
            evicted.append((oldest, self.values.pop(oldest)))
        return evicted

    def get_many(self, keys: list[str]) -> list[Any]:
        """Look up several keys."""
        return [self.get(key) for key in keys]

    def put_many(self, entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Store several values."""
        evicted = [self.put(key, value) for key, value in entries]
        return [entry for entry in evicted if entry]
