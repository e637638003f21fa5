"""Audits of result files: each format's numbers computed independently, and its mistakes."""

import csv
import json
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from codebench.audit.files import MAX_LINE
from codebench.audit.model import AuditError, Source
from codebench.audit.reading import read
from codebench.cli import main

DATA = Path(__file__).parents[2] / "shared" / "data"
LOGS = Path(__file__).parent.parent / "logs"


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, arguments)])


def _audit(*arguments: str | Path) -> dict[str, Any]:
    result = _run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def _write(path: Path, data: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def _lines(path: Path, records: list[dict[str, Any]]) -> Path:
    return _write(path, "".join(json.dumps(record) + "\n" for record in records))


def _one(sources: list[Source]) -> Source:
    (source,) = sources
    return source


def _any_of(n: int, c: int, k: int) -> float:
    return 1 - comb(n - c, k) / comb(n, k)


# Formats


def _status(good: int, bad: int, kept: int, lost: int) -> dict[str, Any]:
    def kind(success: int, failure: int) -> dict[str, list[str]]:
        return {"success": ["a"] * success, "failure": ["b"] * failure}

    return {"FAIL_TO_PASS": kind(good, bad), "PASS_TO_PASS": kind(kept, lost)}


@pytest.mark.parametrize("flat", [True, False])
def test_reports_of_swe_bench(tmp_path: Path, *, flat: bool) -> None:
    for run in ("one", "two"):
        for task, resolved, status in (
            ("a-1", run == "two", _status(1, run == "one", 10, 0)),
            ("b-2", False, None),
        ):
            report: dict[str, Any] = {"resolved": resolved, "patch_exists": status is not None}
            report |= {"tests_status": status} if status else {}
            path = tmp_path / "logs" / "run_evaluation" / run / "agent-x" / task / "report.json"
            _write(path, report if flat else {task: report})
    told = _audit(tmp_path, "-k", "2")
    (agent,) = told["agents"]
    assert (agent["agent"], agent["tasks"], agent["n"]) == ("agent-x", 2, [2, 2])
    assert agent["success"]["estimate"] == 0.25
    assert agent["reliability_at_k"]["estimate"] == 0.5
    assert agent["reliability_all_k"]["estimate"] == 0.0
    assert agent["rollouts_with_tests"] == 2
    assert agent["test_fraction"] == pytest.approx((11 / 12 + 1) / 2)
    assert agent["broken_pass_at_k"]["pad"] == pytest.approx((_any_of(12, 11, 2) + 1) / 2)


def test_a_summary_of_swe_bench(tmp_path: Path) -> None:
    data = {
        "total_instances": 6,
        "submitted_ids": ["a", "b", "c", "d", "e"],
        "resolved_ids": ["a", "b"],
        "unresolved_ids": ["c"],
        "error_ids": ["d"],
        "infra_failure_ids": ["e"],
        "schema_version": 2,
    }
    source = _one(read([_write(tmp_path / "model-x.run-7.json", data)]))
    assert source.format == "swe-bench"
    assert {(row.agent, row.rollout) for row in source.rows} == {("model-x", "run-7")}
    outcomes = {row.task: row.success for row in source.rows}
    assert outcomes == {"a": True, "b": True, "c": False, "d": False, "e": None}


def test_evalplus_with_stated_figures(tmp_path: Path) -> None:
    samples = {
        f"HumanEval/{task}": [
            {"solution": f"s{task}{n}", "base_status": "pass", "plus_status": end}
            for n, end in enumerate(ends)
        ]
        for task, ends in enumerate([["pass", "fail"], ["fail", "fail"], ["pass", "pass"]])
    }
    stated = {"base": {"pass@1": 1.0}, "plus": {"pass@1": 0.5, "pass@2": 0.9, "pass@10": 1.0}}
    path = _write(tmp_path / "gpt-x_eval_results.json", {"eval": samples, "pass_at_k": stated})
    told = _audit(path, "-k", "2")
    (agent,) = told["agents"]
    assert told["files"][0]["format"] == "evalplus"
    assert agent["agent"] == "gpt-x"
    assert agent["success"]["estimate"] == 0.5
    assert agent["reliability_at_k"]["estimate"] == pytest.approx(2 / 3)
    assert agent["reliability_all_k"]["estimate"] == pytest.approx(1 / 3)
    assert agent["test_fraction"] is None
    impossible, wrong = told["warnings"][1], told["warnings"][0]
    assert "pass@2 = 0.9000; its rollouts give 0.6667" in wrong
    assert "pass@10 = 1.0000, but no task has more than 2 scored rollouts: k > n" in impossible


def test_evalplus_before_0_2_has_single_tests(tmp_path: Path) -> None:
    tasks = {
        "HumanEval/0": {
            "nfiles": 2,
            "base": [["success", [True, True]], ["failed", [True, False]]],
            "plus": [["success", [True]], ["failed", [False]]],
        }
    }
    source = _one(read([_write(tmp_path / "old.json", {"eval": tasks})]))
    assert source.format == "evalplus-0.1"
    assert [(r.success, r.passed, r.total) for r in source.rows] == [(True, 3, 3), (False, 1, 3)]


def test_bigcodebench(tmp_path: Path) -> None:
    samples = {
        "BigCodeBench/0": [
            {"solution": "x", "status": "pass", "details": {}},
            {"solution": "y", "status": "fail", "details": {"test_a": "trace"}},
        ]
    }
    source = _one(read([_write(tmp_path / "m_eval_results.json", {"eval": samples})]))
    assert source.format == "bigcodebench"
    assert [row.success for row in source.rows] == [True, False]


def test_samples_of_human_eval(tmp_path: Path) -> None:
    records = [
        {"task_id": f"HumanEval/{n % 2}", "completion": "same", "passed": n < 2, "result": "passed"}
        for n in range(6)
    ]
    told = _audit(_lines(tmp_path / "m_results.jsonl", records), "-k", "3")
    (agent,) = told["agents"]
    assert told["files"][0]["format"] == "human-eval"
    assert (agent["tasks"], agent["n"]) == (2, [3, 3])
    assert agent["success"]["estimate"] == pytest.approx(1 / 3)
    assert agent["reliability_at_k"]["estimate"] == 1.0
    assert any("4 of 6 answers repeat another one" in warning for warning in told["warnings"])


def test_samples_of_lm_evaluation_harness(tmp_path: Path) -> None:
    def record(doc: int, score: float, answers: int, kind: str = "none") -> dict[str, Any]:
        texts = [f"{doc} {n}" for n in range(answers)]
        return {
            "doc_id": doc,
            "target": "t",
            "resps": [texts],
            "filtered_resps": [texts],
            "filter": kind,
            "metrics": ["pass@1"],
            "pass@1": score,
        }

    records = [record(0, 0.75, 4), record(1, 0.0, 4), record(0, 0.75, 4, "other")]
    path = _lines(tmp_path / "model" / "samples_humaneval_2026-01-02T03-04-05.jsonl", records)
    (agent,) = _audit(path, "-k", "2")["agents"]
    assert (agent["agent"], agent["tasks"], agent["n"]) == ("model", 2, [4, 4])
    assert agent["success"]["estimate"] == 0.375
    assert agent["reliability_at_k"]["estimate"] == pytest.approx(0.5 * _any_of(4, 3, 2))
    partial = _lines(tmp_path / "samples_p.jsonl", [record(0, 0.3, 4)])
    with pytest.raises(AuditError, match="partial credit is no success"):
        read([partial])


def test_a_run_of_terminal_bench(tmp_path: Path) -> None:
    def trial(name: str, resolved: int, tests: dict[str, str] | None, mode: str) -> dict[str, Any]:
        return {
            "trial_name": name,
            "task_id": name.partition(".")[0],
            "is_resolved": bool(resolved),
            "failure_mode": mode,
            "parser_results": tests,
        }

    half = {"a": "passed", "b": "failed"}
    trials = [
        trial("x.1-of-2", 1, {"a": "passed", "b": "passed"}, "unset"),
        trial("x.2-of-2", 0, half, "agent_timeout"),
        trial("y.1-of-2", 0, None, "agent_installation_failed"),
        trial("y.2-of-2", 0, half, "unset"),
    ]
    data = {"id": "1", "results": trials, "accuracy": 0.25, "pass_at_k": {"2": 1.0}}
    told = _audit(_write(tmp_path / "agent-z" / "results.json", data), "-k", "2")
    (agent,) = told["agents"]
    assert (agent["agent"], agent["unscored"], agent["n"]) == ("agent-z", 1, [1, 2])
    assert agent["success"]["estimate"] == 0.25
    assert agent["reliability_at_k"] == {**agent["reliability_at_k"], "estimate": 1.0, "missing": 1}
    assert agent["broken_pass_at_k"] == pytest.approx(
        {"clamp": (1 + 1 + 1) / 3, "pad": (1 + 1 + 1) / 3, "skip": (1 + 1 + 1) / 3}
    )
    assert told["warnings"][:2] == [
        "agent-z: 1 rollout unscored and in no mean",
        "agent-z: tasks have from 1 to 2 rollouts",
    ]


@pytest.mark.parametrize("layout", ["job", "stats", "trials"])
def test_jobs_of_harbor(tmp_path: Path, layout: str) -> None:
    rewards = {"t1__a": 1.0, "t1__b": 0.0, "t2__a": 0.5, "t2__b": None}
    trials = [
        {
            "task_name": name.partition("__")[0],
            "trial_name": name,
            "agent_info": {"name": "claude", "version": "1", "model_info": {"name": "m"}},
            "verifier_result": None if reward is None else {"rewards": {"reward": reward}},
        }
        for name, reward in rewards.items()
    ]
    if layout == "trials":
        for trial in trials:
            _write(tmp_path / "job" / str(trial["trial_name"]) / "result.json", trial)
    else:
        stats = {
            "n_trials": 4,
            "reward_stats": {"reward": {"1.0": ["t1__a"], "0.0": ["t1__b"], "0.5": ["t2__a"]}},
            "exception_stats": {"Timeout": ["t2__b"]},
            "pass_at_k": {"2": 0.5},
        }
        job = {"id": "j", "stats": {"evals": {"claude__m__data": stats}}}
        _write(
            tmp_path / "result.json", {**job, "trial_results": trials if layout == "job" else []}
        )
    (agent,) = _audit(tmp_path)["agents"]
    assert (agent["agent"], agent["tasks"], agent["unscored"]) == ("claude__m", 2, 1)
    assert agent["success"]["estimate"] == 0.25


def test_logs_of_inspect() -> None:
    told = _audit(LOGS / "example.eval")
    (agent,) = told["agents"]
    assert told["files"][0]["format"] == "inspect"
    assert agent["n"] == [8, 8]
    assert 0 < agent["secure_success"]["estimate"] < agent["success"]["estimate"] < 1
    assert agent["secure_at_k"]["lower"] < agent["secure_at_k"]["estimate"]


# Tables

ROLLOUTS = [
    {"model": m, "task_id": t, "attempt": a, "resolved": (a + len(t) + len(m)) % 3 != 0}
    | {"tests_passed": a % 4, "tests_total": 4, "secure": a % 2}
    for m in ("one", "three")
    for t in ("x", "yy")
    for a in range(6)
]


def _as_csv(path: Path) -> Path:
    path = path.with_suffix(".csv")
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(ROLLOUTS[0]))
        writer.writeheader()
        writer.writerows(ROLLOUTS)
    return path


def _as_parquet(path: Path) -> Path:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.Table.from_pylist(ROLLOUTS), path.with_suffix(".parquet"))
    return path.with_suffix(".parquet")


@pytest.mark.parametrize(
    "write",
    [
        _as_csv,
        _as_parquet,
        lambda path: _lines(path.with_suffix(".jsonl"), ROLLOUTS),
        lambda path: _write(path.with_suffix(".json"), ROLLOUTS),
    ],
    ids=["csv", "parquet", "jsonl", "json"],
)
def test_a_table_says_the_same_in_every_form(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    told = _audit(write(tmp_path / "table"), "-k", "3")
    assert told["files"][0]["columns"] == {
        "agent": "model",
        "task": "task_id",
        "rollout": "attempt",
        "success": "resolved",
        "passed": "tests_passed",
        "total": "tests_total",
        "secure": "secure",
    }
    for agent in told["agents"]:
        own = [r for r in ROLLOUTS if r["model"] == agent["agent"]]
        by_task = [[r for r in own if r["task_id"] == task] for task in ("x", "yy")]
        counts = [sum(bool(r["resolved"]) for r in rows) for rows in by_task]
        both = [sum(bool(r["resolved"] and r["secure"]) for r in rows) for rows in by_task]
        assert agent["success"]["estimate"] == pytest.approx(sum(counts) / 12)
        expected = sum(_any_of(6, c, 3) for c in counts) / 2
        assert agent["reliability_at_k"]["estimate"] == pytest.approx(expected)
        expected = sum(comb(c, 3) / comb(6, 3) for c in both) / 2
        assert agent["secure_all_k"]["estimate"] == pytest.approx(expected)
        broken = sum(_any_of(4, int(r["tests_passed"]), 3) for r in own) / 12
        assert agent["broken_pass_at_k"]["clamp"] == pytest.approx(broken)


def test_columns_can_be_told(tmp_path: Path) -> None:
    path = _write(tmp_path / "t.csv", "who,what,fine,passed\na,x,1,0\na,y,0,1\n")
    source = _one(read([path], columns={"success": "fine", "agent": "who", "task": "what"}))
    assert [(row.agent, row.task, row.success) for row in source.rows] == [
        ("a", "x", True),
        ("a", "y", False),
    ]
    result = _run(path, "--success", "nothing")
    assert result.exit_code == 1
    assert "no column nothing for success; there are who, what, fine, passed." in result.output


def test_ranks_that_change_are_told(tmp_path: Path) -> None:
    text = "agent,task,success,tests_passed,tests_total\n"
    text += "a,x,1,10,10\na,y,0,0,10\nb,x,0,9,10\nb,y,0,9,10\n"
    told = _audit(_write(tmp_path / "t.csv", text), "-k", "2")
    assert told["rank_changes"]["test fraction"]["swapped"] == ["a / b"]
    assert told["rank_changes"]["test fraction"]["tau"] == pytest.approx(-1)
    result = _run(tmp_path / "t.csv", "-k", "2")
    assert "Order by test fraction against strict success: Kendall's tau -1.00" in result.output
    assert "changed places: a / b" in result.output
    assert "no figure at k = 2" in result.output


def test_different_tasks_and_copies_are_told(tmp_path: Path) -> None:
    text = "agent,task,run,success\na,x,1,1\na,x,1,1\na,y,1,0\nb,x,1,1\n"
    warnings = _audit(_write(tmp_path / "t.csv", text))["warnings"]
    assert warnings[0] == "1 repeated rollout left out: each counts once"
    assert any("not given the same 2 tasks (b lacks 1)" in warning for warning in warnings)


# What cannot be read


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.json", "", "the file is empty"),
        ("a.jsonl", "\n\n", "the file is empty"),
        ("a.csv", "agent,success\n", "the table is empty"),
        ("a.json", "{", "not JSON"),
        ("a.json", "[" * 100_000, "nested too deep"),
        ("a.json", '{"some": "thing"}', "neither results of a known benchmark nor a list"),
        ("a.jsonl", '{"task": "x", "success": 1}\n[1]\n', "line 2 is no JSON object"),
        ("a.jsonl", '{"task": "x", "success": 1}\n{\n', "line 2 is not JSON"),
        (
            "a.csv",
            "agent,success\na,maybe\n",
            "row 2 has success=maybe, which is neither yes nor no",
        ),
        ("a.csv", "agent,success\na,1,2\n", "line 2 has another number of columns"),
        ("a.csv", "agent,success\n\xff\xfe\n".encode("latin-1"), "not a CSV file in UTF-8"),
        ("a.csv", "name,text\na,some\n", "no column says yes or no"),
        (
            "a.csv",
            "agent,success,tests_passed,tests_total\na,1,5,4\n",
            "row 2 has 5 tests passed of 4",
        ),
        ("a.csv", "agent,success,tests_passed\na,1,x\n", "x, which is no number of tests"),
        ("a.parquet", "PAR1 and more", "not a parquet file"),
        ("a.json", '{"resolved_ids": []}', "without a submitted instance"),
        ("a.json", '{"resolved_ids": [1]}', "resolved_ids is no list of instance ids"),
        ("a.json", '{"eval": {"a": 3}}', "eval is not that of EvalPlus"),
        ("a.json", '{"eval": {"a": []}}', "no task has a sample"),
        (
            "a.json",
            '{"x": {"resolved": true, "tests_status": 3}}',
            "not that of a SWE-bench report",
        ),
        ("a.json", '{"stats": {"evals": {}}}', "a job of Harbor without a trial"),
        ("a.eval", "no log", "a.eval"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_in_one_sentence(
    tmp_path: Path, name: str, content: str | bytes, sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = _run(path)
    assert result.exit_code == 1
    assert sentence in result.output
    assert result.output.count("\n") == 1
    assert "Traceback" not in result.output


def test_paths_and_formats_that_do_not_fit(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    table = _write(tmp_path / "t.csv", "agent,success\na,1\n")
    report = _write(tmp_path / "report.json", {"a": {"resolved": True}})
    for arguments, sentence in (
        ((tmp_path / "none.csv",), "there is no such file or folder"),
        ((tmp_path / "empty",), "no file of results in it"),
        ((report, "--format", "harbor"), "not a file of harbor"),
        ((table, "--format", "inspect"), "No results in the files given"),
    ):
        result = _run(*arguments)
        assert result.exit_code == 1
        assert sentence in result.output


def test_other_json_files_in_a_folder_are_passed_over(tmp_path: Path) -> None:
    _write(tmp_path / "a-1" / "report.json", {"resolved": True})
    _write(tmp_path / "config.json", {"temperature": 0})
    assert _one(read([tmp_path])).rows[0].task == "a-1"


def test_a_line_of_any_length_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(b'{"task": "x", "success": 1}\n{"task": "')
        file.truncate(file.tell() + 4 * MAX_LINE)  # a hole, which takes no space
    with pytest.raises(AuditError, match="line 2 is longer than 32 MB"):
        read([path])


def test_a_document_that_is_too_large_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.write(b'{"eval": {')
        file.truncate(2**30)
    with pytest.raises(AuditError, match="1024 MB are too much for one JSON document"):
        read([path])


# Real files


def _real(name: str) -> Path:
    if not (DATA / name).exists():
        pytest.skip(f"{DATA / name} is not there")
    return DATA / name


def test_real_reports_of_swe_bench() -> None:
    told = _audit(_real("swebench_reports"))
    (agent,) = told["agents"]
    shares, resolved = [], []
    for path in sorted((DATA / "swebench_reports").glob("*/report.json")):
        report = json.loads(path.read_text())
        kinds = [report["tests_status"][k] for k in ("FAIL_TO_PASS", "PASS_TO_PASS")]
        good, bad = (sum(len(kind[e]) for kind in kinds) for e in ("success", "failure"))
        shares.append(good / (good + bad))
        resolved.append(report["resolved"])
    assert agent["success"]["estimate"] == sum(resolved) / len(resolved) == 0.5
    assert agent["test_fraction"] == pytest.approx(sum(shares) / len(shares))
    assert agent["rollouts_with_tests"] == 8


def test_a_real_file_of_evalplus() -> None:
    (agent,) = _audit(_real("evalplus_v01_eval_results.json"))["agents"]
    assert (agent["tasks"], agent["success"]["estimate"]) == (164, 0.0)
    assert agent["reliability_at_k"] is None


def test_a_real_table_with_a_column_for_each_agent() -> None:
    path = _real("langchain_tool_use_binary.csv")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    told = {agent["agent"]: agent["success"]["estimate"] for agent in _audit(path)["agents"]}
    assert told == {
        name: pytest.approx(sum(float(row[name]) for row in rows) / len(rows)) for name in rows[0]
    }
