"""Tables of rollouts: one row for each, and one for each hidden test of each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from codebench.export.columns import Column, Config, Kind, records
from codebench.export.measurements import Measurement
from codebench.report.strips import Outcome, outcome_of
from codebench.verdict import Outcome as TestOutcome
from codebench.verdict import TestKind, Verdict

__all__ = ["rollouts_of", "tests_of"]

_Tested = tuple[Measurement, TestOutcome]


def rollouts_of(name: str, measured: Sequence[Measurement], *, files: bool, hidden: bool) -> Config:
    """The rollouts of one task.

    Args:
        name: The task's, as a part of a configuration's name.
        measured: Its rollouts.
        files: Whether what was handed in goes along.
        hidden: Whether it goes along as well where it is a reference solution of the suite.
    """
    columns = [*_ROLLOUT, *([_files(hidden=hidden)] if files else [])]
    about = "One rollout: an independent attempt of an agent at a challenge"
    rows = records(columns, measured)
    return Config(name=f"{name}_rollouts", about=about, columns=columns, rows=rows)


def tests_of(name: str, measured: Iterable[Measurement]) -> Config:
    """The hidden tests of all rollouts of one task, as far as there are verdicts of the suite."""
    about = "One hidden test of one rollout; never its source"
    rows = records(_TEST, _tested(measured))
    return Config(name=f"{name}_tests", about=about, columns=_TEST, rows=rows)


def _tested(measured: Iterable[Measurement]) -> Iterator[_Tested]:
    for each in measured:
        if each.verdict is not None:
            yield from ((each, test) for test in each.verdict.tests)


def _of_verdict(read: Callable[[Verdict], Any]) -> Callable[[Measurement], Any]:
    return lambda each: None if each.verdict is None else read(each.verdict)


def _of_tests(kind: TestKind, *, passed: bool) -> Callable[[Measurement], int | None]:
    """The number of tests of a kind; None where nothing was tested."""

    def count(verdict: Verdict) -> int | None:
        tests = verdict.of_kind(kind)
        return sum(test.passed or not passed for test in tests) if verdict.tests else None

    return _of_verdict(count)


def _unscored(each: Measurement) -> str | None:
    """Why there is no score; None where there is one."""
    if outcome_of(each.rollout.outcomes) is not Outcome.UNSCORED:
        return None
    reason = each.verdict.unscored if each.verdict else None
    return str(reason) if reason else each.error or "no score"


def _of_pair(column: Column[Measurement]) -> Column[_Tested]:
    """The same column of a table of tests."""
    return Column(column.name, column.kind, column.about, lambda pair: column.of(pair[0]))


def _findings(verdict: Verdict) -> list[str] | None:
    if verdict.static_error or not verdict.tests:
        return None
    return [finding.code for finding in verdict.findings]


def _files(*, hidden: bool) -> Column[Measurement]:
    def of(each: Measurement) -> list[dict[str, str]] | None:
        if each.submission is None or (each.is_reference and not hidden):
            return None
        found = each.submission.text | each.submission.binary
        return [{"name": name, "text": text} for name, text in sorted(found.items())]

    about = "What was handed in; contents that are no UTF-8 as base64"
    about += "" if hidden else "; missing where it is a reference solution of the suite"
    return Column("files", Kind.FILES, about, of)


_ATTEMPT: tuple[Column[Measurement], ...] = (
    Column("agent", Kind.TEXT, "Name of the agent", lambda m: m.rollout.agent),
    Column("challenge", Kind.TEXT, "Id of the challenge", lambda m: m.rollout.challenge),
    Column("rollout", Kind.WHOLE, "Number of the attempt, from 1", lambda m: m.rollout.rollout),
)

_ROLLOUT: tuple[Column[Measurement], ...] = (
    *_ATTEMPT,
    Column("model", Kind.TEXT, "As Inspect calls it", lambda m: m.rollout.log.spec.get("model")),
    Column(
        "success", Kind.FLAG, "It works; empty where unscored", lambda m: m.rollout.outcomes.success
    ),
    Column(
        "security",
        Kind.FLAG,
        "Every attack was repelled while the code did its job; empty where unscored, and without "
        "a security side",
        lambda m: m.rollout.outcomes.security,
    ),
    Column(
        "secure_success",
        Kind.FLAG,
        "Both; success alone where there is no security side",
        lambda m: m.rollout.outcomes.secure_success,
    ),
    Column("unscored", Kind.TEXT, "Why there is no score; empty where there is one", _unscored),
    Column(
        "failure",
        Kind.TEXT,
        "Why the submission failed as a whole, if it did",
        _of_verdict(lambda v: None if v.failure is None else str(v.failure)),
    ),
    Column(
        "tests_passed",
        Kind.WHOLE,
        "Hidden functional tests that passed",
        _of_tests(TestKind.FUNCTIONAL, passed=True),
    ),
    Column(
        "tests_total",
        Kind.WHOLE,
        "Hidden functional tests",
        _of_tests(TestKind.FUNCTIONAL, passed=False),
    ),
    Column(
        "exploits_repelled",
        Kind.WHOLE,
        "Exploit tests that were repelled",
        _of_tests(TestKind.EXPLOIT, passed=True),
    ),
    Column(
        "exploits_total", Kind.WHOLE, "Exploit tests", _of_tests(TestKind.EXPLOIT, passed=False)
    ),
    Column(
        "static_findings",
        Kind.TEXTS,
        "Codes of Bandit's findings, which decide nothing; empty where it could not read the code",
        _of_verdict(_findings),
    ),
    Column("cost", Kind.NUMBER, "US dollars, where the log knows it", lambda m: m.rollout.cost),
    Column("tokens", Kind.WHOLE, "Of all models it used", lambda m: m.rollout.tokens),
    Column("seconds", Kind.NUMBER, "Working time, without waiting", lambda m: m.rollout.seconds),
    Column("tool_calls", Kind.WHOLE, "Calls of tools", lambda m: m.rollout.tool_calls),
    Column(
        "task_version",
        Kind.TEXT,
        "N-X; figures of different N are not comparable",
        lambda m: str(m.rollout.log.spec.get("task_version", 0)),
    ),
    Column(
        "prompt",
        Kind.TEXT,
        "Variant of the suite's prompts",
        lambda m: (m.rollout.log.spec.get("metadata") or {}).get("prompt"),
    ),
    Column(
        "challenge_version",
        Kind.WHOLE,
        "Rises when tests or prompt change",
        _of_verdict(lambda v: v.challenge_version),
    ),
    Column(
        "challenge_digest",
        Kind.TEXT,
        "SHA-256 of all that decides over a verdict",
        _of_verdict(lambda v: v.challenge_digest),
    ),
    Column(
        "submission_digest",
        Kind.TEXT,
        "SHA-256 of names and contents of what was handed in",
        _of_verdict(lambda v: v.submission_digest),
    ),
    Column("seed", Kind.TEXT, "Replays the verdict", _of_verdict(lambda v: v.seed)),
    Column("judge", Kind.TEXT, "Version of the judge", _of_verdict(lambda v: v.judge_version)),
    Column(
        "image",
        Kind.TEXT,
        "Id of the grading image, or local",
        _of_verdict(lambda v: v.image),
    ),
    Column("log", Kind.TEXT, "Name of the log", lambda m: m.rollout.log.name),
    Column("epoch", Kind.WHOLE, "Its number there", lambda m: m.rollout.epoch),
)

_TEST: tuple[Column[_Tested], ...] = (
    *map(_of_pair, _ATTEMPT),
    Column("test", Kind.TEXT, "Id of the test", lambda pair: pair[1].id),
    Column("kind", Kind.TEXT, "functional, exploit or regression", lambda pair: str(pair[1].kind)),
    Column(
        "passed",
        Kind.FLAG,
        "For an exploit: it was repelled while the code did its job",
        lambda pair: pair[1].passed,
    ),
    Column("reason", Kind.TEXT, "Why it failed, if it did", lambda pair: pair[1].reason),
    Column("label", Kind.TEXT, "What it tries", lambda pair: pair[1].label),
    Column("seconds", Kind.NUMBER, "Duration of the test", lambda pair: pair[1].seconds),
)
