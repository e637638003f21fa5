"""What a hidden test sees of the submission: its functions, objects and exceptions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from codebench.sandbox.judge.alarm import alarm
from codebench.sandbox.judge.clock import PATIENCE, Clock
from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.values import (
    MAX_NAME,
    MAX_NAMES,
    Raised,
    ValueFault,
    decode,
    encode,
)
from codebench.sandbox.judge.workshop import Worker, WorkerFault

__all__ = ["Caller", "Candidate", "CandidateError", "Handle"]


class CandidateError(Exception):
    """The submission raised what the test does not expect. No hostile text is in the message."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
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
        seconds = self._usual() if self.deadline is None else self.deadline
        return self._result(*self._ask(request, seconds))

    def start_service(self, args: list[object], seconds: float) -> None:
        """Have the worker start the submission's service.

        Raises:
            CandidateError, WorkerFault: As for `call`.
        """
        request = {"start": True, "args": [encode(arg, _number) for arg in args], "kwargs": {}}
        try:
            answer, wall = self._ask(request, seconds)
        except WorkerFault as fault:
            late = fault.reason is Reason.TIMEOUT
            raise self._broken(Reason.NOT_READY if late else fault.reason) from None
        if "raised" in answer:
            self._result(answer, wall)
        if answer.get("value", "") is not None:  # nothing is what starting a service gives
            raise self._broken(self._worker.fault or Reason.PROTOCOL)

    def _ask(self, request: dict[str, Any], seconds: float) -> tuple[dict[str, Any], float]:
        """The answer as it came, and the seconds there were for it."""
        if self._budget.left() <= 0:
            raise self._broken(Reason.BUDGET)
        wall = min(PATIENCE * seconds, self._budget.wall_left())
        seconds = min(seconds, self._budget.processor_left())
        return self._worker.ask(request, seconds, wall), wall

    def _result(self, answer: dict[str, Any], seconds: float) -> object:
        if "value" in answer:
            try:
                with alarm(seconds, Reason.VALUE):  # members of one hash take long
                    return decode(answer["value"], self._handle)
            except ValueFault:
                raise self._broken(Reason.PROTOCOL) from None
            except WorkerFault as late:
                raise self._broken(late.reason) from None
        if "raised" in answer:
            names = answer["raised"]
            if isinstance(names, list) and len(names) <= MAX_NAMES and all(map(_is_name, names)):
                raise CandidateError(tuple(names))
        raise self._broken(self._worker.fault or Reason.PROTOCOL)

    def _broken(self, reason: Reason) -> WorkerFault:
        self._worker.fault = reason
        return WorkerFault(reason)

    def _handle(self, number: object, kind: object) -> Handle:
        if type(number) is not int or type(kind) is not str:
            raise ValueFault("not a handle")
        return Handle(self.call, number, kind)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and len(name) <= MAX_NAME


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
