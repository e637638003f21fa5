"""Real files of others, where they are at hand: every figure against an independent computation."""

import csv
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from audit.helpers import DATA, any_of, audit, refusal, run
from scipy.stats import t as student


def real(name: str) -> Path:
    if not (DATA / name).exists():
        pytest.skip(f"{DATA / name} is not there")
    return DATA / name


def wilson(values: Sequence[float]) -> tuple[float, float]:
    """Wilson's interval for a mean of shares of tasks, with an effective number of them."""
    tasks, mean = len(values), sum(values) / len(values)
    error = math.sqrt(sum((value - mean) ** 2 for value in values) / (tasks - 1) / tasks)
    count = mean * (1 - mean) / error**2 if error else tasks
    square = student.ppf(0.975, tasks - 1) ** 2
    centre = (mean + square / 2 / count) / (1 + square / count)
    half = math.sqrt(square * (mean * (1 - mean) / count + square / 4 / count**2))
    return centre - half / (1 + square / count), centre + half / (1 + square / count)


def check_share(figure: Mapping[str, Any], values: Sequence[float]) -> None:
    assert figure["estimate"] == pytest.approx(sum(values) / len(values))
    assert (figure["lower"], figure["upper"]) == pytest.approx(wilson(values))
    assert figure["tasks"] == len(values)


def test_reports_of_swe_bench() -> None:
    told = audit(real("swebench_reports"))
    (agent,) = told["agents"]
    counts, resolved = [], []
    for path in sorted((DATA / "swebench_reports").glob("*/report.json")):
        report = json.loads(path.read_text())
        kinds = [report["tests_status"][k] for k in ("FAIL_TO_PASS", "PASS_TO_PASS")]
        good, bad = (sum(len(kind[e]) for kind in kinds) for e in ("success", "failure"))
        counts.append((good, good + bad))
        resolved.append(report["resolved"])
    assert agent["success"]["estimate"] == sum(resolved) / len(resolved) == 0.5
    lower, upper = wilson(resolved)
    assert agent["success"]["lower"] <= lower < upper <= agent["success"]["upper"]
    assert agent["success_of_these"] == agent["success"]
    check_share(agent["test_fraction"], [good / total for good, total in counts])
    pad = [any_of(max(total, 5), good, 5) for good, total in counts]
    clamp = [1.0 if total < 5 else any_of(total, good, 5) for good, total in counts]
    skip = [any_of(total, good, 5) for good, total in counts if total >= 5]
    for variant, values in (("pad", pad), ("clamp", clamp), ("skip", skip)):
        check_share(agent["broken_pass_at_k"][variant], values)
    assert agent["rollouts_with_tests"] == 8
    assert agent["fewer_tests_than_k"] == sum(total < 5 for _, total in counts) / 8
    assert told["warnings"] == []
    assert told["limits"] == ["there is one attempt at each task, so nothing can be said of k > 1"]


def test_a_file_of_evalplus() -> None:
    told = audit(real("evalplus_v01_eval_results.json"))
    (agent,) = told["agents"]
    tasks = json.loads((DATA / "evalplus_v01_eval_results.json").read_text())["eval"]
    solved = [
        base[0] == plus[0] == "success"
        for each in tasks.values()
        for base, plus in zip(each["base"], each["plus"], strict=True)
    ]
    assert (agent["tasks"], agent["rollouts"], agent["n"]) == (164, len(solved), [1, 1])
    assert agent["success"]["estimate"] == sum(solved) / len(solved) == 0.0
    assert 0 < agent["success"]["upper"] < 0.03
    assert agent["reliability_at_k"] is agent["test_fraction"] is None
    assert {base[0] for each in tasks.values() for base in each["base"]} == {"timed out"}
    (warning,) = told["warnings"]
    assert "all 164 samples timed out" in warning


def test_a_table_with_a_column_for_each_agent() -> None:
    path = real("langchain_tool_use_binary.csv")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    told = audit(path)
    shares = {
        name: pytest.approx(sum(float(row[name]) for row in rows) / len(rows)) for name in rows[0]
    }
    assert {agent["agent"]: agent["success"]["estimate"] for agent in told["agents"]} == shares
    assert [agent["agent"] for agent in told["agents"]][:2] == [
        "claude-2.1",
        "gpt-4-1106-preview (functions)",
    ]
    assert told["warnings"] == []


@pytest.mark.parametrize(
    "name",
    [
        "swebench_verified_v5_52b72b3.parquet",
        "swebench_verified_v5_sample.jsonl",
        "swebench_multilingual_v5_sample.jsonl",
    ],
)
def test_a_data_set_is_no_result(name: str) -> None:
    assert "no column says yes or no" in refusal(real(name))


def test_a_folder_of_results_and_data_sets() -> None:
    real("swebench_reports")
    told = audit(DATA)
    assert len(told["agents"]) == 11
    assert [Path(path).suffix for path in told["passed_over"]] == [".jsonl", ".parquet", ".jsonl"]
    assert {source["format"] for source in told["files"]} == {"swe-bench", "evalplus", "table"}


@pytest.mark.parametrize(
    "name",
    ["swebench_reports", "evalplus_v01_eval_results.json", "langchain_tool_use_binary.csv"],
)
def test_they_are_printed(name: str) -> None:
    text = run(real(name)).stdout
    assert "What the rollouts say" in text
    assert "Limit: there is one attempt at each task" in text
