"""What a hidden test sees of the submission: its functions, objects and exceptions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from codebench.sandbox.judge.clock import PATIENCE, Clock
from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.values import Raised, ValueFault, decode, encode
from codebench.sandbox.judge.workshop import Worker, WorkerFault

__all__ = ["Caller", "Candidate", "CandidateError", "Handle"]


class CandidateError(Exception):
    """The submission raised what the test does not expect."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names[0] if names else "?")
        self.names = names


class Handle:
    """An object of the submission: equal to nothing but itself, its methods can be called."""

    def __init__(self, call: Callable[..., object], number: int, kind: str) -> None:
        self._call = call
        self.number = number
        self.kind = kind

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):  # Python's own, or what a library like Hypothesis looks for
            raise AttributeError(name)
        return lambda *args, **kwargs: self._call(self.number, name, args, kwargs)

    def __bool__(self) -> bool:
        """An object is no answer to a question: `assert candidate.allows(x)` must not hold for it.

        Raises:
            TypeError: Always.
        """
        raise TypeError(f"an object of the submission is neither true nor false: {self.kind[:50]}")


class Caller:
    """Makes the calls of one test, each with the deadline that is in force."""

    def __init__(self, worker: Worker, seconds: Callable[[], float], budget: Clock) -> None:
        self._worker = worker
        self._usual = seconds
        self._budget = budget
        self.deadline: float | None = None

    def call(
        self, on: str | int | None, name: str, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> Any:
        """Call a function of a file (None: wherever it is) or the method of a handle.

        Raises:
            CandidateError: The call raised.
            WorkerFault: It did not end as a call should.
        """
        request = {
            "on": on,
            "name": name,
            "args": [encode(value, _number) for value in args],
            "kwargs": {key: encode(value, _number) for key, value in kwargs.items()},
        }
        return self._ask(request, self._usual() if self.deadline is None else self.deadline)

    def start_service(self, args: list[object], seconds: float) -> None:
        """Have the worker start the submission's service.

        Raises:
            CandidateError, WorkerFault: As for `call`.
        """
        request = {"start": True, "args": [encode(arg, _number) for arg in args], "kwargs": {}}
        try:
            self._ask(request, seconds)
        except WorkerFault as fault:
            self._break(Reason.NOT_READY if fault.reason is Reason.TIMEOUT else fault.reason)

    def _ask(self, request: dict[str, Any], seconds: float) -> Any:
        if self._budget.left() <= 0:
            self._break(Reason.BUDGET)
        wall = min(PATIENCE * seconds, self._budget.wall_left())
        seconds = min(seconds, self._budget.processor_left())
        return self._result(self._worker.ask(request, seconds, wall))

    def _result(self, answer: dict[str, Any]) -> object:
        if "value" in answer:
            try:
                return decode(answer["value"], self._handle)
            except ValueFault:
                self._break(Reason.PROTOCOL)
        if "raised" in answer:
            names = answer["raised"]
            if isinstance(names, list) and all(isinstance(name, str) for name in names):
                raise CandidateError(tuple(names))
        self._break(self._worker.fault or Reason.PROTOCOL)
        raise AssertionError  # not reached

    def _break(self, reason: Reason) -> None:
        self._worker.fault = reason
        raise WorkerFault(reason)

    def _handle(self, number: object, kind: object) -> Handle:
        if type(number) is not int or type(kind) is not str:
            raise ValueFault("not a handle")
        return Handle(self.call, number, kind)


def _number(value: object) -> list[object]:
    if isinstance(value, Handle):
        return ["handle", value.number, value.kind]
    raise TypeError(f"a test cannot hand {type(value).__name__} to the submission")


class Module:
    """The functions of one file of the submission."""

    def __init__(self, caller: Caller, stem: str | None) -> None:
        self._caller = caller
        self._stem = stem

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):  # Python's own, or what a library like Hypothesis looks for
            raise AttributeError(name)
        return lambda *args, **kwargs: self._caller.call(self._stem, name, args, kwargs)


class _Attempt(Module):
    """The same, with an exception of the submission as an answer like any other."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        plain = super().__getattr__(name)

        def attempt(*args: object, **kwargs: object) -> object:
            try:
                return plain(*args, **kwargs)
            except CandidateError as error:
                return Raised(error.names)

        return attempt


class Candidate(Module):
    """The submission: `candidate.merge(x)` calls `merge` of the driver or the entry file."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller, None)
        self.attempt = _Attempt(caller, None)

    def module(self, stem: str) -> Module:
        """Another file of the submission, by its name without `.py`."""
        return Module(self._caller, stem)

    @contextmanager
    def raises(self, expected: type[BaseException] | str) -> Iterator[None]:
        """Assert that a call inside ends in this exception or one derived from it.

        Args:
            expected: A builtin exception, or the name of a class.

        Raises:
            AssertionError: Nothing was raised.
            CandidateError: Something else was.
        """
        name = expected if isinstance(expected, str) else expected.__name__
        try:
            yield
        except CandidateError as error:
            if name not in error.names:
                raise
        else:
            raise AssertionError(f"{name} was not raised")

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Give each call inside this many seconds instead of the challenge's."""
        before, self._caller.deadline = self._caller.deadline, seconds
        try:
            yield
        finally:
            self._caller.deadline = before
