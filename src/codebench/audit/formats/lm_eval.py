"""lm-evaluation-harness: `samples_<task>_<date>.jsonl`."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

from codebench.audit.files import fingerprint, json_lines
from codebench.audit.formats.values import name, share, shown
from codebench.audit.model import AuditError, Found, Remark, Row
from codebench.words import number

__all__ = ["is_sample", "read_samples"]

_METRICS = ("pass@1", "pass_at_1", "acc", "exact_match")
_DATE = re.compile(r"_\d{4}-\d\d-\d\dT.*$")
_PASS = re.compile("pass(?:@|_at_)([0-9]{1,5})")

_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class _Scoring:
    """What decides in a file, by its first line."""

    filter: str
    metric: str
    k: int
    """Of pass@k; 1 for the metrics that are no pass@k."""


def is_sample(record: dict[str, Any]) -> bool:
    """Whether a line is a logged sample."""
    return {"doc_id", "resps", "target"} <= record.keys()


def read_samples(path: Path) -> Iterator[Found]:
    """The rollouts of each document.

    Of several filters the file's first one counts. With several answers to a document the harness
    keeps pass@k only, from which the number of solved ones is computed back.
    """
    agent, task = path.resolve().parent.name or "agent", _DATE.sub("", path.stem)
    scoring = _scoring(path, next((record for _, record in json_lines(path)), {}))
    filters, open_ended = Counter[str](), 0
    for line, record in json_lines(path):
        if not is_sample(record):
            raise AuditError(f"{path}: line {line} is no sample of lm-evaluation-harness.")
        filters[str(record.get("filter"))] += 1
        if str(record.get("filter")) != scoring.filter:
            continue
        doc, answers = name(record.get("doc_id")), _answers(record)
        if doc is None:
            raise AuditError(f"{path}: line {line} has no doc_id.")
        fewest, most = _solved(path, line, record, scoring, len(answers))
        open_ended += fewest < most
        for place, answer in enumerate(answers, start=1):
            kept = fingerprint(answer)
            where = f"{task.removeprefix('samples_')}/{doc}"
            yield Row(agent, where, f"{path} {place}", place <= fewest, answer=kept)
    yield from _remarks(scoring, filters, open_ended)


def _remarks(scoring: _Scoring, filters: Counter[str], open_ended: int) -> Iterator[Remark]:
    only = "" if len(filters) == 1 else f" of the filter {scoring.filter[:60]}, the file's first"
    yield Remark(f"success is {scoring.metric} = 1{only}" if scoring.k == 1 else _computed(scoring))
    if open_ended:
        told = f"{number(open_ended, 'document')} with {scoring.metric} = 1 may have more solved"
        yield Remark(f"{told} answers than that takes: the fewest are counted")
    yield Remark("samples of lm-evaluation-harness have no counts of tests")


def _computed(scoring: _Scoring) -> str:
    return f"the file has no pass@1: solved answers are computed back from {scoring.metric}"


def _scoring(path: Path, record: dict[str, Any]) -> _Scoring:
    listed = record.get("metrics")
    named = [str(each) for each in listed] if isinstance(listed, list) else []
    draws = sorted((int(found[1]), key) for key in record if (found := _PASS.fullmatch(key)))
    for metric in (*_METRICS, *(key for _, key in draws), *named):
        if share(record.get(metric)) is not None:
            found = _PASS.fullmatch(metric)
            return _Scoring(str(record.get("filter")), metric, int(found[1]) if found else 1)
    raise AuditError(f"{path}: its first line says no pass@1 and no other score.")


def _solved(
    path: Path, line: int, record: dict[str, Any], scoring: _Scoring, answers: int
) -> tuple[int, int]:
    """How many answers are solved: at least, and at most."""
    score = record.get(scoring.metric)
    told = f"{path}: line {line} has {scoring.metric}={shown(score)}"
    figure = 1.0 if score is True else 0.0 if score is False else share(score)
    if figure is None or not 0 <= figure <= 1:
        raise AuditError(f"{told}, which is no number within 0 and 1.")
    if not 1 <= scoring.k <= answers:
        raise AuditError(f"{told} of {number(answers, 'answer')}: k > n, which no estimate allows.")
    draws = comb(answers, scoring.k)
    fitting = [
        solved
        for solved in range(answers + 1)
        if abs(1 - comb(answers - solved, scoring.k) / draws - figure) <= _ROUNDING
    ]
    if not fitting:
        raise AuditError(
            f"{told}, which no number of solved answers gives: partial credit is no success."
        )
    return fitting[0], fitting[-1]


def _answers(record: dict[str, Any]) -> list[Any]:
    """The answers that were scored: several only where a filter kept several texts of a request.

    A document with several requests is a choice between their likelihoods: one answer.
    """
    requests, kept = record.get("resps"), record.get("filtered_resps")
    whole = _only_list(requests)
    if whole is None or not whole or not all(isinstance(each, str) for each in whole):
        return [None]
    scored = _only_list(kept)
    if scored is not None and all(isinstance(each, str) for each in scored) and scored:
        return scored
    return [whole[0] if len(whole) == 1 else None]


def _only_list(requests: Any) -> list[Any] | None:
    """The responses to the only request; None where there are several requests, or no list."""
    if not isinstance(requests, list) or len(requests) != 1 or not isinstance(requests[0], list):
        return None
    return requests[0]
