"""Are the medians those of the last ticks, whatever came before?"""

from bisect import bisect_left, insort
from math import inf, nan
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

Reading = float | None


def median(readings: list[Reading]) -> Reading:
    """Middle of the readings that are there."""
    there = sorted(reading for reading in readings if reading is not None)
    if not there:
        return None
    return (there[(len(there) - 1) // 2] + there[len(there) // 2]) / 2


def medians(readings: list[Reading], window: int) -> list[Reading]:
    """Median after every tick, each computed anew."""
    return [median(readings[max(0, end - window) : end]) for end in range(1, len(readings) + 1)]


def test_short_curves(candidate: Any, rng: Random) -> None:
    """Short curves with repeated readings and gaps have the medians of a slow reference."""
    for size in range(40):
        window = rng.randint(1, 9)
        readings = [
            rng.choice([None, rng.randint(-9, 9), rng.randint(-36, 36) / 4]) for _ in range(size)
        ]
        curve = candidate.RunningMedian(window)
        assert curve.push_many(readings) == exactly(medians(readings, window))


def test_long_curves(candidate: Any, rng: Random) -> None:
    """Longer curves of several shapes have the medians of a slow reference."""
    for window in (1, 2, 7, 50, 101, 500):
        walk: list[Reading] = [rng.randint(-50, 50)]
        for _ in range(300):
            walk.append(walk[-1] + rng.choice([-2.5, -1, 0, 1, 2.5]))
        noise = [rng.choice([rng.randint(-1_000_000, 1_000_000), 0.5, 7]) for _ in range(300)]
        for readings in (walk, noise, sorted(noise), sorted(noise)[::-1]):
            curve = candidate.RunningMedian(window)
            assert curve.push_many(readings) == exactly(medians(readings, window))


def test_one_by_one(candidate: Any, rng: Random) -> None:
    """Single readings give the same medians as all at once, each a float."""
    for window in (1, 2, 5):
        readings = [
            rng.choice([None, rng.randint(-9, 9), rng.randint(-9, 9) / 2]) for _ in range(12)
        ]
        curve = candidate.RunningMedian(window)
        for reading, expected in zip(readings, medians(readings, window), strict=True):
            assert curve.push(reading) == exactly(expected)


def test_mixed_calls(candidate: Any, rng: Random) -> None:
    """Calls with one and with many readings go on where the last one ended."""
    for window in (1, 4, 10):
        readings = [rng.choice([None, *range(5)]) for _ in range(60)]
        expected = medians(readings, window)
        curve = candidate.RunningMedian(window)
        done = 0
        while done < len(readings):
            size = rng.randrange(9)
            if size == 1:
                assert curve.push(readings[done]) == exactly(expected[done])
            else:
                answer = curve.push_many(readings[done : done + size])
                assert answer == exactly(expected[done : done + size])
            done += size


def test_two_curves(candidate: Any, rng: Random) -> None:
    """Two curves do not know of each other."""
    first, second = candidate.RunningMedian(3), candidate.RunningMedian(5)
    readings = [[rng.randint(0, 99) for _ in range(12)] for _ in range(2)]
    for tick in range(12):
        for curve, window, own in ((first, 3, readings[0]), (second, 5, readings[1])):
            assert curve.push(own[tick]) == exactly(medians(own[: tick + 1], window)[-1])


def test_silent_ticks(candidate: Any, rng: Random) -> None:
    """A silent tick takes a place in the window, and silence all over gives nothing."""
    for window in (1, 3, 8):
        low, high = rng.randint(-9, -1), rng.randint(1, 9)
        gap: list[Reading] = [None] * window
        readings = [*gap, low, *gap, high, 0, *gap, low, high, *gap[1:], None, 0]
        curve = candidate.RunningMedian(window)
        assert curve.push_many(readings) == exactly(medians(readings, window))
        assert curve.push_many(gap)[-1] is None
        assert curve.push(high) == exactly(float(high))


def test_bad_readings(candidate: Any, rng: Random) -> None:
    """A reading that is not finite is refused, and so is everything that came with it."""
    for window in (2, 5):
        readings = [rng.randint(-99, 99) for _ in range(12)]
        expected = medians(readings, window)
        curve = candidate.RunningMedian(window)
        for tick, bad in ((0, inf), (4, nan), (8, -inf)):
            for batch in ([bad], [bad, 500], [500, None, 600, bad, 700], [None] * window + [bad]):
                with candidate.raises(ValueError):
                    curve.push_many(batch)
            with candidate.raises(ValueError):
                curve.push(bad)
            answer = curve.push_many(readings[tick : tick + 4])
            assert answer == exactly(expected[tick : tick + 4])


def test_bad_window(candidate: Any, rng: Random) -> None:
    """A window without room for a tick is refused."""
    for window in (0, -1, -rng.randrange(2, 99)):
        with candidate.raises(ValueError):
            candidate.RunningMedian(window)


def test_long_day(candidate: Any, rng: Random) -> None:
    """A long day with a wide window is smoothed in time."""
    window = 5_000
    readings = [rng.choice([None, *[rng.randint(-999_999, 999_999)] * 9]) for _ in range(30_000)]
    expected: list[Reading] = []
    ordered: list[Any] = []
    for tick, reading in enumerate(readings):
        if reading is not None:
            insort(ordered, reading)
        if tick >= window and readings[tick - window] is not None:
            del ordered[bisect_left(ordered, readings[tick - window])]
        middle = ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]
        expected.append(sum(middle) / len(middle) if middle else None)
    curve = candidate.RunningMedian(window)
    with candidate.deadline(4.0):
        answer = curve.push_many(readings)
    assert answer == exactly(expected)
