"""Logs of Inspect: tests of the suite's own, security, and scores of other suites."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audit.helpers import EXAMPLE, audit, refusal
from making import evaluate
from run_logs import foreign_log, suite_log

from codebench.audit.formats.inspect_logs import read_logs
from codebench.audit.model import Row
from codebench.report.log_files import open_log, whole_rollouts
from codebench.tasks import algorithmic
from codebench.verdict import TestKind, Verdict


def counts_in(path: Path) -> dict[tuple[str, str], tuple[int | None, int | None]]:
    ((_, found),) = read_logs([path], None, None)
    return {
        (each.task, each.rollout): (each.passed, each.total)
        for each in found
        if isinstance(each, Row)
    }


def from_verdicts(path: Path) -> dict[tuple[str, str], tuple[int, int]]:
    """The same from whole rollouts."""
    found = {}
    for sample in whole_rollouts(open_log(path)):
        verdict = Verdict.model_validate(sample["store"]["Rollout:verdict"])
        tests = verdict.of_kind(TestKind.FUNCTIONAL)
        key = str(sample["id"]), str(sample["epoch"])
        found[key] = sum(test.passed for test in tests), len(tests)
    return found


def changed(path: Path, target: Path, change: Callable[[str, Any], Any]) -> Path:
    """A copy of a log, each member of which went through a function."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = change(name, json.loads(old.read(name)))
            if data is not None:
                new.writestr(name, json.dumps(data))
    return target


def test_tests_of_each_rollout_are_those_of_its_verdict() -> None:
    told = counts_in(EXAMPLE)
    assert told == from_verdicts(EXAMPLE)
    assert len({passed for passed, _ in told.values()}) > 2
    (agent,) = audit(EXAMPLE)["agents"]
    shares = [passed / total for passed, total in from_verdicts(EXAMPLE).values()]
    assert agent["rollouts_with_tests"] == agent["rollouts"] == 40
    assert agent["test_fraction"]["estimate"] == pytest.approx(sum(shares) / len(shares))
    assert agent["success"]["estimate"] == sum(share == 1 for share in shares) / len(shares)
    assert set(agent["broken_pass_at_k"]) == {"clamp", "pad", "skip"}


@pytest.mark.parametrize("kept", ["", "4 of 5 functional tests passed.", "It works."])
def test_an_explanation_that_does_not_fit_the_share_is_not_believed(
    tmp_path: Path, kept: str
) -> None:
    """Then the verdicts in the whole rollouts are read."""

    def change(name: str, data: Any) -> Any:
        if name == "summaries.json":
            for row in data:
                row["scores"]["success"]["explanation"] = kept
        return data

    path = changed(EXAMPLE, tmp_path / "log.eval", change)
    assert counts_in(path) == from_verdicts(EXAMPLE)


def test_a_verdict_that_is_none_has_no_tests(tmp_path: Path) -> None:
    def change(name: str, data: Any) -> Any:
        if name == "summaries.json":
            for row in data:
                row["scores"]["success"]["explanation"] = None
        if name == "samples/log-archiver_epoch_1.json":
            verdict = data["store"]["Rollout:verdict"]
            verdict |= {"blame": "unscored", "unscored": "engine_failed", "tests": []}
        return data

    told = counts_in(changed(EXAMPLE, tmp_path / "log.eval", change))
    assert told == from_verdicts(EXAMPLE) | {("log-archiver", "1"): (None, None)}


def test_a_log_without_verdicts_has_no_tests(tmp_path: Path) -> None:
    def change(name: str, data: Any) -> Any:
        if name == "summaries.json":
            for row in data:
                row["scores"]["success"]["explanation"] = None
        return None if name.startswith("samples/") else data

    path = changed(EXAMPLE, tmp_path / "log.eval", change)
    assert set(counts_in(path).values()) == {(None, None)}


def test_a_submission_that_fails_as_a_whole_passes_none_of_the_tests(tmp_path: Path) -> None:
    def change(name: str, data: Any) -> Any:
        if name == "summaries.json":
            for row in data:
                if (row["id"], row["epoch"]) == ("log-archiver", 1):
                    row["scores"]["success"] = {"value": "I", "reason": "invalid_submission"}
        return data

    told = counts_in(changed(EXAMPLE, tmp_path / "log.eval", change))
    whole = from_verdicts(EXAMPLE)
    total = whole["log-archiver", "1"][1]
    assert told == whole | {("log-archiver", "1"): (0, total)}


def test_unscored_rollouts_are_in_no_figure(tmp_path: Path) -> None:
    path = suite_log(tmp_path, {"a": ["SW", "?", "-"], "b": ["W", "error", "S"]})
    told = audit(path, "-k", "2")
    (agent,) = told["agents"]
    assert (agent["unscored"], agent["n"], agent["rollouts_with_tests"]) == (2, [2, 2], 0)
    assert agent["success"]["estimate"] == 0.5
    assert agent["success_if_unscored_fail"] == pytest.approx(1 / 3)
    assert agent["secure_success"]["estimate"] == 0.25
    assert "no counts of tests, so nothing can be said of partial credit" in told["limits"]


def test_a_log_without_a_security_side_says_nothing_of_security(tmp_path: Path) -> None:
    task = algorithmic(k=1, only="interval-map", grading="local")
    log = evaluate(task, "replay/secure", tmp_path, epochs=1)
    (agent,) = audit(log.location.removeprefix("file://"))["agents"]
    assert agent["secure_success"] is None
    assert agent["test_fraction"]["estimate"] == 1.0


def test_where_nothing_can_be_attacked_success_alone_counts(tmp_path: Path) -> None:
    def change(name: str, data: Any) -> Any:
        if name == "summaries.json":
            for row in data:
                if row["id"] == "log-archiver":
                    none = {"value": float("nan"), "reason": "no_security_side"}
                    row["scores"] |= {"security": none, "secure_success": none}
        return data

    told = audit(changed(EXAMPLE, tmp_path / "log.eval", change))
    (before,), (after,) = audit(EXAMPLE)["agents"], told["agents"]
    assert after["success"] == before["success"]
    assert after["secure_success"]["tasks"] == 5
    assert after["secure_success"]["estimate"] > before["secure_success"]["estimate"]


def test_logs_of_other_suites(tmp_path: Path) -> None:
    path = foreign_log(tmp_path, {"a": [1, 0], "b": [1, 1]})
    (agent,) = audit(path, "-k", "2")["agents"]
    assert agent["success"]["estimate"] == 0.75
    assert agent["test_fraction"] is None
    partial = foreign_log(tmp_path / "more", {"a": [0.5, 0.2], "b": [1, 1]})
    assert "is neither success nor failure: say with --threshold" in refusal(partial)
    (agent,) = audit(partial, "--threshold", "0.5")["agents"]
    assert agent["success"]["estimate"] == 0.75


def test_a_log_with_several_scorers_needs_a_choice(tmp_path: Path) -> None:
    path = foreign_log(tmp_path, {"a": [{"x": 1, "y": 0}], "b": [{"x": 1, "y": 1}]})
    assert "choose one with --scorer" in refusal(path)
    (agent,) = audit(path, "--scorer", "looked_up.y")["agents"]
    assert agent["success"]["estimate"] == 0.5


def test_two_tasks_with_a_challenge_of_the_same_name(tmp_path: Path) -> None:
    foreign_log(tmp_path, {"a": [1]})
    suite_log(tmp_path, {"a": ["-"]})
    told = audit(tmp_path)
    (agent,) = told["agents"]
    assert (agent["tasks"], agent["success"]["estimate"]) == (2, 0.5)
    assert len(told["files"]) == 2


def test_copies_of_a_log_are_noted(tmp_path: Path) -> None:
    for name in ("one.eval", "two.eval"):
        (tmp_path / name).write_bytes(EXAMPLE.read_bytes())
    told = audit(tmp_path)
    assert told["agents"] == audit(EXAMPLE)["agents"]
    assert any("older copy of the same run" in note for note in told["notes"])
