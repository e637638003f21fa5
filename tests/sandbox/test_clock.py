"""Deadlines count what the work spends, not what it waits for."""

import time

from codebench.sandbox.judge.clock import Clock, Spent, budget_clock


class Meter:
    """Says what was spent."""

    def __init__(self) -> None:
        self.processor = self.waited = 5.0

    def __call__(self) -> Spent:
        return Spent(self.processor, self.waited)


def late(clock: Clock) -> bool:
    return clock.left() <= 0


def test_processor_time_ends_the_work() -> None:
    meter = Meter()
    clock = Clock(meter, seconds=0.05, wall=10.0)
    time.sleep(0.06)
    assert not late(clock)
    meter.processor += 0.04
    assert not late(clock)
    meter.processor += 0.02
    assert late(clock)


def test_waiting_for_a_processor_is_not_sleeping() -> None:
    meter = Meter()
    clock = Clock(meter, seconds=0.02, wall=0.06)
    time.sleep(0.07)
    assert late(clock)
    meter.waited += 0.05
    assert not late(clock)


def test_waiting_has_an_end_too() -> None:
    meter = Meter()
    clock = Clock(meter, seconds=0.01, wall=0.03)
    meter.waited += 100
    time.sleep(0.05)
    assert not late(clock)
    time.sleep(0.06)
    assert late(clock)


def test_what_is_over_at_once_is_not_looked_at() -> None:
    def spent() -> Spent:
        raise AssertionError("looked at")

    assert 0 < Clock(spent, seconds=1.0, wall=3.0, unwatched=0.5).left() <= 0.5


def test_where_nothing_is_known_the_wall_clock_counts() -> None:
    clock = budget_clock(0.02, locked=False)
    assert 0 < clock.left() <= 0.02
    time.sleep(0.03)
    assert late(clock)
    assert clock.processor_left() < 0
