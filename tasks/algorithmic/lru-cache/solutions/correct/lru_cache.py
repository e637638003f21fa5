"""Least recently used cache on an ordered dictionary, the oldest entry first."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

Entry = tuple[str, Any]


class LRUCache:
    """Holds the entries that were used last, at most `capacity` of them."""

    def __init__(self, capacity: int) -> None:
        """Start empty; a capacity below 1 is a ValueError."""
        self._capacity = _checked(capacity)
        self._entries: OrderedDict[str, Any] = OrderedDict()

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key and use the key."""
        if key not in self._entries:
            return default
        self._entries.move_to_end(key)
        return self._entries[key]

    def put(self, key: str, value: Any) -> Entry | None:
        """Store a value and return the entry that it pushes out, if any."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._capacity:
            return self._entries.popitem(last=False)
        return None

    def peek(self, key: str, default: Any = None) -> Any:
        """Return the value of a key without using it."""
        return self._entries.get(key, default)

    def delete(self, key: str) -> bool:
        """Remove an entry and tell whether there was one."""
        if key not in self._entries:
            return False
        del self._entries[key]
        return True

    def keys(self) -> list[str]:
        """All keys, the most recently used first."""
        return list(reversed(self._entries))

    def resize(self, capacity: int) -> list[Entry]:
        """Change the capacity and return the entries that this pushes out."""
        self._capacity = _checked(capacity)
        pushed_out = []
        while len(self._entries) > self._capacity:
            pushed_out.append(self._entries.popitem(last=False))
        return pushed_out

    def get_many(self, keys: Iterable[str]) -> list[Any]:
        """Get one key after the other."""
        return [self.get(key) for key in keys]

    def put_many(self, entries: Iterable[Entry]) -> list[Entry]:
        """Put one entry after the other and return all that are pushed out."""
        pushed_out = (self.put(key, value) for key, value in entries)
        return [entry for entry in pushed_out if entry is not None]


def _checked(capacity: int) -> int:
    if capacity < 1:
        raise ValueError(f"capacity {capacity} is below 1")
    return capacity
