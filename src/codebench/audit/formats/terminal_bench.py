"""Terminal-Bench's results of a run, and Harbor's of a job and of a trial."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from codebench.audit.model import AuditError, Claim, Row, Source

__all__ = ["is_harbor_job", "is_harbor_trial", "is_run", "read_job", "read_run", "read_trial"]

_NOT_THE_AGENT = {"unknown_agent_error", "agent_installation_failed"}
"""Failure modes that say nothing of the agent's work."""


def is_run(data: Any) -> bool:
    """Whether a document is `results.json` of Terminal-Bench."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("results"), list)
        and all(isinstance(each, dict) and "is_resolved" in each for each in data["results"])
        and bool(data["results"])
    )


def read_run(path: Path, data: dict[str, Any]) -> Source:
    """One rollout for each trial, with its tests where they were run."""
    agent = path.resolve().parent.name or "agent"
    try:
        rows = tuple(_trial(agent, trial) for trial in data["results"])
    except (KeyError, TypeError, AttributeError):
        raise AuditError(f"{path}: a result is not that of Terminal-Bench.") from None
    claims = tuple(_claims(agent, data.get("pass_at_k")))
    return Source(path=path, format="terminal-bench", rows=rows, claims=claims)


def _trial(agent: str, trial: dict[str, Any]) -> Row:
    tests = trial.get("parser_results")
    mode = trial.get("failure_mode")
    unscored = mode in _NOT_THE_AGENT or (mode == "parse_error" and tests is None)
    resolved = trial["is_resolved"]
    return Row(
        agent=agent,
        task=str(trial["task_id"]),
        rollout=str(trial.get("trial_name") or trial.get("id")),
        success=None if unscored and not resolved else bool(resolved),
        passed=sum(end == "passed" for end in tests.values()) if tests else None,
        total=len(tests) if tests else None,
    )


def _claims(agent: str, stated: Any) -> Iterable[Claim]:
    for k, value in (stated or {}).items() if isinstance(stated, dict) else ():
        if str(k).isdigit() and isinstance(value, int | float):
            yield Claim(agent=agent, k=int(k), value=float(value), name=f"pass_at_k {k}")


# Harbor


def is_harbor_job(data: Any) -> bool:
    """Whether a document is the result of a job."""
    stats = data.get("stats") if isinstance(data, dict) else None
    return isinstance(stats, dict) and isinstance(stats.get("evals"), dict)


def read_job(path: Path, data: dict[str, Any]) -> Source:
    """Trials with their rewards, by agent; a reward below 1 is no success."""
    trials = data.get("trial_results") or []
    if trials:
        rows = tuple(_harbor(path, trial) for trial in trials)
    else:
        rows = tuple(_of_stats(path, data["stats"]["evals"]))
    if not rows:
        raise AuditError(f"{path}: a job of Harbor without a trial.")
    claims = [
        claim
        for name, found in data["stats"]["evals"].items()
        for claim in _claims(_agent_of(name), found.get("pass_at_k"))
    ]
    return Source(path=path, format="harbor", rows=rows, claims=tuple(claims))


def _agent_of(name: str) -> str:
    """`agent__model__dataset`, without the data set."""
    return "__".join(name.split("__")[:2])


def _of_stats(path: Path, evals: dict[str, Any]) -> Iterator[Row]:
    seen = Counter[tuple[str, str]]()
    try:
        for name, found in evals.items():
            rewards: dict[str, Any] = next(iter((found.get("reward_stats") or {}).values()), {})
            ended = [(t, float(reward) >= 1) for reward, trials in rewards.items() for t in trials]
            failed = [t for trials in (found.get("exception_stats") or {}).values() for t in trials]
            known = {trial for trial, _ in ended}
            for trial, success in [*ended, *((t, None) for t in failed if t not in known)]:
                agent, task = _agent_of(name), re.sub(r"__[^_]+$", "", trial)
                seen[agent, task] += 1
                yield Row(agent=agent, task=task, rollout=str(trial), success=success)
    except (AttributeError, TypeError, ValueError):
        raise AuditError(f"{path}: stats are not those of a job of Harbor.") from None


def is_harbor_trial(data: Any) -> bool:
    """Whether a document is the result of a trial."""
    return isinstance(data, dict) and "trial_name" in data and "verifier_result" in data


def read_trial(path: Path, data: dict[str, Any]) -> Source:
    """One rollout."""
    return Source(path=path, format="harbor", rows=(_harbor(path, data),))


def _harbor(path: Path, trial: Any) -> Row:
    try:
        info = trial.get("agent_info") or {}
        model = (info.get("model_info") or {}).get("name")
        result = trial.get("verifier_result")
        rewards = list(((result or {}).get("rewards") or {}).values())
        return Row(
            agent="__".join(filter(None, (info.get("name") or "agent", model))),
            task=str(trial["task_name"]),
            rollout=str(trial["trial_name"]),
            success=None if result is None else bool(rewards) and float(rewards[0]) >= 1,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise AuditError(f"{path}: a trial is not that of Harbor.") from None
