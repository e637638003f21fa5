"""Harbor: results of a job, and of single trials."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codebench.audit.files import document
from codebench.audit.formats.terminal_bench import claims_by_k
from codebench.audit.formats.values import name, share
from codebench.audit.model import AuditError, Found, Remark, Row

__all__ = ["is_job", "is_trial", "read_job", "read_trial"]

_CUT = Remark("tasks are told by the names of trials, in which Harbor keeps 32 characters of them")


def is_job(data: dict[str, Any]) -> bool:
    """Whether an outline is of the result of a job."""
    stats = data.get("stats")
    return isinstance(stats, dict) and isinstance(stats.get("evals"), dict)


def is_trial(data: dict[str, Any]) -> bool:
    """Whether an outline is of the result of a trial."""
    return "trial_name" in data and "verifier_result" in data


def read_job(path: Path) -> Iterator[Found]:
    """Rollouts of a job: from itself, else from the trials in the folders beside it.

    Where neither has them, the job's table of rewards does, with shorter names of tasks.
    """
    found_some, evals = False, {}
    with document(path) as found:
        for key in found.members():
            if key == "trial_results" and found.opening == "[":
                for _ in found.elements():
                    found_some = True
                    yield _trial(path, found.value())
            elif key == "stats":
                evals = _evals(path, found.value())
            else:
                found.skip()
    if not found_some:
        beside = [each for each in sorted(path.parent.glob("*/result.json")) if _is_trial(each)]
        rows = [row for each in beside for row in read_trial(each)] or list(_of_stats(path, evals))
        if not rows:
            raise AuditError(f"{path}: a job of Harbor without a trial.")
        yield from rows
    yield from _claims(evals)


def read_trial(path: Path) -> Iterator[Found]:
    """One rollout."""
    with document(path) as found:
        yield _trial(path, found.value())


def _is_trial(path: Path) -> bool:
    if not path.is_file():
        return False
    with document(path) as found:
        return found.opening == "{" and is_trial(found.value())


def _trial(path: Path, trial: Any) -> Row:
    """Success is a reward of 1: less is partial credit, which Harbor gives no pass@k for."""
    try:
        info, result = trial.get("agent_info") or {}, trial.get("verifier_result") or {}
        model = name((info.get("model_info") or {}).get("name"))
        reward = _reward(result.get("rewards") or {})
        task, rollout = name(trial.get("task_name")), name(trial.get("trial_name"))
        agent = "__".join(filter(None, (name(info.get("name")) or "agent", model)))
    except (AttributeError, TypeError):
        task = rollout = None
    if task is None or rollout is None:
        raise AuditError(f"{path}: a trial in it is not that of Harbor.")
    if reward is None or trial.get("reward_valid") is False:
        return Row(agent, task, rollout, None)
    return Row(agent, task, rollout, reward >= 1)


def _reward(rewards: Mapping[str, Any]) -> float | None:
    """The one that decides: `reward`, else the lowest of all; None where there is no number."""
    if "reward" in rewards:
        rewards = {"reward": rewards["reward"]}
    numbers = [share(value) for value in rewards.values()]
    known = [value for value in numbers if value is not None and not math.isnan(value)]
    return min(known) if known and len(known) == len(numbers) else None


def _evals(path: Path, stats: Any) -> dict[str, dict[str, Any]]:
    found = stats.get("evals") if isinstance(stats, dict) else None
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise AuditError(f"{path}: stats are not those of a job of Harbor.")
    return found


def _agent_of(key: str) -> str:
    """`agent__model__dataset`, or `agent__dataset`, without the data set."""
    return key.rpartition("__")[0] or key


def _of_stats(path: Path, evals: Mapping[str, dict[str, Any]]) -> Iterator[Found]:
    if evals:
        yield _CUT
    for key, found in evals.items():
        try:
            rewards = _tables(found.get("reward_stats"))
            failed = [
                str(each)
                for trials in (found.get("exception_stats") or {}).values()
                for each in trials
            ]
        except (AttributeError, TypeError, ValueError):
            raise AuditError(f"{path}: stats are not those of a job of Harbor.") from None
        decided = {trial: _reward(given) for trial, given in rewards.items()}
        for trial in dict.fromkeys([*rewards, *failed]):
            reward = decided.get(trial)
            task = re.sub(r"__[^_]+$", "", str(trial))
            yield Row(_agent_of(key), task, str(trial), None if reward is None else reward >= 1)


def _tables(stats: Any) -> dict[str, dict[str, float]]:
    """Trial to its rewards, from reward to value to trials."""
    found: dict[str, dict[str, float]] = {}
    for kind, by_value in (stats or {}).items():
        for value, trials in by_value.items():
            for trial in trials:
                found.setdefault(str(trial), {})[kind] = float(value)
    return found


def _claims(evals: Mapping[str, Mapping[str, Any]]) -> Iterator[Found]:
    """Figures of agents that ran on one data set: with several, none is of all rollouts."""
    often = Counter(map(_agent_of, evals))
    for key, found in evals.items():
        if often[_agent_of(key)] == 1:
            yield from claims_by_k(_agent_of(key), found.get("pass_at_k"))
