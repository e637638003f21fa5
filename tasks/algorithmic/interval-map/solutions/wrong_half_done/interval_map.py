"""Map from whole numbers to values: the sorted points where the value changes, and what it is from there on."""

from bisect import bisect_left, bisect_right

Value = str | int | None
Item = tuple[int, int, Value]
Change = tuple[int, int, Value] | tuple[int, int]

_NOTHING = object()


class IntervalMap:
    """`values[n]` is in force from `edges[n]` to the edge after it; the last one is nothing."""

    def __init__(self) -> None:
        """Start with nothing everywhere."""
        self._edges: list[int] = []
        self._values: list[object] = []

    def assign(self, start: int, end: int, value: Value) -> None:
        """Give all points of an interval a value."""
        _check(start, end)
        self._set(start, end, value)

    def erase(self, start: int, end: int) -> None:
        """Take the values of all points of an interval away."""
        _check(start, end)
        self._set(start, end, _NOTHING)

    def change_many(self, changes: list[Change]) -> None:
        """Assign and erase, one after the other."""
        for start, end, *value in changes:
            _check(start, end)
            self._set(start, end, value[0] if value else _NOTHING)

    def get(self, point: int, default: Value = None) -> Value:
        """The value of a point."""
        value = self._at(bisect_right(self._edges, point))
        return default if value is _NOTHING else value

    def get_many(self, points: list[int]) -> list[Value]:
        """The values of many points, None where there is none."""
        return [self.get(point) for point in points]

    def items(self) -> list[Item]:
        """All intervals with a value."""
        ends = self._edges[1:]
        found = zip(self._edges, ends, self._values, strict=False)
        return [item for item in found if item[2] is not _NOTHING]

    def pieces(self, start: int, end: int) -> list[Item]:
        """The intervals with a value within an interval."""
        return [item for item in self._within(start, end) if item[2] is not _NOTHING]

    def gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """The intervals without a value within an interval."""
        return [item[:2] for item in self._within(start, end) if item[2] is _NOTHING]

    def _at(self, place: int) -> object:
        """What is in force before the edge of this index."""
        return self._values[place - 1] if place else _NOTHING

    def _within(self, start: int, end: int) -> list[tuple[int, int, object]]:
        _check(start, end)
        first, last = bisect_right(self._edges, start), bisect_left(self._edges, end)
        edges = [start, *self._edges[first:last], end]
        values = [self._at(first), *self._values[first:last]]
        return list(zip(edges, edges[1:], values, strict=False))

    def _set(self, start: int, end: int, value: object) -> None:
        first, last = bisect_left(self._edges, start), bisect_right(self._edges, end)
        before, after = self._at(first), self._at(last)
        edges, values = [], []
        if before != value:
            edges.append(start)
            values.append(value)
        if after != value:
            edges.append(end)
            values.append(after)
        self._edges[first:last] = edges
        self._values[first:last] = values


def _check(start: int, end: int) -> None:
    if start >= end:
        raise ValueError(f"the interval from {start} to {end} is empty")
