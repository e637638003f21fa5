"""Everything that Inspect finds by name, as `codebench/...`; the model provider as `replay/...`."""

from inspect_ai.model import ModelAPI, modelapi

from codebench.rollout import begin
from codebench.scorers import (
    by_cwe,
    diagnostics,
    interval,
    numbers,
    reliability_at,
    rollouts,
    secure_success,
    security,
    success,
)
from codebench.tasks import algorithmic
from codebench.tasks import security as security_task

__all__ = [
    "algorithmic",
    "begin",
    "by_cwe",
    "diagnostics",
    "interval",
    "numbers",
    "reliability_at",
    "replay",
    "rollouts",
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
