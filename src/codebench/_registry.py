"""Everything that Inspect finds by name, as `codebench/...`; the model provider as `replay/...`."""

from inspect_ai.model import ModelAPI, modelapi

from codebench.rollout import begin
from codebench.scorers import (
    diagnostics,
    interval,
    reliability_at,
    rollout_mean,
    secure_success,
    security,
    success,
)
from codebench.tasks import algorithmic
from codebench.tasks import security as security_task

__all__ = [
    "algorithmic",
    "begin",
    "diagnostics",
    "interval",
    "reliability_at",
    "replay",
    "rollout_mean",
    "secure_success",
    "security",
    "security_task",
    "success",
]


@modelapi(name="replay")
def replay() -> type[ModelAPI]:
    """The provider that answers with reference solutions."""
    from codebench.replay import ReplayAPI  # noqa: PLC0415 -- only where it is used

    return ReplayAPI
