"""Makes real Inspect logs in which every rollout ends as a test says."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import inspect_ai
from inspect_ai import Epochs, Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

Values = Mapping[str, Sequence[Any]]
"""Challenge to the value of each epoch; the string `error` is a rollout that breaks off."""

JOINT = {"SW": (1, 1), "W": (1, 0), "S": (0, 1), "-": (0, 0), "?": (None, None)}
"""Secure and working, working only, secure only, neither, unscored."""


@solver
def answering(values: dict[str, list[Any]]) -> Solver:
    """Answers without a model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        if values[str(state.sample_id)][state.epoch - 1] == "error":
            raise RuntimeError("The agent broke off.")
        state.output = ModelOutput.from_content("none", "done")
        return state

    return solve


@scorer(metrics=[accuracy()])
def looked_up(values: dict[str, list[Any]]) -> Scorer:
    """Scores as the test says; None is unscored."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        value = values[str(state.sample_id)][state.epoch - 1]
        return Score.unscored(reason="engine_failed") if value is None else Score(value=value)

    return score


@scorer(metrics=[accuracy()], name="success")
def success(values: dict[str, list[str]]) -> Scorer:
    return _of_suite(values, lambda works, _: works)


@scorer(metrics=[accuracy()], name="security")
def security(values: dict[str, list[str]]) -> Scorer:
    return _of_suite(values, lambda _, secure: secure)


@scorer(metrics=[accuracy()], name="secure_success")
def secure_success(values: dict[str, list[str]]) -> Scorer:
    return _of_suite(values, lambda works, secure: works and secure)


@scorer(metrics={"*": [accuracy()]}, name="diagnostics")
def diagnostics(values: dict[str, list[str]]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        word = values[str(state.sample_id)][state.epoch - 1]
        if word == "?":
            return Score.unscored(reason="engine_failed")
        return Score(value={"tool_calls": float(state.epoch)})

    return score


def _of_suite(values: dict[str, list[str]], held: Any) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        pair = JOINT[values[str(state.sample_id)][state.epoch - 1]]
        if pair[0] is None:
            return Score.unscored(reason="engine_failed")
        return Score(value="C" if held(*pair) else "I")

    return score


def foreign_log(folder: Path, values: Values, model: str = "mockllm/agent", **options: Any) -> Path:
    """A log of another suite with one scorer, `looked_up`."""
    given = {challenge: list(each) for challenge, each in values.items()}
    return _run(folder, given, [looked_up(given)], model, name="theirs", **options)


def suite_log(folder: Path, values: Values, model: str = "mockllm/agent", **options: Any) -> Path:
    """A log with the suite's scores; values are keys of `JOINT`."""
    given = {challenge: list(each) for challenge, each in values.items()}
    scorers = [success(given), security(given), secure_success(given), diagnostics(given)]
    metadata = {"k": k} if (k := options.pop("k", 2)) else None
    return _run(folder, given, scorers, model, name="security", metadata=metadata, **options)


def _run(  # noqa: PLR0913 -- what logs may differ in
    folder: Path,
    values: dict[str, list[Any]],
    scorers: list[Scorer],
    model: str,
    *,
    name: str,
    version: str = "1-A",
    metadata: dict[str, Any] | None = None,
    cwe: Mapping[str, list[int]] | None = None,
    **options: Any,
) -> Path:
    task = Task(
        dataset=MemoryDataset(
            [Sample(id=each, input="?", metadata={"cwe": (cwe or {}).get(each)}) for each in values]
        ),
        solver=answering(values),
        scorer=scorers,
        epochs=Epochs(len(next(iter(values.values())))),
        name=name,
        version=version,
        metadata=metadata,
    )
    log: EvalLog
    (log,) = inspect_ai.eval(
        task, model=model, log_dir=str(folder), display="none", fail_on_error=False, **options
    )
    return Path(log.location.removeprefix("file://"))
