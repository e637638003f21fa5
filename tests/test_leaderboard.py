"""The committed leaderboard of known agents: its figures follow from its rollouts."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from math import comb
from pathlib import Path
from typing import Any

import pytest
from pyarrow.parquet import read_table

from codebench import tasks

ROOT = Path(__file__).parents[1]
DATA = ROOT / "docs" / "leaderboard"
TASKS = ("security", "algorithmic")


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_table(DATA / name / "test.parquet").to_pylist()
    return found


def counted(task: str, agent: str, column: str) -> list[tuple[int, int]]:
    """Rollouts and successes of each challenge."""
    outcomes: dict[str, list[bool]] = defaultdict(list)
    for row in rows(f"{task}_rollouts"):
        if row["agent"] == agent:
            outcomes[row["challenge"]].append(row[column])
    return [(len(each), sum(each)) for each in outcomes.values()]


def at_least_one(n: int, c: int, k: int) -> float:
    return 1 - comb(n - c, k) / comb(n, k)


def every(n: int, c: int, k: int) -> float:
    return comb(c, k) / comb(n, k)


@pytest.mark.parametrize(
    ("measure", "column", "formula"),
    [
        ("secure_reliability_at_k", "secure_success", at_least_one),
        ("secure_reliability_all_k", "secure_success", every),
        ("reliability_at_k", "success", at_least_one),
        ("reliability_all_k", "success", every),
        ("security", "security", at_least_one),
    ],
)
def test_figures_follow_from_the_rollouts(measure: str, column: str, formula: Any) -> None:
    figures = [each for each in rows("leaderboard") if each["measure"] == measure]
    assert len(figures) >= 5
    for figure in figures:
        counts = counted(figure["task"], figure["agent"], column)
        values = [formula(n, c, figure["k"]) for n, c in counts]
        assert figure["value"] == pytest.approx(sum(values) / len(values))
        assert figure["lower"] <= figure["value"] <= figure["upper"]
        assert (figure["challenges"], figure["missing"], figure["unscored"]) == (len(counts), 0, 0)
        assert sum(n for n, _ in counts) == figure["rollouts"]


def test_the_page_says_what_the_data_says_and_that_is_the_truth() -> None:
    command = [sys.executable, "benchmarks/known_agents.py", "--check", "--json"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["figures"] == sum("reliability" in each["measure"] for each in rows("leaderboard"))
    assert told["held"] >= 0.9 * told["figures"]


@pytest.mark.parametrize(("agent", "value"), [("replay/secure", 1), ("replay/empty", 0)])
def test_known_truths_that_leave_no_room_are_met_exactly(agent: str, value: float) -> None:
    figures = [each for each in rows("leaderboard") if each["agent"] == agent]
    assert {each["value"] for each in figures} == {value}
    assert {each["task"] for each in figures} == set(TASKS)


@pytest.mark.parametrize("task", TASKS)
def test_it_is_of_todays_version_of_the_task(task: str) -> None:
    version = getattr(tasks, task)(grading="docker").version
    found = {row["task_version"] for row in rows(f"{task}_rollouts")}
    assert {each.partition("-")[0] for each in found} == {str(version).partition("-")[0]}


def test_the_report_beside_it_stands_alone() -> None:
    report = (DATA / "report.html").read_text(encoding="utf-8")
    assert "replay/secure" in report
    assert not re.search(r"(src|href)=\"https?://", report)
