"""SWE-bench: every layout of its reports, and what the harness counts as resolved."""

from pathlib import Path
from typing import Any

import pytest
from audit.helpers import audit, found, refusal, remarks, rows, swe_report, write

from codebench.audit.model import Row


def report(*, resolved: bool, failed: tuple[int, int] = (0, 0), **more: Any) -> dict[str, Any]:
    kinds = {
        kind: {"success": ["a"] * (4 - bad), "failure": ["b"] * bad}
        for kind, bad in zip(("FAIL_TO_PASS", "PASS_TO_PASS"), failed, strict=True)
    }
    others = {kind: {"success": ["c"], "failure": ["d"]} for kind in ("FAIL_TO_FAIL",)}
    return {"resolved": resolved, "tests_status": kinds | others} | more


@pytest.mark.parametrize("flat", [True, False])
def test_folders_of_the_harness_name_run_agent_and_instance(tmp_path: Path, *, flat: bool) -> None:
    path = tmp_path / "logs" / "run_evaluation" / "run-7" / "agent-x" / "a-1" / "report.json"
    told = report(resolved=False, failed=(1, 2))
    (row,) = rows(write(path, told if flat else {"a-1": told}))
    assert row == Row("agent-x", "a-1", "run-7", success=False, passed=5, total=8)


def test_without_such_folders_each_place_is_a_run(tmp_path: Path) -> None:
    for run in ("monday", "tuesday"):
        write(tmp_path / run / "agent-x" / "a-1" / "report.json", report(resolved=True))
    (agent,) = audit(tmp_path)["agents"]
    assert (agent["agent"], agent["n"]) == ("agent-x", [2, 2])


def test_several_instances_lie_in_the_folder_of_their_agent(tmp_path: Path) -> None:
    data = {"a-1": report(resolved=True), "b-2": {"resolved": False, "cost": 1.5}}
    found_rows = rows(write(tmp_path / "agent-x" / "per_instance_details.json", data))
    assert [(row.agent, row.task, row.success, row.total) for row in found_rows] == [
        ("agent-x", "a-1", True, 8),
        ("agent-x", "b-2", False, None),
    ]


def test_a_later_instance_that_is_no_report(tmp_path: Path) -> None:
    data: dict[str, Any] = {f"a-{n}": {"resolved": True} for n in range(300)} | {"last": 3}
    assert "last has no `resolved` of SWE-bench" in refusal(write(tmp_path / "m.json", data))


@pytest.mark.parametrize(("resolved", "success"), [(False, None), (True, True)])
def test_a_failure_of_the_environment_is_unscored(
    tmp_path: Path, *, resolved: bool, success: bool | None
) -> None:
    data = {"a-1": {"resolved": resolved, "infra_failure": True}}
    (row,) = rows(write(tmp_path / "report.json", data))
    assert row.success is success


def test_most_tests_pass_without_any_change(tmp_path: Path) -> None:
    path = write(tmp_path / "report.json", {"a-1": report(resolved=False, failed=(4, 0))})
    assert "PASS_TO_PASS" in remarks(path)[0]


def test_a_summary_counts_what_was_submitted(tmp_path: Path) -> None:
    data = {
        "total_instances": 10,
        "submitted_ids": ["a", "b", "c", "d", "e", "f", "g"],
        "resolved_ids": ["a", "b"],
        "resolved_instances": 2,
        "unresolved_ids": ["c", "e", "g"],
        "error_ids": ["d"],
        "infra_failure_ids": ["e"],
        "ambiguous_failure_ids": ["g"],
        "empty_patch_ids": ["f"],
        "schema_version": 2,
    }
    path = write(tmp_path / "model-x.run-7.json", data)
    found_rows = rows(path)
    assert {(row.agent, row.rollout) for row in found_rows} == {("model-x", "run-7")}
    outcomes = {row.task: row.success for row in found_rows}
    failed = dict.fromkeys("cdfg", False)
    assert outcomes == {"a": True, "b": True, "e": None} | failed
    told = audit(path)
    assert "7 of 10 instances were submitted" in told["notes"][0]
    assert "which gives 0.2000" in told["notes"][0]
    assert told["agents"][0]["success"]["estimate"] == pytest.approx(2 / 6)
    assert told["agents"][0]["success_if_unscored_fail"] == pytest.approx(2 / 7)
    (warning,) = told["warnings"]
    assert "model-x: 1 rollout unscored and in no figure" in warning
    assert "as failures they would take success from 0.333 to 0.286" in warning


def test_a_summary_whose_name_has_no_run(tmp_path: Path) -> None:
    for folder, resolved in (("one", ["a"]), ("two", [])):
        data = {"submitted_ids": ["a"], "resolved_ids": resolved}
        write(tmp_path / folder / "mine.json", data)
        write(tmp_path / folder / "report.json", data)
    told = audit(tmp_path)
    assert {agent["agent"]: agent["n"] for agent in told["agents"]} == {
        "mine": [2, 2],
        "one": [1, 1],
        "two": [1, 1],
    }


def test_a_summary_without_a_list_of_the_submitted(tmp_path: Path) -> None:
    data = {"resolved_ids": ["a"], "unresolved_ids": ["b"], "pending_ids": ["c"]}
    outcomes = {row.task: row.success for row in rows(write(tmp_path / "m.json", data))}
    assert outcomes == {"a": True, "b": False, "c": None}


def test_impossible_numbers_of_a_summary(tmp_path: Path) -> None:
    data = {"submitted_ids": ["a"], "resolved_ids": ["a", "z"], "resolved_instances": 3}
    told = audit(write(tmp_path / "m.r.json", data))
    assert told["agents"][0]["tasks"] == 1
    assert told["warnings"] == [
        "m: 1 of 2 resolved instances were not submitted (c > n), and are left out",
        "m: the file states 3 resolved instances and lists 2",
    ]


def test_a_summary_and_its_reports_are_the_same_rollouts(tmp_path: Path) -> None:
    swe_report(tmp_path)
    alone = audit(tmp_path)["agents"]
    for run, resolved in (("one", ["a-1"]), ("two", [])):
        data = {"submitted_ids": ["a-1", "b-2"], "resolved_ids": resolved}
        write(tmp_path / f"agent-x.{run}.json", data)
    told = audit(tmp_path)
    assert told["agents"] == alone
    assert told["warnings"] == []
    assert "4 rollouts told of in a second file as well: each counts once" in told["notes"]


def test_a_summary_that_contradicts_a_report(tmp_path: Path) -> None:
    swe_report(tmp_path)
    data = {"submitted_ids": ["a-1", "b-2"], "resolved_ids": ["a-1", "b-2"]}
    write(tmp_path / "agent-x.one.json", data)
    (warning,) = audit(tmp_path)["warnings"]
    assert "1 rollout told twice, once as a success and once as a failure" in warning


def test_results_of_the_leaderboard_lack_what_failed(tmp_path: Path) -> None:
    path = tmp_path / "20260102_agent" / "results" / "results.json"
    data: dict[str, list[str]] = {"no_generation": ["a"], "no_logs": [], "resolved": ["b"]}
    told = refusal(write(path, data))
    assert "lists the resolved instances and not those that failed" in told
    (row, other) = rows(write(path, data | {"generated": ["b"]}))
    assert (row.agent, row.task, row.success) == ("20260102_agent", "b", True)
    assert (other.task, other.success) == ("a", False)


def test_a_report_in_which_success_and_tests_disagree(tmp_path: Path) -> None:
    for task, told in (
        ("a", report(resolved=True, failed=(0, 1))),
        ("b", report(resolved=False)),
        ("c", report(resolved=False)),
    ):
        write(tmp_path / "agent-x" / task / "report.json", told)
    lenient, strict = audit(tmp_path)["warnings"]
    assert "agent-x: 1 rollout counted as a success although a test failed" in lenient
    assert "agent-x: 2 rollouts counted as a failure although every test passed" in strict


def test_a_report_in_no_folder_has_still_a_name(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("report.json"), {"a-1": {"resolved": True}})
    assert [each.agent for each in found(Path("report.json")) if isinstance(each, Row)] == [
        tmp_path.name
    ]
