"""Does every point have the value it was given last, and are intervals as few as possible?"""

from bisect import bisect_right
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

VALUES = ["day", "night", "", "0", 0, 1, -7, None]
LIMIT = 10**15 - 9
ABSENT = object()

Item = tuple[int, int, Any]


class Cells:
    """What a map has to hold, as one value for each cell of a grid of numbers."""

    def __init__(self, grid: list[int]) -> None:
        self.grid = grid
        self.cells: list[Any] = [ABSENT] * (len(grid) - 1)

    def change(self, start: int, end: int, *value: Any) -> None:
        """Assign or erase from one place of the grid to another."""
        self.cells[start:end] = [value[0] if value else ABSENT] * (end - start)

    def get(self, point: int) -> Any:
        """What a number has."""
        cell = bisect_right(self.grid, point) - 1
        return self.cells[cell] if 0 <= cell < len(self.cells) else ABSENT

    def runs(self, start: int, end: int) -> list[Item]:
        """Everything between two places of the grid, as few intervals, holes included."""
        found: list[Item] = []
        for place in range(start, end):
            value = self.cells[place]
            if found and found[-1][2] == value:
                found[-1] = (found[-1][0], self.grid[place + 1], value)
            else:
                found.append((self.grid[place], self.grid[place + 1], value))
        return found

    def pieces(self, start: int, end: int) -> list[Item]:
        """What there is between two places of the grid."""
        return [run for run in self.runs(start, end) if run[2] is not ABSENT]

    def gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """What there is not between two places of the grid."""
        return [run[:2] for run in self.runs(start, end) if run[2] is ABSENT]


def new_grid(rng: Random, size: int) -> list[int]:
    """Numbers in ascending order, next to each other or far apart."""
    if rng.random() < 0.5:
        start = rng.randint(-size, 5)
        return list(range(start, start + size))
    if rng.random() < 0.5:
        return sorted(rng.sample(range(-3 * size, 3 * size), size))
    return sorted({-LIMIT, LIMIT, *(rng.randint(-LIMIT, LIMIT) for _ in range(size - 2))})


def span(rng: Random, size: int) -> tuple[int, int]:
    """Two places of a grid in order."""
    start, end = sorted(rng.sample(range(size), 2))
    return start, end


class Check:
    """A map beside the cells that it has to agree with."""

    def __init__(self, candidate: Any, rng: Random, size: int) -> None:
        self.rng = rng
        self.map, self.cells = candidate.IntervalMap(), Cells(new_grid(rng, size))
        self.grid = self.cells.grid

    def change(self, start: int, end: int, *value: Any) -> None:
        """Make a change in both."""
        self.cells.change(start, end, *value)
        method = self.map.assign if value else self.map.erase
        assert method(self.grid[start], self.grid[end], *value) is None

    def look(self) -> None:
        """All of the map is as it has to be."""
        last = len(self.grid) - 1
        assert self.map.items() == exactly(self.cells.pieces(0, last))
        points = sorted({point + step for point in self.grid for step in (-1, 0, 1)})
        found = [self.cells.get(point) for point in points]
        expected = [None if value is ABSENT else value for value in found]
        assert self.map.get_many(points) == exactly(expected)

    def look_within(self) -> None:
        """A part of the map is as it has to be."""
        start, end = span(self.rng, len(self.grid))
        here, there = self.grid[start], self.grid[end]
        assert self.map.pieces(here, there) == exactly(self.cells.pieces(start, end))
        assert self.map.gaps(here, there) == exactly(self.cells.gaps(start, end))


def test_single_changes(candidate: Any, rng: Random) -> None:
    """After each of a few changes every point has the value of a plain model"""
    for _ in range(25):
        check = Check(candidate, rng, rng.randint(4, 12))
        values = rng.sample(VALUES, rng.randint(1, 3))
        check.look()
        for _ in range(10):
            value = [rng.choice(values)] if rng.random() < 0.7 else []
            check.change(*span(rng, len(check.grid)), *value)
            check.look()


def test_many_changes(candidate: Any, rng: Random) -> None:
    """Many changes at once give the same as one after the other in a plain model"""
    for _ in range(40):
        check = Check(candidate, rng, rng.choice([5, 20, 60]))
        values = rng.sample(VALUES, rng.randint(1, 4))
        for _ in range(3):
            changes: list[tuple[Any, ...]] = []
            for _ in range(rng.choice([0, 1, 10, 60])):
                value = [rng.choice(values)] if rng.random() < 0.7 else []
                start, end = span(rng, len(check.grid))
                end = min(end, start + rng.choice([1, 2, 5, 60]))
                check.cells.change(start, end, *value)
                changes.append((check.grid[start], check.grid[end], *value))
            assert check.map.change_many(changes) is None
            check.look()
            check.look_within()


def test_parts(candidate: Any, rng: Random) -> None:
    """Parts of a map and its gaps are those of a plain model"""
    for _ in range(12):
        check = Check(candidate, rng, rng.randint(6, 30))
        check.look_within()
        values = rng.sample(VALUES, rng.randint(1, 3))
        for _ in range(rng.randint(1, 9)):
            start, end = span(rng, len(check.grid))
            check.change(start, min(end, start + 4), rng.choice(values))
        check.change(*span(rng, len(check.grid)))
        for _ in range(12):
            check.look_within()
        low, high = check.grid[0] - rng.randint(1, 9), check.grid[-1] + rng.randint(1, 9)
        last = len(check.grid) - 1
        assert check.map.pieces(low, high) == exactly(check.cells.pieces(0, last))
        check.change(0, last)
        assert check.map.gaps(low, high) == exactly([(low, high)])
        assert check.map.items() == exactly([])


def test_within_one_interval(candidate: Any, rng: Random) -> None:
    """An interval is cut off where a part begins and ends"""
    for value in rng.sample(VALUES, 4):
        start, first, second, end = sorted(rng.sample(range(-LIMIT, LIMIT), 4))
        tariffs = candidate.IntervalMap()
        tariffs.assign(start, end, value)
        assert tariffs.pieces(first, second) == exactly([(first, second, value)])
        assert tariffs.pieces(start - 5, first) == exactly([(start, first, value)])
        assert tariffs.pieces(second, end + 5) == exactly([(second, end, value)])
        assert tariffs.pieces(end, end + 5) == exactly([])
        assert tariffs.pieces(start - 5, start) == exactly([])
        assert tariffs.gaps(first, second) == exactly([])
        assert tariffs.gaps(start - 5, second) == exactly([(start - 5, start)])
        assert tariffs.gaps(first, end + 5) == exactly([(end, end + 5)])
        assert tariffs.gaps(end, end + 5) == exactly([(end, end + 5)])
        tariffs.erase(first, second)
        assert tariffs.items() == exactly([(start, first, value), (second, end, value)])
        tariffs.assign(first, second, value)
        assert tariffs.items() == exactly([(start, end, value)])


def test_defaults(candidate: Any, rng: Random) -> None:
    """The default stands in for points without a value only"""
    values = rng.sample(VALUES, len(VALUES))
    start = rng.randint(-99, 99)
    tariffs = candidate.IntervalMap()
    assert tariffs.get(start) is None
    assert tariffs.get(start, "none") == exactly("none")
    assert tariffs.get_many([]) == exactly([])
    for place, value in enumerate(values):
        tariffs.assign(start + 2 * place, start + 2 * place + 1, value)
    for place, value in enumerate(values):
        point = start + 2 * place
        assert tariffs.get(point, "none") == exactly(value)
        assert tariffs.get(point) == exactly(value)
        assert tariffs.get(point + 1, 5) == exactly(5)
        assert tariffs.get(point - 1, default="") == exactly("")
        assert tariffs.get(point + 1) is None


def test_empty_intervals(candidate: Any, rng: Random) -> None:
    """Intervals without points are refused, with all that came along"""
    check = Check(candidate, rng, 12)
    for _ in range(5):
        check.change(*span(rng, len(check.grid)), rng.choice(VALUES))
    for start, end in ((0, 0), (4, 3), (rng.randint(1, 9), -rng.randint(0, 9))):
        calls = [lambda s, e: check.map.assign(s, e, "x"), check.map.erase]
        calls += [check.map.pieces, check.map.gaps]
        calls += [lambda s, e: check.map.change_many([(-99, 99, "x"), (s, e), (-9, 9)])]
        calls += [lambda s, e: check.map.change_many([(-99, 99), (-9, 9, 5), (s, e, None)])]
        for call in calls:
            with candidate.raises(ValueError):
                call(start, end)
    check.look()


def test_two_maps(candidate: Any, rng: Random) -> None:
    """Two maps do not know of each other"""
    first, second = Check(candidate, rng, 9), Check(candidate, rng, 9)
    for _ in range(6):
        for check in (first, second):
            check.change(*span(rng, len(check.grid)), rng.choice(VALUES))
    first.look()
    second.look()


def test_large_map(candidate: Any, rng: Random) -> None:
    """Fifteen thousand changes and look-ups are done in time"""
    grid = sorted({rng.randint(-LIMIT, LIMIT) for _ in range(30_000)})
    tariffs, cells = candidate.IntervalMap(), Cells(grid)
    starts = rng.sample(range(0, len(grid) - 2, 2), 14_500)
    first = [(start, start + 1, rng.choice(VALUES)) for start in starts]
    second: list[tuple[Any, ...]] = []
    for _ in range(15_000):
        start = rng.randrange(len(grid) - 1)
        width = rng.choice([1, 2, 3, 9]) if rng.random() < 0.999 else rng.randrange(1, 2000)
        value = [rng.choice(VALUES)] if rng.random() < 0.9 else []
        second.append((start, min(len(grid) - 1, start + width), *value))
    for changes in (first, second):
        for change in changes:
            cells.change(*change)
        request = [(grid[start], grid[end], *value) for start, end, *value in changes]
        with candidate.deadline(2.0):
            tariffs.change_many(request)
    points = [rng.choice(grid) + rng.randint(-1, 1) for _ in range(10_000)]
    points += [rng.randint(-LIMIT, LIMIT) for _ in range(5_000)]
    found = [cells.get(point) for point in points]
    with candidate.deadline(1.0):
        answer = tariffs.get_many(points)
    assert answer == exactly([None if value is ABSENT else value for value in found])
    low = rng.randrange(len(grid) - 3000)
    assert tariffs.pieces(grid[low], grid[low + 2999]) == exactly(cells.pieces(low, low + 2999))
