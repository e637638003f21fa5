"""Map from whole numbers to values, where an interval in the middle of another cuts its end off."""

Value = str | int | None
Item = tuple[int, int, Value]


class IntervalMap:
    """Keeps a sorted list of intervals that do not overlap."""

    def __init__(self) -> None:
        """Start empty."""
        self._items: list[Item] = []

    def assign(self, start: int, end: int, value: Value) -> None:
        """Give all points of an interval a value."""
        self.erase(start, end)
        items = sorted([*self._items, (start, end, value)], key=lambda item: item[0])
        self._items = []
        for first, last, each in items:
            if self._items and self._items[-1][1:] == (first, each):
                first = self._items.pop()[0]
            self._items.append((first, last, each))

    def erase(self, start: int, end: int) -> None:
        """Take values away."""
        if start >= end:
            raise ValueError("empty interval")
        kept: list[Item] = []
        for first, last, value in self._items:
            if first < start:
                kept.append((first, min(last, start), value))
            elif last > end:
                kept.append((max(first, end), last, value))
        self._items = kept

    def change_many(self, changes: list) -> None:
        """Change after change."""
        if any(change[0] >= change[1] for change in changes):
            raise ValueError("empty interval")
        for change in changes:
            self.erase(*change) if len(change) == 2 else self.assign(*change)

    def get(self, point: int, default: Value = None) -> Value:
        """The value of a point."""
        for first, last, value in self._items:
            if first <= point < last:
                return value
        return default

    def get_many(self, points: list[int]) -> list[Value]:
        """The values of points."""
        return [self.get(point) for point in points]

    def items(self) -> list[Item]:
        """All intervals."""
        return list(self._items)

    def pieces(self, start: int, end: int) -> list[Item]:
        """All intervals within another."""
        if start >= end:
            raise ValueError("empty interval")
        parts = [(max(a, start), min(b, end), value) for a, b, value in self._items]
        return [part for part in parts if part[0] < part[1]]

    def gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """The holes within an interval."""
        holes = []
        for first, last, _ in self.pieces(start, end):
            if start < first:
                holes.append((start, first))
            start = last
        if start < end:
            holes.append((start, end))
        return holes
