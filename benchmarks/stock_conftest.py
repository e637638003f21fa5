"""The fixtures of the hidden tests for a pytest that runs in the submission's own process.

`stock_provider.py` puts this file beside the hidden tests, as their conftest.py. It gives the
judge's own `Candidate` and `Scratch` a caller that calls at once, with no worker between.
"""

import importlib
import os
import random
import string
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from codebench.sandbox.judge import observer
from codebench.sandbox.judge.alarm import alarm
from codebench.sandbox.judge.candidate import Caller, Candidate, CandidateError, Handle
from codebench.sandbox.judge.scratch import Scratch

CODE = Path("/grade/code")
CALL_SECONDS = 5.0
PLAIN = {"builtins", "datetime", "decimal"}
"""Modules of the types that the judge hands over as values."""


class Direct:
    """Stands in for the judge's `Caller`: a handle carries the object itself as its number."""

    deadline: float | None = None

    def call(
        self, on: object, name: str, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> object:
        """Call a function of the submission, or the method of an object, here and now."""
        try:
            function = _find(on, name)
            with alarm(self.deadline or CALL_SECONDS):
                value = function(*map(_bare, args), **kwargs)
        except Exception as error:
            raise CandidateError(tuple(kind.__name__ for kind in type(error).__mro__)) from error
        plain = type(value).__module__ in PLAIN
        return value if plain else Handle(self.call, cast("int", value), type(value).__name__)


class Files:
    """Stands in for the `Caller` of a `Scratch`."""

    def call(self, on: str | None, name: str, args: tuple[Any, ...], _: object) -> object:
        """Do something with a file here and now."""
        return observer.find(on, name)(*args)


def _find(on: object, name: str) -> Callable[..., object]:
    """A method of an object, or a function of the first module that has it."""
    if not isinstance(on, str | None):
        return cast("Callable[..., object]", getattr(on, name))
    if str(CODE) not in sys.path:
        sys.path.append(str(CODE))
    for module in [on] if on else os.environ["ENTRY"].split():
        found: Callable[..., object] | None = getattr(importlib.import_module(module), name, None)
        if found is not None:
            return found
    raise AttributeError(name)


def _bare(value: object) -> object:
    return value.number if isinstance(value, Handle) else value


@pytest.fixture
def candidate() -> Candidate:
    """The submission."""
    return Candidate(cast("Caller", Direct()))


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    """The working directory, empty at first."""
    monkeypatch.chdir(tmp_path)
    return Scratch(cast("Caller", Files()), str(tmp_path))


@pytest.fixture
def rng() -> random.Random:
    """Random numbers."""
    return random.Random()  # noqa: S311 -- test data


@pytest.fixture
def canary(rng: random.Random) -> Callable[[], str]:
    """Makes unguessable words."""
    return lambda: "".join(rng.choices(string.ascii_lowercase, k=20))
