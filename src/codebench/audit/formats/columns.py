"""Which column of a table is what: told by the user, or known by its name."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from codebench.audit.model import AuditError

__all__ = ["MEANINGS", "ROLES", "columns_of"]

ROLES: dict[str, tuple[str, ...]] = {
    "agent": ("agent", "agent_name", "model", "model_name", "model_name_or_path", "system"),
    "task": (
        "task",
        "task_id",
        "instance_id",
        "challenge",
        "problem",
        "problem_id",
        "question_id",
        "id",
    ),
    "rollout": (
        "rollout",
        "attempt",
        "epoch",
        "trial",
        "sample",
        "run",
        "run_id",
        "repeat",
        "seed",
    ),
    "success": (
        "success",
        "resolved",
        "correct",
        "is_resolved",
        "is_correct",
        "passed",
        "execution_success",
    ),
    "passed": ("tests_passed", "passed_tests", "n_passed", "num_passed"),
    "total": ("tests_total", "total_tests", "n_tests", "num_tests"),
    "secure": ("secure", "is_secure", "security"),
    "answer": ("completion", "solution", "generated_code", "code", "patch", "answer"),
}
"""What a column may be, and the names by which it is known without being told."""

MEANINGS = {
    "agent": "who made the rollout",
    "task": "what it was made for",
    "rollout": "what tells rollouts of one task apart",
    "success": "yes or no",
    "passed": "number of tests passed",
    "total": "number of all tests",
    "secure": "yes or no",
    "answer": "what was handed in, to find repeated answers",
}
"""What such a column says."""

_SHOWN = 300
"""Characters of a list of columns in a sentence."""


def columns_of(path: Path, names: Sequence[str], told: Mapping[str, str]) -> dict[str, str]:
    """Role to column.

    Args:
        path: The table, for messages.
        names: Its columns.
        told: Role to column, for those that are not to be guessed.

    Raises:
        AuditError: A column that was told is not there.
    """
    for role, column in told.items():
        if column not in names:
            listed = ", ".join(name[:60] for name in names[:50])[:_SHOWN]
            raise AuditError(f"{path}: no column {column} for {role}; there are {listed}.")
    lower = {name.strip().lower(): name for name in reversed(names)}
    found = dict(told)
    for role, known in ROLES.items():
        if role not in found:
            free = [lower[name] for name in known if lower.get(name) not in {None, *found.values()}]
            found.update({role: free[0]} if free else {})
    return found
