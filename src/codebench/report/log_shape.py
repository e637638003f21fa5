"""The shape that Inspect gives a log, as far as a report relies on it.

Logs come from anywhere. What is read of them is checked once, here, and taken for granted later.
"""

from typing import Any

from pydantic import BaseModel, ValidationError

__all__ = ["check_header", "check_rollout"]


class _Dataset(BaseModel):
    sample_ids: list[str | int] | None = None


class _Config(BaseModel):
    epochs: int | None = None


class _Scorer(BaseModel):
    name: str


class _Spec(BaseModel):
    task: str | None = None
    task_version: int | str | float | None = None
    task_id: str | None = None
    eval_id: str | None = None
    created: str | None = None
    model: str | None = None
    dataset: _Dataset | None = None
    config: _Config | None = None
    scorers: list[_Scorer] | None = None
    metadata: dict[str, Any] | None = None
    solver: str | None = None
    solver_args: dict[str, Any] | None = None
    solver_args_passed: dict[str, Any] | None = None
    model_args: dict[str, Any] | None = None
    model_generate_config: dict[str, Any] | None = None
    task_args_passed: dict[str, Any] | None = None


class _Step(BaseModel):
    solver: str | None = None


class _Plan(BaseModel):
    steps: list[_Step] | None = None


class _Header(BaseModel):
    status: str | None = None
    eval: _Spec
    plan: _Plan | None = None


class _Score(BaseModel):
    reason: str | None = None
    explanation: str | None = None
    metadata: dict[str, Any] | None = None


class _Usage(BaseModel):
    total_cost: float | None = None
    total_tokens: int | None = None


class _Rollout(BaseModel):
    id: str | int
    epoch: int
    uuid: str | None = None
    working_time: float | None = None
    scores: dict[str, _Score] | None = None
    metadata: dict[str, Any] | None = None
    model_usage: dict[str, _Usage] | None = None


def check_header(header: dict[str, Any]) -> None:
    """Check `status`, `eval` and `plan`.

    Raises:
        ValueError: A field is not as Inspect writes it.
    """
    _check(_Header, header, "it")


def check_rollout(row: dict[str, Any]) -> None:
    """Check a summary, or a whole rollout.

    Raises:
        ValueError: A field is not as Inspect writes it.
    """
    _check(_Rollout, row, "a rollout in it")


def _check(shape: type[BaseModel], values: dict[str, Any], what: str) -> None:
    try:
        shape.model_validate(values)
    except ValidationError as error:
        place = ".".join(str(each)[:30] for each in error.errors()[0]["loc"])
        raise ValueError(f"{what} has not the shape that Inspect gives it ({place})") from None
