"""EvalPlus before 0.2, which kept the outcome of single tests."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from codebench.audit.files import document
from codebench.audit.formats.humaneval import agent_of, none_ended
from codebench.audit.model import AuditError, Found, Remark, Row

__all__ = ["is_old_eval", "read_old_eval"]

_SUCCESS = {"success", "pass"}
_TIMED_OUT = "timed out"

_Graded = tuple[str, Sequence[bool]]
"""A status, and the tests that were run."""


def is_old_eval(data: dict[str, Any]) -> bool:
    """Whether an outline has the old shape: an object with `base` for each task."""
    found = data.get("eval")
    return isinstance(found, dict) and any(
        isinstance(each, dict) and "base" in each for each in found.values()
    )


def read_old_eval(path: Path) -> Iterator[Found]:
    """`*_eval_results.json` with {"nfiles", "base", "plus"} for each task.

    Unless it was told to go on, EvalPlus stopped at the first test that failed and kept the ones
    before it, which all passed. Such lists are no counts: then the file has none.
    """
    went_on = any(_failed_test(sample) for _, samples in _tasks(path) for sample in samples)
    agent, read, timed_out = agent_of(path), 0, 0
    for task, samples in _tasks(path):
        for number, sample in enumerate(samples, start=1):
            read += 1
            timed_out += sample[0][0] == _TIMED_OUT
            success = all(status in _SUCCESS for status, _ in sample)
            every = [test for _, tests in sample for test in tests]
            counted = went_on and bool(every) and (success or not all(every))
            passed, total = (sum(every), len(every)) if counted else (None, None)
            yield Row(agent, task, f"{path} {number}", success, passed, total)
    if not read:
        raise AuditError(f"{path}: no task has a sample.")
    yield from none_ended(path, read, timed_out)
    if not went_on:
        yield Remark(
            "EvalPlus ended its lists of tests before the first failure, so they are no counts"
        )


def _failed_test(sample: Sequence[_Graded]) -> bool:
    return not all(test for _, tests in sample for test in tests)


def _tasks(path: Path) -> Iterator[tuple[str, list[list[_Graded]]]]:
    """Tasks with their samples: for each the result of the base tests, and of the added ones."""
    with document(path) as found:
        for key in found.members():
            if key != "eval":
                found.skip()
                continue
            for task in found.members():
                try:
                    yield task, list(_graded(found.value()))
                except (KeyError, TypeError, ValueError, AttributeError):
                    raise AuditError(f"{path}: {task[:60]} is not as EvalPlus has it.") from None


def _graded(result: dict[str, Any]) -> Iterator[list[_Graded]]:
    base, plus = result["base"], result.get("plus") or []
    for both in zip(base, plus, strict=True) if plus else ([each] for each in base):
        yield [(_status(status), _tests(tests)) for status, tests in both]


def _status(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a status is text")
    return value


def _tests(values: Any) -> list[bool]:
    tests = list(values or ())
    if any(test not in {0, 1} for test in tests):
        raise ValueError("a test passed or failed")
    return [bool(test) for test in tests]
