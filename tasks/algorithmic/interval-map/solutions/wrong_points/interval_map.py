"""Map from whole numbers to values, with an entry for every number."""

Value = str | int | None
Item = tuple[int, int, Value]


class IntervalMap:
    """Keeps the value of every point in a dictionary."""

    def __init__(self) -> None:
        """Start empty."""
        self._points: dict[int, Value] = {}

    def assign(self, start: int, end: int, value: Value) -> None:
        """Give all points of an interval a value."""
        self.change_many([(start, end, value)])

    def erase(self, start: int, end: int) -> None:
        """Take values away."""
        self.change_many([(start, end)])

    def change_many(self, changes: list) -> None:
        """Change after change."""
        if any(change[0] >= change[1] for change in changes):
            raise ValueError("empty interval")
        for start, end, *value in changes:
            if value:
                self._points |= dict.fromkeys(range(start, end), value[0])
            else:
                kept = self._points.items()
                self._points = {at: each for at, each in kept if not start <= at < end}

    def get(self, point: int, default: Value = None) -> Value:
        """The value of a point."""
        return self._points.get(point, default)

    def get_many(self, points: list[int]) -> list[Value]:
        """The values of points."""
        return [self._points.get(point) for point in points]

    def items(self) -> list[Item]:
        """All intervals."""
        found: list[Item] = []
        for point in sorted(self._points):
            value = self._points[point]
            if found and found[-1][1:] == (point, value):
                found[-1] = (found[-1][0], point + 1, value)
            else:
                found.append((point, point + 1, value))
        return found

    def pieces(self, start: int, end: int) -> list[Item]:
        """All intervals within another."""
        if start >= end:
            raise ValueError("empty interval")
        parts = [(max(a, start), min(b, end), value) for a, b, value in self.items()]
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
