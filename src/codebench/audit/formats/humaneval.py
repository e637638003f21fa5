"""HumanEval and what came of it: human-eval, EvalPlus, BigCodeBench."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from codebench.audit.files import document, fingerprint, json_lines
from codebench.audit.formats.columns import ROLES
from codebench.audit.formats.values import name, share
from codebench.audit.model import AuditError, Claim, Found, Remark, Row

__all__ = [
    "is_bigcodebench",
    "is_eval",
    "is_figures",
    "is_sample",
    "none_ended",
    "read_eval",
    "read_figures",
    "read_samples",
]

_ENDINGS = "_samples|-sanitized|_eval_results|_results|_pass_at_k|[.]eval_results|[.]jsonl|[.]json"
_STEM = re.compile(f"({_ENDINGS})+$")

_AGENTS = set(ROLES["agent"])
"""Columns that human-eval does not have."""

_PASS = re.compile(r"pass@([0-9]{1,9})")

_FEW = 10
"""Samples that may all run out of time by chance."""

_NO_COUNTS = Remark("results of EvalPlus, BigCodeBench and human-eval have no counts of tests")


def agent_of(path: Path) -> str:
    """The file's name without what every such file is called."""
    return _STEM.sub("", path.name) or path.resolve().parent.name or "agent"


def none_ended(path: Path, samples: int, timed_out: int) -> Iterator[Remark]:
    """A warning where every sample of a file ran out of time."""
    if samples == timed_out >= _FEW:
        told = (
            f"{path.name}: all {samples} samples timed out, which is rather a fault of the machine"
        )
        yield Remark(f"{told} that ran their tests than a result of the agent", doubtful=True)


# human-eval


def is_sample(record: dict[str, Any]) -> bool:
    """Whether a line is a graded sample of human-eval, and not a row of some other table."""
    if "task_id" not in record or not isinstance(record.get("passed"), bool):
        return False
    return bool(record.keys() & {"completion", "solution"}) and not record.keys() & _AGENTS


def read_samples(path: Path) -> Iterator[Found]:
    """`*_results.jsonl` of human-eval: one line for each sample.

    Its `passed` is strict: the whole test of the task ran through.
    """
    agent = agent_of(path)
    for number, record in json_lines(path):
        task = name(record.get("task_id"))
        if task is None or not isinstance(record.get("passed"), bool):
            raise AuditError(f"{path}: line {number} has no task_id and passed of human-eval.")
        answer = fingerprint(record.get("completion") or record.get("solution"))
        yield Row(agent, task, f"{path} {number}", record["passed"], answer=answer)
    yield _NO_COUNTS


# EvalPlus and BigCodeBench


def is_eval(data: dict[str, Any]) -> bool:
    """Whether an outline is of EvalPlus or BigCodeBench."""
    found = data.get("eval")
    return isinstance(found, dict) and all(isinstance(each, dict | list) for each in found.values())


def is_bigcodebench(data: dict[str, Any]) -> bool:
    """Whether an outline is of BigCodeBench, which has a single status."""
    return is_eval(data) and any(
        isinstance(sample, dict) and "status" in sample and "base_status" not in sample
        for samples in data["eval"].values()
        for sample in (samples[:1] if isinstance(samples, list) else ())
    )


def read_eval(path: Path) -> Iterator[Found]:
    """`*_eval_results.json` of EvalPlus, and of BigCodeBench.

    Success is theirs: every test passed, the base ones and those that EvalPlus adds where it ran
    them.
    """
    agent, read, timed_out = agent_of(path), 0, 0
    with document(path) as found:
        for key in found.members():
            if key == "eval":
                for task in found.members():
                    samples = _listed(path, task, found.value())
                    yield from _samples(path, agent, task, samples)
                    read += len(samples)
                    timed_out += sum(_timed_out(sample) for sample in samples)
            elif key == "pass_at_k":
                yield from _claims(agent, found.value())
            else:
                found.skip()
    if not read:
        raise AuditError(f"{path}: no task has a sample.")
    yield from none_ended(path, read, timed_out)
    yield _NO_COUNTS


def _listed(path: Path, task: str, samples: Any) -> list[Any]:
    if not isinstance(samples, list):
        raise AuditError(f"{path}: {task[:60]} has no list of samples.")
    return samples


def _timed_out(sample: dict[str, Any]) -> bool:
    return any(sample.get(key) == "timeout" for key in ("status", "base_status"))


def _samples(path: Path, agent: str, task: str, samples: list[Any]) -> Iterator[Row]:
    for number, sample in enumerate(samples, start=1):
        success = _passes(sample)
        if success is None:
            raise AuditError(f"{path}: sample {number} of {task[:60]} has no status.")
        answer = fingerprint(sample.get("solution"))
        yield Row(agent, task, f"{path} {number}", success, answer=answer)


def _passes(sample: Any) -> bool | None:
    if not isinstance(sample, dict):
        return None
    if "base_status" not in sample:
        statuses = [sample.get("status")]
    elif sample.get("plus_status") is None:
        statuses = [sample["base_status"]]
    else:
        statuses = [sample["base_status"], sample["plus_status"]]
    if not all(isinstance(status, str) for status in statuses):
        return None
    return all(status == "pass" for status in statuses)


def is_figures(data: dict[str, Any]) -> bool:
    """Whether an outline is that of BigCodeBench's `*_pass_at_k.json`."""
    return "model" in data and any(_PASS.fullmatch(key) for key in data)


def read_figures(path: Path) -> Iterator[Found]:
    """The figures that BigCodeBench states beside its results."""
    with document(path) as found:
        yield from _claims(agent_of(path), found.value())


def _claims(agent: str, stated: Any) -> Iterable[Claim]:
    """{"base": {"pass@1": ...}, "plus": {...}}, or the inner part alone.

    The figure of all tests is the one that a success here can be compared with.
    """
    if not isinstance(stated, dict):
        return
    inner = stated.get("plus") or stated.get("base") or stated
    for key, value in inner.items() if isinstance(inner, dict) else ():
        found, figure = _PASS.fullmatch(key), share(value)
        if found and int(found[1]) and figure is not None:
            yield Claim(agent=agent, k=int(found[1]), value=figure, name=key)
