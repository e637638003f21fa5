"""Least recently used cache on a dictionary of nodes in a ring."""

from __future__ import annotations

from typing import Any


class _Node:
    """One entry and its neighbours in the order of use."""

    __slots__ = ("key", "newer", "older", "value")

    def __init__(self, key: str = "", value: Any = None) -> None:
        self.key = key
        self.value = value
        self.newer = self
        self.older = self


class LRUCache:
    """A ring of entries: the newest is older than the root, the oldest newer than it."""

    def __init__(self, capacity: int) -> None:
        """Start with an empty ring."""
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self._capacity = capacity
        self._nodes: dict[str, _Node] = {}
        self._root = _Node()

    def get(self, key: str, default: Any = None) -> Any:
        """Value of a key, which becomes the newest."""
        node = self._nodes.get(key)
        if node is None:
            return default
        self._unlink(node)
        self._link_newest(node)
        return node.value

    def put(self, key: str, value: Any) -> tuple[str, Any] | None:
        """Store a value; the key becomes the newest."""
        node = self._nodes.get(key)
        if node is not None:
            self._unlink(node)
            self._link_newest(node)
            node.value = value
            return None
        pushed_out = self._drop_oldest() if len(self._nodes) == self._capacity else None
        node = self._nodes[key] = _Node(key, value)
        self._link_newest(node)
        return pushed_out

    def peek(self, key: str, default: Any = None) -> Any:
        """Value of a key, which keeps its place."""
        node = self._nodes.get(key)
        return default if node is None else node.value

    def delete(self, key: str) -> bool:
        """Forget a key."""
        node = self._nodes.pop(key, None)
        if node is None:
            return False
        self._unlink(node)
        return True

    def keys(self) -> list[str]:
        """Walk the ring from the newest to the oldest."""
        keys = []
        node = self._root.older
        while node is not self._root:
            keys.append(node.key)
            node = node.older
        return keys

    def resize(self, capacity: int) -> list[tuple[str, Any]]:
        """Set the capacity and drop what is too much."""
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self._capacity = capacity
        surplus = max(0, len(self._nodes) - capacity)
        return [self._drop_oldest() for _ in range(surplus)]

    def get_many(self, keys: list[str]) -> list[Any]:
        """Values of several keys in turn."""
        return [self.get(key) for key in keys]

    def put_many(self, entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Store several values in turn."""
        gone = []
        for key, value in entries:
            pushed_out = self.put(key, value)
            if pushed_out is not None:
                gone.append(pushed_out)
        return gone

    def _drop_oldest(self) -> tuple[str, Any]:
        node = self._root.newer
        self._unlink(node)
        del self._nodes[node.key]
        return node.key, node.value

    def _unlink(self, node: _Node) -> None:
        node.older.newer = node.newer
        node.newer.older = node.older

    def _link_newest(self, node: _Node) -> None:
        newest = self._root.older
        newest.newer = node
        node.older = newest
        node.newer = self._root
        self._root.older = node
