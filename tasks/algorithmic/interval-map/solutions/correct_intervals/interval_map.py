"""Map from whole numbers to values: intervals in blocks, each block sorted and not too long."""

from bisect import bisect_right
from collections.abc import Iterator

Value = str | int | None
Item = tuple[int, int, Value]

BLOCK = 60


class IntervalMap:
    """The intervals are disjoint, and neighbours that touch have different values."""

    def __init__(self) -> None:
        """Start without an interval."""
        self._blocks: list[list[Item]] = []
        self._firsts: list[int] = []  # the start of each block

    def assign(self, start: int, end: int, value: Value) -> None:
        """Put an interval in place of what was there."""
        self.change_many([(start, end, value)])

    def erase(self, start: int, end: int) -> None:
        """Cut an interval out."""
        self.change_many([(start, end)])

    def change_many(self, changes: list) -> None:
        """Put intervals in or cut them out, in turn."""
        if any(change[0] >= change[1] for change in changes):
            raise ValueError("an interval is empty")
        for start, end, *value in changes:
            self._replace(start, end, [(start, end, value[0])] if value else [])

    def get(self, point: int, default: Value = None) -> Value:
        """Look a point up."""
        for _, _, value in self.pieces(point, point + 1):
            return value
        return default

    def get_many(self, points: list[int]) -> list[Value]:
        """Look many points up."""
        return [self.get(point) for point in points]

    def items(self) -> list[Item]:
        """List all intervals."""
        return [item for block in self._blocks for item in block]

    def pieces(self, start: int, end: int) -> list[Item]:
        """List the parts of intervals that lie within another."""
        if start >= end:
            raise ValueError("the interval is empty")
        touched = self._from(start)
        found = []
        for first, last, value in touched:
            if first >= end:
                break
            if last > start:
                found.append((max(first, start), min(last, end), value))
        return found

    def gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """List the holes within an interval."""
        holes = []
        for first, last, _ in self.pieces(start, end):
            if start < first:
                holes.append((start, first))
            start = last
        return [*holes, (start, end)] if start < end else holes

    def _from(self, start: int) -> Iterator[Item]:
        """The intervals from the one at or before a point on."""
        number = max(0, bisect_right(self._firsts, start) - 1)
        for place in range(number, len(self._blocks)):
            block = self._blocks[place]
            low = max(0, bisect_right(block, start, key=_start) - 1)
            yield from block[low:]

    def _replace(self, start: int, end: int, new: list[Item]) -> None:
        low = max(0, bisect_right(self._firsts, start - 1) - 1)
        high = bisect_right(self._firsts, end)
        near = [item for block in self._blocks[low:high] for item in block]
        first = bisect_right(near, start - 1, key=_start)
        first -= first > 0 and near[first - 1][1] >= start  # it overlaps or touches
        last = bisect_right(near, end, key=_start)
        middle = []
        for item in near[first:last]:
            if item[0] < start:
                middle.append((item[0], min(item[1], start), item[2]))
        middle += new
        for item in near[first:last]:
            if item[1] > end:
                middle.append((max(item[0], end), item[1], item[2]))
        near[first:last] = _joined(middle)
        blocks = [near[place : place + BLOCK] for place in range(0, len(near), BLOCK)]
        self._blocks[low:high] = blocks
        self._firsts[low:high] = [block[0][0] for block in blocks]


def _start(item: Item) -> int:
    return item[0]


def _joined(items: list[Item]) -> list[Item]:
    """The same with neighbours of equal value made one."""
    joined: list[Item] = []
    for item in items:
        if joined and joined[-1][1] == item[0] and joined[-1][2] == item[2]:
            item = (joined.pop()[0], item[1], item[2])
        joined.append(item)
    return joined
