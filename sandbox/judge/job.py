"""What the host asks of the judge, and what the judge answers: one JSON object each way."""

import dataclasses
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Self

__all__ = [
    "NOT_COLLECTED",
    "NO_MEMORY",
    "TESTS_KILLED",
    "VERSION",
    "Job",
    "Limits",
    "Reason",
    "Report",
    "Service",
    "StaticReport",
    "TestReport",
]

VERSION = "3"
"""Version of the judge: rises when its verdicts can differ for the same submission."""

NOT_COLLECTED = "the hidden tests could not be collected"
"""An error that no submission can cause: none has run yet."""

TESTS_KILLED = "the process that runs the tests was killed"

NO_MEMORY = "the machine has no memory left, and the kernel ended a process within its limits"


class Reason(StrEnum):
    """Why a test failed. A closed list; none of it quotes the submission or the test."""

    ASSERTION = "assertion"
    """The test saw something else than it expects."""
    EXCEPTION = "exception"
    """The submission raised what the test does not expect."""
    TEST_ERROR = "test_error"
    """The test's own code stumbled over what the submission returned."""
    LOAD_ERROR = "load_error"
    """A file of the submission could not be imported."""
    MISSING = "missing"
    """The submission does not define what the test calls."""
    NOT_READY = "not_ready"
    """The service did not start to answer in time."""
    TIMEOUT = "timeout"
    """A call was not done by its deadline, or too many before it were not."""
    BUDGET = "budget"
    """All tests together took longer than the challenge allows."""
    MEMORY = "memory"
    """The submission ran out of memory."""
    CRASH = "crash"
    """The worker ended in the middle of a call."""
    VALUE = "value"
    """The value is too large or too deep to hand over."""
    PROTOCOL = "protocol"
    """Something else than an answer came through the channel."""
    NOT_TRIED = "not_tried"
    """A test before it failed, and the job asks for no more than the first failure."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a submission may use. All positive and finite.

    Raises:
        ValueError: One is not.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    call_seconds: float = 5.0
    """Deadline of one call, in processor time; asleep three times as much."""
    total_seconds: float = 60.0
    """All tests together, in processor time of the container; on the clock four times as much."""
    memory_mb: int = 256
    """Data of one process of the submission."""
    processes: int = 16
    """Processes and threads at a time."""
    scratch_mb: int = 16
    """Files, temporary ones included."""

    def __post_init__(self) -> None:
        for limit in dataclasses.fields(self):
            if not 0 < getattr(self, limit.name) < float("inf"):
                raise ValueError(f"{limit.name} must be positive and finite")


@dataclass(frozen=True, slots=True)
class Service:
    """How the worker starts an HTTP service: one of factory and command.

    Raises:
        ValueError: Both are given, or none.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    factory: str | None = None
    """`module:function` that returns a WSGI application."""
    command: tuple[str, ...] | None = None
    """A program that listens on 127.0.0.1:$PORT."""
    ready_seconds: float = 5.0
    """Time until the first answer."""

    def __post_init__(self) -> None:
        if (self.factory is None) == (self.command is None):
            raise ValueError("a service has either a factory or a command")


@dataclass(frozen=True, slots=True)
class Job:
    """One submission to be graded, with everything that is needed for it."""

    nonce: str
    """Given back in the report."""
    seed: str
    """Drives every random choice of the judge."""
    entry: tuple[str, ...]
    """File names; `candidate` resolves to the first."""
    files: dict[str, str]
    """The submission: file name to base64 of the bytes."""
    tests: dict[str, str]
    """Test file name to source."""
    driver: str | None = None
    """Source of the driver."""
    preload: tuple[str, ...] = ()
    service: Service | None = None
    limits: Limits = field(default_factory=Limits)
    shuffled: bool = False
    """Whether the tests run in an order drawn from the seed, instead of that of their files."""
    to_first_failure: bool = False
    """Whether tests after a failed one are not tried."""
    scanned: bool = True
    """Whether Bandit reads the submission."""
    last: bool = True
    """Whether the judge ends after it; else it takes another job of the same challenge."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The job that `dataclasses.asdict` turned into JSON."""
        service = data["service"]
        parts = {
            "entry": tuple(data["entry"]),
            "preload": tuple(data["preload"]),
            "limits": Limits(**data["limits"]),
            "service": service and Service(**{**service, "command": _tuple(service["command"])}),
        }
        return cls(**{**data, **parts})


def _tuple(items: list[str] | None) -> tuple[str, ...] | None:
    return None if items is None else tuple(items)


@dataclass(frozen=True, slots=True)
class TestReport:
    """How one hidden test ended."""

    __test__ = False  # not a test class, whatever its name says to pytest

    id: str
    """File stem, function, and the number of the case where there are several."""
    passed: bool
    seconds: float
    reason: str | None
    """A `Reason`; None for a passed test."""
    label: str
    """First line of the test's docstring."""


@dataclass(frozen=True, slots=True)
class StaticReport:
    """What Bandit said of the files."""

    findings: tuple[dict[str, Any], ...] = ()
    """code, severity, confidence, cwe, file, line."""
    error: str | None = None
    """Why a file could not be read."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the judge found."""

    nonce: str
    collected: tuple[str, ...]
    """Ids of all tests there are."""
    tests: tuple[TestReport, ...]
    """Each id once, in the order of their run."""
    static: StaticReport
    milliseconds: dict[str, float]
    """Where the time went, by stage."""
    python: str
    processor_seconds: float | None = None
    """Processor time of everything in the container; None where the system does not tell."""
    error: str | None = None
    """Why there is no verdict: one of the sentences above."""

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dataclasses.asdict(self)
