"""Inspect scorers, reducers and metrics of the suite. All scorers read one stored measurement."""

from codebench.scorers.binary import secure_success, security, success
from codebench.scorers.diagnostics import diagnostics
from codebench.scorers.metrics import by_cwe, interval, numbers, rollouts
from codebench.scorers.reducers import reducers, reliability_at

__all__ = [
    "by_cwe",
    "diagnostics",
    "interval",
    "numbers",
    "reducers",
    "reliability_at",
    "rollouts",
    "secure_success",
    "security",
    "success",
]
