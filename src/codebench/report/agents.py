"""Names for the agents that some logs are about: the model, and what sets it apart."""

import json
from collections import defaultdict
from collections.abc import Sequence

from codebench.report.log_files import LogFile, Raw

__all__ = ["agent_names"]

_SELECTION = {"k", "only", "cwe", "grading", "challenges"}
"""Arguments of the suite's tasks that choose what is run and counted, not how it is solved."""

_TRANSPORT = {
    "max_retries",
    "timeout",
    "attempt_timeout",
    "max_connections",
    "adaptive_connections",
    "batch",
    "cache",
    "cache_prompt",
}
"""Settings of a model that say how its answers are fetched, not what they are."""


_LIMITS = (
    "message_limit",
    "token_limit",
    "turn_limit",
    "time_limit",
    "working_limit",
    "cost_limit",
)
"""Options of a run that say how long an agent may try."""


def agent_names(logs: Sequence[LogFile]) -> list[str]:
    """The agent of each log of one task.

    An agent is a model. Where the same model ran with different solvers, model arguments, settings,
    limits, further models or task arguments, it is several agents, and the name says in what they
    differ.
    """
    traits: dict[str, list[dict[str, str]]] = defaultdict(list)
    for log in logs:
        traits[_model(log)].append(_traits(log))
    return [_name(_model(log), _traits(log), traits[_model(log)]) for log in logs]


def _name(model: str, own: dict[str, str], others: Sequence[dict[str, str]]) -> str:
    keys = dict.fromkeys(key for each in others for key in each)
    differing = [key for key in keys if len({each.get(key) for each in others}) > 1]
    told = [f"{key}={own.get(key, 'default')}" for key in differing]
    return f"{model} ({', '.join(told)})" if told else model


def _model(log: LogFile) -> str:
    return str(log.spec.get("model", "unknown model"))


def _traits(log: LogFile) -> dict[str, str]:
    spec = log.spec
    return {
        "solver": _solver(log),
        **_texts(spec.get("solver_args_passed") or spec.get("solver_args")),
        **_texts(spec.get("model_args")),
        **_texts(_without(spec.get("model_generate_config"), _TRANSPORT)),
        **_texts(_limits(spec)),
        **_texts({"model_roles": spec.get("model_roles")}),
        **_texts(_without(spec.get("task_args_passed"), _SELECTION)),
        **_prompt(spec),
    }


def _prompt(spec: Raw) -> dict[str, str]:
    """The variant of the suite's prompts, which is plain where a log does not say it."""
    if not str((spec.get("dataset") or {}).get("name")).startswith("codebench-"):
        return {}  # a task of others; the suite's are called otherwise where they run from a file
    return {"prompt": str((spec.get("metadata") or {}).get("prompt", "plain"))}


def _limits(spec: Raw) -> Raw:
    config = spec.get("config") or {}
    return {name: config.get(name) for name in _LIMITS}


def _solver(log: LogFile) -> str:
    """The solver's name, or those of the steps that a task has by itself."""
    if log.spec.get("solver"):
        return str(log.spec["solver"])
    steps = [str(step.get("solver")) for step in log.plan.get("steps") or []]
    return " > ".join(step for step in steps if step != "codebench/begin")


def _without(values: Raw | None, names: set[str]) -> Raw:
    return {key: value for key, value in (values or {}).items() if key not in names}


def _texts(values: Raw | None) -> dict[str, str]:
    return {
        key: value if isinstance(value, str) else json.dumps(value)
        for key, value in sorted((values or {}).items())
        if value is not None
    }
