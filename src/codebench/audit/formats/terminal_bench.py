"""Terminal-Bench: results of a run, and of single trials."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from codebench.audit.files import document
from codebench.audit.formats.values import name, share, shown
from codebench.audit.model import AuditError, Claim, Found, Row

__all__ = ["claims_by_k", "is_run", "is_trial", "read_run", "read_trial"]

_NOT_THE_AGENT = {"unknown_agent_error", "agent_installation_failed"}
"""Failure modes that say nothing of the agent's work."""

_K = re.compile("[0-9]{1,9}")


def is_run(data: dict[str, Any]) -> bool:
    """Whether an outline is of `results.json` of a run."""
    found = data.get("results")
    if not isinstance(found, list):
        return False
    return "n_resolved" in data or (bool(found) and all(is_trial(each) for each in found))


def is_trial(data: Any) -> bool:
    """Whether an outline is of `results.json` of a trial."""
    return isinstance(data, dict) and "is_resolved" in data and "task_id" in data


def read_run(path: Path) -> Iterator[Found]:
    """One rollout for each trial, with its tests where they were run.

    Success is the harness's `is_resolved`: every test passed. It counts trials that never got to
    work as failures, which are unscored here.
    """
    agent, empty = _agent(path.resolve().parent), True
    with document(path) as found:
        for key in found.members():
            if key == "results":
                for _ in found.elements():
                    empty = False
                    yield _trial(path, agent, found.value())
            elif key == "pass_at_k":
                yield from claims_by_k(agent, found.value())
            elif key == "accuracy":
                yield from _accuracy(agent, found.value())
            else:
                found.skip()
    if empty:
        raise AuditError(f"{path}: a run of Terminal-Bench without a trial.")


def read_trial(path: Path) -> Iterator[Found]:
    """One rollout, in `<run>/<task>/<trial>/results.json`."""
    folders = path.resolve().parents
    with document(path) as found:
        yield _trial(path, _agent(folders[min(2, len(folders) - 1)]), found.value())


def _agent(run: Path) -> str:
    """As the run says of itself beside its results; else the name of its folder."""
    told = run / "run_metadata.json"
    if told.is_file():
        with document(told) as found:
            data = found.value()
        names = [name(data.get(key)) for key in ("agent_name", "model_name")] if data else []
        if any(names):
            return "__".join(filter(None, names))
    return run.name or "agent"


def _trial(path: Path, agent: str, trial: Any) -> Row:
    task = name(trial["task_id"]) if is_trial(trial) else None
    if task is None or not isinstance(trial["is_resolved"], bool | None):
        raise AuditError(f"{path}: a result in it is not that of a trial of Terminal-Bench.")
    tests, mode = trial.get("parser_results"), trial.get("failure_mode")
    if not isinstance(tests, dict | None) or not isinstance(mode, str | None):
        raise AuditError(f"{path}: the results of {task[:60]} are not those of single tests.")
    resolved = trial["is_resolved"] is True
    unscored = mode in _NOT_THE_AGENT or (mode == "parse_error" and not tests)
    return Row(
        agent,
        task,
        name(trial.get("trial_name")) or name(trial.get("id")) or "1",
        None if unscored and not resolved else resolved,
        sum(end == "passed" for end in tests.values()) if tests else None,
        len(tests) if tests else None,
    )


def _accuracy(agent: str, value: Any) -> Iterable[Claim]:
    figure = share(value)
    if figure is not None:
        yield Claim(agent=agent, k=1, value=figure, name="accuracy")


def claims_by_k(agent: str, stated: Any) -> Iterable[Claim]:
    """{"2": 0.5, "4": 0.75}: pass@k by k, as Terminal-Bench and Harbor state it."""
    if not isinstance(stated, dict):
        return
    for k, value in stated.items():
        figure = share(value)
        if _K.fullmatch(k) and int(k) and figure is not None:
            yield Claim(agent=agent, k=int(k), value=figure, name=f"pass@{shown(k)}")
