"""Least recently used cache on a plain dictionary, which keeps the order of insertion."""

from typing import Any

_ABSENT = object()


class LRUCache:
    """Every use takes the entry out and puts it back in at the end."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        self._data: dict[str, Any] = {}
        self._capacity = 0
        self.resize(capacity)

    def get(self, key: str, default: Any = None) -> Any:
        """Value of a key, moved to the end."""
        value = self._data.pop(key, _ABSENT)
        if value is _ABSENT:
            return default
        self._data[key] = value
        return value

    def put(self, key: str, value: Any) -> tuple[str, Any] | None:
        """Store at the end."""
        self._data.pop(key, None)
        self._data[key] = value
        surplus = self._shrink()
        return surplus[0] if surplus else None

    def peek(self, key: str, default: Any = None) -> Any:
        """Value of a key where it is."""
        return self._data.get(key, default)

    def delete(self, key: str) -> bool:
        """Remove a key."""
        return self._data.pop(key, _ABSENT) is not _ABSENT

    def keys(self) -> list[str]:
        """The last used key first."""
        return list(self._data)[::-1]

    def resize(self, capacity: int) -> list[tuple[str, Any]]:
        """Set how many entries there may be."""
        if capacity < 1:
            raise ValueError("no room for an entry")
        self._capacity = capacity
        return self._shrink()

    def get_many(self, keys: list[str]) -> list[Any]:
        """Values of several keys."""
        return list(map(self.get, keys))

    def put_many(self, entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Store several entries."""
        gone: list[tuple[str, Any]] = []
        for key, value in entries:
            pushed_out = self.put(key, value)
            gone += [pushed_out] if pushed_out else []
        return gone

    def _shrink(self) -> list[tuple[str, Any]]:
        gone = []
        while len(self._data) > self._capacity:
            oldest = next(iter(self._data))
            gone.append((oldest, self._data.pop(oldest)))
        return gone
