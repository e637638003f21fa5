"""Deadlines count what the work spends, not what it waits for."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from codebench.sandbox.judge.alarm import alarm
from codebench.sandbox.judge.clock import Clock, Spent, budget_clock, service_clock
from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.workshop import WorkerFault


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


# Services

CHILD = "while True: pass"
PARENT = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {CHILD!r}])"


@pytest.fixture
def start() -> Iterator[Callable[[str], int]]:
    """Starts a program that shares one processor with all others, and gives its number."""
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("needs Linux")
    running: list[subprocess.Popen[bytes]] = []

    def started(source: str) -> int:
        command = [sys.executable, "-c", f"import os\nos.sched_setaffinity(0, {{{cpu}}})\n{source}"]
        running.append(subprocess.Popen(command, start_new_session=True))
        return running[-1].pid

    cpu = min(os.sched_getaffinity(0))
    yield started
    for each in running:
        os.killpg(each.pid, signal.SIGKILL)
        each.wait()


def watched(pid: int) -> Clock:
    """A clock of one second, two seconds later."""
    time.sleep(0.5)  # until all have started
    clock = service_clock(pid, 1.0)
    time.sleep(0.05)
    clock.left()
    time.sleep(1.95)
    return clock


def test_a_service_is_given_the_time_that_its_processes_wait(start: Callable[[str], int]) -> None:
    for _ in range(5):
        start(CHILD)
    assert not late(watched(start(PARENT)))


def test_a_service_that_sleeps_is_late(start: Callable[[str], int]) -> None:
    assert late(watched(start("import time\ntime.sleep(60)")))


def test_a_service_that_has_ended_is_late(start: Callable[[str], int]) -> None:
    assert late(watched(start("")))


# Alarms


def test_an_alarm_asks_again_before_it_rings() -> None:
    left = iter([0.01, 0.01, 0.02, 0.0])
    started = time.monotonic()
    with pytest.raises(WorkerFault) as fault, alarm(lambda: next(left), Reason.VALUE):
        time.sleep(10)
    assert fault.value.reason is Reason.VALUE
    assert list(left) == []
    assert 0.03 < time.monotonic() - started < 5


def test_an_alarm_around_another_stays_in_force() -> None:
    with pytest.raises(WorkerFault) as fault, alarm(0.02), alarm(lambda: 5.0, Reason.VALUE):
        time.sleep(10)
    assert fault.value.reason is Reason.TIMEOUT


def test_an_alarm_that_is_over_does_not_ring() -> None:
    with alarm(lambda: 0.01):
        pass
    time.sleep(0.02)
