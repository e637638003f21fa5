"""Inspect scorers, reducers and metrics of the suite. All scorers read one stored measurement."""

from codebench.scorers.binary import secure_success, security, success
from codebench.scorers.diagnostics import diagnostics
from codebench.scorers.metrics import interval, rollout_mean
from codebench.scorers.reducers import reducers, reliability_at

__all__ = [
    "diagnostics",
    "interval",
    "reducers",
    "reliability_at",
    "rollout_mean",
    "secure_success",
    "security",
    "success",
]
