"""Tables: columns that are told or guessed, what a cell may say, and one column for each agent."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from audit.helpers import (
    all_of,
    any_of,
    audit,
    found,
    lines,
    refusal,
    remarks,
    rows,
    run,
    table_csv,
    table_json,
    table_jsonl,
    table_parquet,
    write,
)

from codebench.audit.model import Columns, Row

FORMS = {"csv": table_csv, "jsonl": table_jsonl, "json": table_json, "parquet": table_parquet}


@pytest.mark.parametrize("form", FORMS)
def test_columns_are_known_by_their_names_and_shown(tmp_path: Path, form: str) -> None:
    path = FORMS[form](tmp_path / f"t.{form}")
    columns = {
        "agent": "model",
        "task": "task_id",
        "rollout": "attempt",
        "success": "resolved",
        "passed": "tests_passed",
        "total": "tests_total",
    }
    assert audit(path)["files"][0]["columns"] == columns
    assert "t." + form + ": columns taken for agent: model; task: task_id;" in run(path).output


def test_every_figure_of_a_table_with_security(tmp_path: Path) -> None:
    records = [
        {"model": m, "task_id": t, "attempt": a, "resolved": (a + len(t) + len(m)) % 3 != 0}
        | {"tests_passed": a % 4, "tests_total": 4, "secure": a % 2}
        for m in ("one", "three")
        for t in ("x", "yy")
        for a in range(6)
    ]
    for agent in audit(lines(tmp_path / "t.jsonl", records), "-k", "3")["agents"]:
        own = [r for r in records if r["model"] == agent["agent"]]
        by_task = [[r for r in own if r["task_id"] == task] for task in ("x", "yy")]
        counts = [sum(bool(r["resolved"]) for r in each) for each in by_task]
        both = [sum(bool(r["resolved"] and r["secure"]) for r in each) for each in by_task]
        assert agent["success"]["estimate"] == pytest.approx(sum(counts) / 12)
        expected = sum(any_of(6, c, 3) for c in counts) / 2
        assert agent["reliability_at_k"]["estimate"] == pytest.approx(expected)
        assert agent["secure_success"]["estimate"] == pytest.approx(sum(both) / 12)
        expected = sum(any_of(6, c, 3) for c in both) / 2
        assert agent["secure_at_k"]["estimate"] == pytest.approx(expected)
        expected = sum(all_of(6, c, 3) for c in both) / 2
        assert agent["secure_all_k"]["estimate"] == pytest.approx(expected)
        broken = sum(any_of(4, int(str(r["tests_passed"])), 3) for r in own) / 12
        assert agent["broken_pass_at_k"]["clamp"]["estimate"] == pytest.approx(broken)


def test_columns_can_be_told(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "who,what,fine,passed\na,x,1,0\na,y,0,1\n")
    columns = {"success": "fine", "agent": "who", "task": "what"}
    assert [(row.agent, row.task, row.success) for row in rows(path, columns=columns)] == [
        ("a", "x", True),
        ("a", "y", False),
    ]
    told = audit(path, "--success", "fine", "--agent", "who", "--task", "what")
    assert told["agents"][0]["success"]["estimate"] == 0.5
    sentence = "no column nothing for success; there are who, what, fine, passed."
    assert sentence in refusal(path, "--success", "nothing")


def test_columns_that_are_told_make_any_file_a_table(tmp_path: Path) -> None:
    records = [{"task_id": "H/0", "completion": "c", "passed": True, "other": False}]
    path = lines(tmp_path / "m.jsonl", records)
    assert audit(path)["files"][0]["format"] == "human-eval"
    told = audit(path, "--success", "other")
    assert told["files"][0]["format"] == "table"
    assert told["agents"][0]["success"]["estimate"] == 0.0


@pytest.mark.parametrize(
    ("cells", "success"),
    [
        (["1", "true", "Yes", " y ", "C", "pass", "PASSED", "success", "1.00", "1e0"], True),
        (["0", "FALSE", "no", "N", "I", "fail", "failed", "failure", "0.0", "-0"], False),
        (["", "nan", "None", "null", "NA", " n/a "], None),
    ],
)
def test_what_a_cell_says(tmp_path: Path, cells: list[str], *, success: bool | None) -> None:
    text = "task,success\n" + "".join(f"t{n},{cell}\n" for n, cell in enumerate(cells))
    assert {row.success for row in rows(write(tmp_path / "t.csv", text))} == {success}


@pytest.mark.parametrize(
    ("value", "success"),
    [(True, True), (0, False), (1.0, True), (None, None), (float("nan"), None)],
)
def test_what_a_value_says(tmp_path: Path, value: Any, *, success: bool | None) -> None:
    (row,) = rows(lines(tmp_path / "t.jsonl", [{"task": "x", "success": value}]))
    assert row.success is success


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"success": "maybe"}, "success=maybe, which is neither yes nor no: name a binary column"),
        ({"success": 2}, "success=2, which is neither yes nor no"),
        ({"success": 0.5}, "success=0.5, which is neither yes nor no"),
        ({"success": [1]}, "success=a list, which is neither yes nor no"),
        ({"success": float("inf")}, "success=inf, which is neither yes nor no"),
        ({"success": 10**400}, "success=a huge number, which is neither yes nor no"),
        ({"tests_passed": True}, "tests_passed=True, which is no number of tests"),
        ({"tests_passed": -1}, "tests_passed=-1, which is no number of tests"),
        ({"tests_passed": "many"}, "tests_passed=many, which is no number of tests"),
        ({"tests_passed": 1.5}, "tests_passed=1.5, which is no number of tests"),
        ({"tests_passed": 10**400}, "tests_passed=a huge number, which is no number of tests"),
        ({"tests_total": 10**10}, "tests_total=10000000000, which is no number of tests"),
        ({"tests_total": float("inf")}, "tests_total=inf, which is no number of tests"),
        ({"tests_total": {"a": 1}}, "tests_total=an object, which is no number of tests"),
        ({"task": ["a"]}, "task=a list, which is no name"),
        ({"agent": {"a": 1}}, "agent=an object, which is no name"),
        ({"rollout": [[]]}, "rollout=a list, which is no name"),
    ],
)
def test_values_of_the_wrong_kind(tmp_path: Path, record: dict[str, Any], sentence: str) -> None:
    whole = {"agent": "a", "task": "t", "rollout": 1, "success": True, "secure": True}
    whole |= {"tests_passed": 1, "tests_total": 2}
    told = refusal(lines(tmp_path / "t.jsonl", [whole, {**whole, **record}]))
    assert f"t.jsonl: row 2 has {sentence}" in told


@pytest.mark.parametrize("lacking", ["agent", "task", "rollout", "success"])
def test_a_row_without_a_column_that_decides(tmp_path: Path, lacking: str) -> None:
    whole = {"agent": "a", "task": "t", "rollout": 1, "success": True, "secure": True}
    short = {role: value for role, value in whole.items() if role != lacking}
    told = refusal(lines(tmp_path / "t.jsonl", [whole, short]))
    assert f"row 2 has no {lacking}." in told


def test_columns_of_some_rows_alone(tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [{"task": "x", "success": True}]
    records += [{"task": "y", "success": True, "tests_passed": 1, "tests_total": 2, "secure": 1}]
    found_rows = rows(lines(tmp_path / "t.jsonl", records))
    assert [(row.passed, row.secure) for row in found_rows] == [(None, None), (1, True)]


def test_more_tests_passed_than_there_are_is_a_warning(tmp_path: Path) -> None:
    text = "task,success,tests_passed,tests_total\nx,1,5,4\ny,0,2,4\n"
    told = audit(write(tmp_path / "t.csv", text))
    assert told["warnings"] == [
        "t.csv: more tests passed than there are (c > n) in 1 row, whose counts are left out"
    ]
    assert told["agents"][0]["rollouts_with_tests"] == 1
    assert told["agents"][0]["success"]["estimate"] == 0.5


def test_without_a_column_of_success_all_tests_decide(tmp_path: Path) -> None:
    text = "task,tests_passed,tests_total\na,4,4\nb,3,4\nc,,4\nd,0,0\n"
    path = write(tmp_path / "t.csv", text)
    assert [row.success for row in rows(path)] == [True, False, None, False]
    assert "a success is a row with all tests passed" in remarks(path)[0]


def test_security_that_is_judged_late_is_still_security(tmp_path: Path) -> None:
    """Many files judge it for working code alone, which may come after many failures."""
    text = "task,success,secure\n" + "x,0,\n" * 300 + "x,1,1\n"
    (agent,) = audit(write(tmp_path / "t.csv", text))["agents"]
    assert agent["secure_success"]["estimate"] == pytest.approx(1 / 301)


def test_a_column_is_security_only_if_it_says_yes_or_no(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "task,success,security\nx,1,high\ny,0,low\n")
    assert [row.secure for row in rows(path)] == [None, None]
    assert "security does not say yes or no, and is not taken for security" in remarks(path)[0]
    assert "security=high, which is neither yes nor no: name a binary column with --secure" in (
        refusal(path, "--secure", "security")
    )


def test_what_a_table_does_not_name(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.csv", "success\n1\n0\n")
    assert [(row.agent, row.task) for row in rows(path)] == [("mine", "2"), ("mine", "3")]
    assert len(remarks(path)) == 3
    assert len({row.rollout for row in rows(path)}) == 2


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_what_divides_a_table(tmp_path: Path, mark: str) -> None:
    text = mark.join(["agent", "task", "success"]) + "\r\n" + mark.join(["a", "x", "1"]) + "\r\n"
    suffix = "tsv" if mark == "\t" else "csv"
    (row,) = rows(write(tmp_path / f"t.{suffix}", text))
    assert (row.agent, row.task, row.success) == ("a", "x", True)


def test_cells_may_hold_lines_marks_and_quotes(tmp_path: Path) -> None:
    text = 'task,completion,success\n"a,""b""","x\ny",1\n\n'
    (row,) = rows(write(tmp_path / "t.csv", text))
    assert (row.task, row.success) == ('a,"b"', True)


def test_one_column_for_each_agent(tmp_path: Path) -> None:
    text = ",question,one,two,text\n0,q1,1,no,a\n1,q2,,yes,b\n"
    path = write(tmp_path / "t.csv", text)
    told = found(path, columns={"task": "question"})
    assert told[0] == Columns({"agent": "one, two", "task": "question"})
    assert [each[:2] + each[3:4] for each in told if isinstance(each, Row)] == [
        ("one", "q1", True),
        ("two", "q1", False),
        ("one", "q2", None),
        ("two", "q2", True),
    ]
    late = "".join(f"q{n},1,1,x\n" for n in range(300)) + "q,1,half,x\n"
    write(path, f"question,one,two,text\n{late}")
    assert "row 302 has two=half, which is neither yes nor no" in refusal(path)


def test_parquet_of_many_kinds(tmp_path: Path) -> None:
    records = [
        {"model": b"a", "task": date(2026, 1, day), "success": Decimal(day % 2), "patch": "p" * day}
        | {"steps": [{"deep": [day]}], "tests_passed": float("nan"), "tests_total": Decimal(3)}
        for day in (1, 2)
    ]
    path = table_parquet(tmp_path / "t.parquet", records)
    assert [(row.task, row.success, row.total) for row in rows(path)] == [
        ("2026-01-01", True, 3),
        ("2026-01-02", False, 3),
    ]
    assert "no column steps for success" in refusal(path, "--success", "steps")
