"""What the process that runs the tests tells the judge, each thing at once: it may be killed."""

import dataclasses
import socket
from dataclasses import dataclass, field

from codebench.sandbox.judge import frames
from codebench.sandbox.judge.clock import Clock
from codebench.sandbox.judge.job import Reason, TestReport

__all__ = ["Notes", "Outcomes", "read"]


class Notes:
    """The telling side."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel

    def collected(self, tests: list[tuple[str, str]]) -> None:
        """All tests there are: id and label."""
        frames.send(self._channel, {"collected": tests})

    def broken(self) -> None:
        """A file of hidden tests cannot be read."""
        frames.send(self._channel, {"broken": True})

    def ended(self, test: TestReport) -> None:
        """One test is over."""
        frames.send(self._channel, {"test": dataclasses.asdict(test)})

    def done(self) -> None:
        """All are over."""
        frames.send(self._channel, {"done": True})


@dataclass(slots=True)
class Outcomes:
    """The listening side's record."""

    labels: dict[str, str] = field(default_factory=dict)
    """Public id to label of all tests there are."""
    tests: list[TestReport] = field(default_factory=list)
    broken: bool = False
    """Whether hidden tests could not be collected."""
    done: bool = False
    """Whether the process came to its end."""
    late: bool = False
    """Whether the budget ended first."""

    def out_of_time(self, seconds: float) -> None:
        """Fail every test that has not ended.

        Args:
            seconds: How long the one that was running has taken.
        """
        ended = {test.id for test in self.tests}
        for name in self.labels:
            if name not in ended:
                label, spent = self.labels[name], round(seconds, 4)
                self.tests.append(TestReport(name, False, spent, Reason.BUDGET, label))  # noqa: FBT003
                seconds = 0.0


def read(channel: socket.socket, budget: Clock) -> Outcomes:
    """Listen until the other side has ended or the budget is spent."""
    outcomes = Outcomes()
    try:
        while not outcomes.done:
            _take(outcomes, frames.receive(channel, budget.left, limit=frames.MAX_CALL))
    except frames.Late:
        outcomes.late = True
    except frames.Closed:
        pass  # it was killed, or stumbled
    return outcomes


def _take(outcomes: Outcomes, note: object) -> None:
    match note:
        case {"collected": list(tests)}:
            outcomes.labels = dict(tests)
        case {"test": dict(test)}:
            outcomes.tests.append(TestReport(**test))
        case {"broken": True}:
            outcomes.broken = True
        case {"done": True}:
            outcomes.done = True
