"""The pytest plugin that runs hidden tests: their fixtures, deadlines and ends."""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from codebench.sandbox.judge.candidate import Caller, Candidate, CandidateError
from codebench.sandbox.judge.clock import PATIENCE, Clock, service_clock
from codebench.sandbox.judge.job import Job, Reason, TestReport
from codebench.sandbox.judge.notes import Notes
from codebench.sandbox.judge.place import Place
from codebench.sandbox.judge.scratch import Scratch
from codebench.sandbox.judge.web import Http, HttpError, free_port, wait_until_ready
from codebench.sandbox.judge.workshop import Worker, WorkerFault, Workshop

__all__ = ["Examination"]

_PATIENCE = 3
"""Tests that may end at a deadline before the rest are not even tried."""

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


class Examination:
    """One run of all hidden tests. Its methods named `pytest_*` are hooks."""

    def __init__(
        self, job: Job, place: Place, workshop: Workshop, budget: Clock, notes: Notes
    ) -> None:
        self._job = job
        self._place = place
        self._workshop = workshop
        self._budget = budget
        self._notes = notes
        self._ids: dict[str, str] = {}
        self._late = self._failed = 0
        self._reason: Reason | None = None
        self._worker: Worker | None = None
        self._observer: Worker | None = None
        if any("hypothesis" in source for source in job.tests.values()):
            _set_up_hypothesis()

    # Fixtures

    @pytest.fixture
    def candidate(self) -> Candidate:
        """The submission."""
        return Candidate(self._caller)

    @pytest.fixture
    def scratch(self) -> Scratch:
        """The submission's working directory."""
        self._observer = self._workshop.start({"role": "observer"})
        caller = Caller(self._observer, self._budget.wall_left, self._budget)
        return Scratch(caller, str(self._place.scratch))

    @pytest.fixture
    def http(self) -> Http:
        """The client of the submission's service, which has started to answer."""
        service, port = self._job.service, free_port()
        if service is None:
            raise RuntimeError("this challenge has no service")
        command = None if service.command is None else list(service.command)
        arguments: list[object] = [service.factory, command, port, str(self._place.submission)]
        self._caller.start_service(arguments, service.ready_seconds)
        wait_until_ready(port, self._service_time(service.ready_seconds))
        patience = PATIENCE * self._job.limits.call_seconds
        return Http(port, lambda: self._service_time(patience))

    def _service_time(self, seconds: float) -> Callable[[], float]:
        """Start a deadline that tells what is left of it and of the budget."""
        if self._worker is None:
            raise RuntimeError("there is no service without a worker")
        clock = service_clock(self._worker.pid, seconds)
        return lambda: min(clock.left(), self._budget.wall_left())

    @pytest.fixture
    def rng(self, request: pytest.FixtureRequest) -> random.Random:
        """Random numbers of this rollout and test."""
        return self._random("rng", request.node)

    @pytest.fixture
    def canary(self, request: pytest.FixtureRequest) -> Callable[[], str]:
        """Makes unguessable words."""
        source = self._random("canary", request.node)
        return lambda: "".join(source.choices(_ALPHABET, k=20))

    def _random(self, use: str, item: pytest.Item) -> random.Random:
        return random.Random(f"{self._job.seed} {use} {self._ids[item.nodeid]}")  # noqa: S311 -- replayable

    @property
    def _caller(self) -> Caller:
        if self._worker is None:
            entry = self._job.entry[0]
            self._worker = self._workshop.start({"role": "submission", "entry": entry})
        return Caller(self._worker, lambda: self._job.limits.call_seconds, self._budget)

    # Hooks

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Notice a test file that cannot be read."""
        if report.failed:
            self._notes.broken()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Give each test its public id, which holds no parameter, and Hypothesis its seed."""
        names = [f"{item.path.stem}::{getattr(item, 'originalname', item.name)}" for item in items]
        several = {name for name, count in Counter(names).items() if count > 1}
        seen: Counter[str] = Counter()
        for item, name in zip(items, names, strict=True):
            self._ids[item.nodeid] = f"{name}[{seen[name]}]" if name in several else name
            seen[name] += 1
        if self._job.shuffled:
            random.Random(f"{self._job.seed} order").shuffle(items)  # noqa: S311 -- replayable
        self._notes.collected([(self._ids[item.nodeid], _label(item)) for item in items])
        if "hypothesis" in sys.modules:
            _seed_hypothesis(items, self._job.seed)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run one test from clean folders to the end of its workers, and note how it ended."""
        started = time.monotonic()
        self._reason = self._swept()
        result = yield
        self._reason = self._close() or self._reason
        self._late += self._reason in {Reason.TIMEOUT, Reason.NOT_READY}
        self._failed += self._reason is not None
        seconds = round(time.monotonic() - started, 4)
        report = TestReport(
            self._ids[item.nodeid], self._reason is None, seconds, self._reason, _label(item)
        )
        self._notes.ended(report)
        return result

    def _swept(self) -> Reason | None:
        try:
            self._workshop.sweep()
        except WorkerFault as fault:
            return fault.reason
        return None

    def _close(self) -> Reason | None:
        """Hang up on a test's workers; what one of them did wrong decides over how it ended."""
        faults = [worker.close() for worker in (self._worker, self._observer) if worker]
        self._worker = self._observer = None
        return next((fault for fault in faults if fault), None)

    def pytest_runtest_setup(self) -> None:
        """Do not even try where the folders are not clean, or where it is of no use any more."""
        if self._reason is not None:
            raise WorkerFault(self._reason)
        if self._failed and self._job.to_first_failure:
            raise WorkerFault(Reason.NOT_TRIED)
        if self._late >= _PATIENCE:
            raise WorkerFault(Reason.TIMEOUT)

    def pytest_runtest_makereport(self, call: pytest.CallInfo[Any]) -> None:
        """Take down the first thing that went wrong in setup, call or teardown."""
        if call.excinfo is not None and self._reason is None:
            self._reason = _reason(call.excinfo.value)


def _label(item: pytest.Item) -> str:
    return (getattr(getattr(item, "obj", None), "__doc__", None) or "").strip().partition("\n")[0]


def _reason(error: BaseException) -> Reason:
    if isinstance(error, WorkerFault):
        return error.reason
    if isinstance(error, BaseExceptionGroup):
        return _reason(error.exceptions[0])  # Hypothesis, where two examples fail in two ways
    if isinstance(error, CandidateError):
        return Reason.MEMORY if "MemoryError" in error.names else Reason.EXCEPTION
    if isinstance(error, AssertionError):
        return Reason.ASSERTION
    return Reason.EXCEPTION if isinstance(error, HttpError) else Reason.TEST_ERROR


def _set_up_hypothesis() -> None:
    """Before the tests are imported: their own `settings` start from this profile."""
    import hypothesis  # noqa: PLC0415 -- a tenth of a second that most challenges need not pay

    hypothesis.settings.register_profile(
        "judge",
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("judge")


def _seed_hypothesis(items: list[pytest.Item], seed: str) -> None:
    import hypothesis  # noqa: PLC0415 -- as above

    for item in items:
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            hypothesis.seed(f"{seed} {item.nodeid}")(item.obj)  # type: ignore[attr-defined]
