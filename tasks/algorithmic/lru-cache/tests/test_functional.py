"""Does the cache remember, forget and report as a plain list of entries would?"""

from collections import OrderedDict
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

VALUES = [None, 0, 0.0, "", False, [], {}, 1, "x", 2.5, b"\x00", (1, "y")]


class SlowCache:
    """What the cache has to do, on a list of entries with the least recently used first."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        self.capacity = capacity
        self.entries: list[tuple[str, Any]] = []

    def peek(self, key: str, default: Any = None) -> Any:
        """Look without using."""
        return next((value for name, value in self.entries if name == key), default)

    def get(self, key: str, default: Any = None) -> Any:
        """Look and move to the end."""
        found = [entry for entry in self.entries if entry[0] == key]
        self.delete(key)
        self.entries += found
        return found[0][1] if found else default

    def put(self, key: str, value: Any) -> tuple[str, Any] | None:
        """Store at the end, and tell what had to go."""
        self.delete(key)
        self.entries.append((key, value))
        return next(iter(self.shrink()), None)

    def delete(self, key: str) -> bool:
        """Remove an entry."""
        before = len(self.entries)
        self.entries = [entry for entry in self.entries if entry[0] != key]
        return len(self.entries) < before

    def keys(self) -> list[str]:
        """All keys, the last used first."""
        return [key for key, _ in reversed(self.entries)]

    def resize(self, capacity: int) -> list[tuple[str, Any]]:
        """Change the capacity, and tell what had to go."""
        self.capacity = capacity
        return self.shrink()

    def shrink(self) -> list[tuple[str, Any]]:
        """Give up what is over the capacity."""
        surplus = max(0, len(self.entries) - self.capacity)
        gone, self.entries = self.entries[:surplus], self.entries[surplus:]
        return gone

    def get_many(self, keys: list[str]) -> list[Any]:
        """Get one after the other."""
        return [self.get(key) for key in keys]

    def put_many(self, entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Put one after the other."""
        pushed_out = [self.put(key, value) for key, value in entries]
        return [entry for entry in pushed_out if entry is not None]


def names(rng: Random, count: int) -> list[str]:
    """Distinct keys in random order."""
    return [f"{number:x}.webp" for number in rng.sample(range(10_000), count)]


def test_values_come_back(candidate: Any, rng: Random) -> None:
    """Stored values of every kind are found, and the default stands in for missing ones only."""
    keys = names(rng, len(VALUES) + 1)
    absent = keys.pop()
    entries = list(zip(keys, rng.sample(VALUES, len(VALUES)), strict=True))
    cache = candidate.LRUCache(len(entries))
    assert cache.get(absent) is None
    assert cache.keys() == exactly([])
    assert cache.put_many(entries) == exactly([])
    assert cache.get_many([*keys, absent]) == exactly([value for _, value in entries] + [None])
    for key, value in entries:
        assert cache.get(key, "default") == exactly(value)
        assert cache.peek(key, "default") == exactly(value)
    assert cache.get(absent, "default") == exactly("default")
    assert cache.peek(absent, 0) == exactly(0)
    assert cache.peek(absent) is None
    assert cache.keys() == exactly(keys[::-1])


def test_least_recently_used_goes_first(candidate: Any, rng: Random) -> None:
    """A new key pushes out the entry whose last use is longest ago, and returns it."""
    for capacity in (1, 2, 3, 6):
        keys = names(rng, capacity + 3)
        kept, fresh = keys[:capacity], keys[capacity:]
        cache = candidate.LRUCache(capacity)
        for key in kept:
            assert cache.put(key, key.upper()) is None
        order = rng.sample(kept, capacity)
        for key in order:
            assert cache.get(key) == exactly(key.upper())
        assert cache.keys() == exactly(order[::-1])
        for key, gone in zip(fresh, [*order, *fresh], strict=False):
            assert cache.put(key, None) == exactly((gone, None if gone in fresh else gone.upper()))
        assert cache.get_many(order[:3]) == exactly([None] * len(order[:3]))


def test_replacing_a_value(candidate: Any, rng: Random) -> None:
    """A new value for a known key is a use and pushes nothing out."""
    keys = names(rng, 5)
    fresh = keys.pop()
    cache = candidate.LRUCache(4)
    cache.put_many([(key, 1) for key in keys])
    for key in (keys[0], keys[2], keys[2]):
        assert cache.put(key, "new") is None
    assert cache.keys() == exactly([keys[2], keys[0], keys[3], keys[1]])
    assert cache.put(fresh, 2) == exactly((keys[1], 1))
    assert cache.get_many(keys) == exactly(["new", None, "new", 1])


def test_peek_is_not_a_use(candidate: Any, rng: Random) -> None:
    """Looking with peek, or for a key that is missing, leaves the order as it was."""
    keys = names(rng, 5)
    absent = keys.pop()
    cache = candidate.LRUCache(4)
    cache.put_many([(key, key) for key in keys])
    for key in keys[:3]:
        assert cache.peek(key) == exactly(key)
    assert cache.peek(absent) is None
    assert cache.get(absent) is None
    assert cache.keys() == exactly(keys[::-1])
    assert cache.put(absent, 0) == exactly((keys[0], keys[0]))


def test_delete_makes_room(candidate: Any, rng: Random) -> None:
    """A deleted entry is gone, and its place is free."""
    keys = names(rng, 6)
    first, second, third, fourth, *fresh = keys
    cache = candidate.LRUCache(4)
    cache.put_many([(first, 1), (second, 2), (third, None), (fourth, 4)])
    assert cache.delete(fresh[0]) == exactly(False)
    assert cache.delete(third) == exactly(True)
    assert cache.delete(third) == exactly(False)
    assert cache.delete(fourth) == exactly(True)
    assert cache.get(third, "none") == exactly("none")
    assert cache.keys() == exactly([second, first])
    assert cache.put_many([(fresh[0], 5), (fresh[1], 6)]) == exactly([])
    assert cache.delete(first) == exactly(True)
    assert cache.put_many([(third, 7), (first, 8)]) == exactly([(second, 2)])
    assert cache.keys() == exactly([first, third, fresh[1], fresh[0]])


def test_resize(candidate: Any, rng: Random) -> None:
    """A smaller capacity pushes out the oldest entries, a larger one makes room."""
    keys = names(rng, 8)
    cache = candidate.LRUCache(5)
    cache.put_many([(key, key) for key in keys[:5]])
    assert cache.get(keys[0]) == exactly(keys[0])
    assert cache.resize(5) == exactly([])
    assert cache.resize(2) == exactly([(key, key) for key in keys[1:4]])
    assert cache.keys() == exactly([keys[0], keys[4]])
    assert cache.resize(3) == exactly([])
    assert cache.put(keys[5], 5) is None
    assert cache.put(keys[6], 6) == exactly((keys[4], keys[4]))
    assert cache.resize(1) == exactly([(keys[0], keys[0]), (keys[5], 5)])
    assert cache.put(keys[7], 7) == exactly((keys[6], 6))


def test_capacity_below_one(candidate: Any, rng: Random) -> None:
    """A capacity without room for an entry is refused and changes nothing."""
    keys = names(rng, 5)
    cache = candidate.LRUCache(4)
    cache.put_many([(key, 0) for key in keys[:3]])
    for capacity in (0, -1, -rng.randrange(2, 99)):
        with candidate.raises(ValueError):
            candidate.LRUCache(capacity)
        with candidate.raises(ValueError):
            cache.resize(capacity)
    assert cache.keys() == exactly(keys[2::-1])
    assert cache.put(keys[3], 1) is None
    assert cache.put(keys[4], 2) == exactly((keys[0], 0))
    assert cache.keys() == exactly(keys[:0:-1])


def test_long_histories(candidate: Any, rng: Random) -> None:
    """Random operations give the same answers as a plain list of entries."""
    for capacity in (1, 3, 5):
        cache, model = candidate.LRUCache(capacity), SlowCache(capacity)
        keys = names(rng, 8)
        for _ in range(25):
            action = rng.choice(["get", "put", "peek", "delete", "get_many", "put_many", "resize"])
            arguments: tuple[Any, ...]
            if action == "put_many":
                picked = rng.choices(keys, k=rng.randrange(9))
                arguments = ([(key, rng.choice(VALUES)) for key in picked],)
            elif action == "get_many":
                arguments = (rng.choices(keys, k=rng.randrange(5)),)
            elif action == "resize":
                arguments = (rng.randrange(1, 7),)
            elif action == "put":
                arguments = (rng.choice(keys), rng.choice(VALUES))
            else:
                arguments = (rng.choice(keys),)
            expected = getattr(model, action)(*arguments)
            assert getattr(cache, action)(*arguments) == exactly(expected)
            assert cache.keys() == exactly(model.keys())


def test_large_cache(candidate: Any, rng: Random) -> None:
    """A large cache answers in time."""
    size, surplus = 50_000, 5_000
    keys = [f"{number:05d}" for number in range(size + surplus)]
    rng.shuffle(keys)
    old, new = keys[:size], keys[size:]
    used = rng.choices(old, k=size)
    model = OrderedDict((key, None) for key in [*old, *used])
    for key in used:
        model.move_to_end(key)
    cache = candidate.LRUCache(size)
    with candidate.deadline(2.0):
        assert cache.put_many([(key, 1) for key in old]) == exactly([])
    with candidate.deadline(2.0):
        assert cache.get_many(used) == exactly([1] * size)
    with candidate.deadline(2.0):
        pushed_out = cache.put_many([(key, 2) for key in new])
    assert pushed_out == exactly([(key, 1) for key in list(model)[:surplus]])
