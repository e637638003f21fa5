"""Figures that files state: when a warning comes, and what mistake it names."""

from pathlib import Path
from typing import Any

import pytest
from audit.helpers import any_of, audit, write

# Each case: successes of each task, rollouts of each task, k, the stated figure, and the words.
# 3 tasks with 4 rollouts, of which 4, 1 and 0 succeed; then one rollout of each.
MANY, ONE = ([4, 1, 0], 4), ([1, 0, 0], 1)


def warnings(
    folder: Path, made: tuple[list[int], int], stated: dict[str, Any], **more: Any
) -> list[str]:
    solved, rollouts = made
    samples = {
        f"T/{task}": [
            {"solution": f"{task}{n}", "base_status": "pass" if n < c else "fail"}
            for n in range(rollouts)
        ]
        for task, c in enumerate(solved)
    }
    data = {"eval": samples, "pass_at_k": {"base": stated}} | more
    told: list[str] = audit(write(folder / "m_eval_results.json", data))["warnings"]
    return told


@pytest.mark.parametrize(
    ("made", "name", "value"),
    [
        (MANY, "pass@1", 5 / 12),
        (MANY, "pass@1", 5 / 12 + 0.0049),
        (MANY, "pass@2", (1 + any_of(4, 1, 2) + 0) / 3),
        (MANY, "pass@4", 2 / 3),
        (ONE, "pass@1", 1 / 3),
        (ONE, "pass@0", 0.9),
        (ONE, "pass@1", "0.9"),
        (ONE, "pass@1", None),
        (ONE, "pass@1", True),
        (ONE, "pass at 1", 0.9),
        (ONE, "pass@" + "9" * 5000, 0.9),
    ],
)
def test_no_warning_where_there_is_nothing_wrong(
    tmp_path: Path, made: tuple[list[int], int], name: str, value: Any
) -> None:
    assert warnings(tmp_path, made, {name: value}) == []


@pytest.mark.parametrize(
    ("made", "name", "value", "words"),
    [
        (MANY, "pass@1", 5 / 12 + 0.006, "; its rollouts give 0.4167"),
        (MANY, "pass@2", 0.9, "; its rollouts give 0.5000"),
        (MANY, "pass@2", (1 + (1 - 0.75**2)) / 3, "1 - (1 - c/n)^k, which is biased,"),
        (MANY, "pass@5", 2 / 3, "Lowering k to n gives just this"),
        (MANY, "pass@5", 1, "Giving 1 to every task with fewer than k failures"),
        (ONE, "pass@2", any_of(3, 1, 2), "Taking the tasks for rollouts of one task"),
        (ONE, "pass@10", 1, "no task has more than 1 rollout: k > n"),
        (ONE, "pass@999999999", 0.5, "k > n, which no estimate allows"),
        (ONE, "pass@1", 1.5, "states pass@1 = 1.5, which is no share"),
        (ONE, "pass@1", -0.1, "which is no share"),
        (ONE, "pass@1", float("nan"), "states pass@1 = nan, which is no share"),
        (ONE, "pass@1", float("inf"), "which is no share"),
        (ONE, "pass@1", 10**400, "states pass@1 = inf, which is no share"),
    ],
)
def test_a_warning_where_a_figure_cannot_be(
    tmp_path: Path, made: tuple[list[int], int], name: str, value: Any, words: str
) -> None:
    (warning,) = warnings(tmp_path, made, {name: value})
    assert warning.startswith(f"m: m_eval_results.json states {name} = ")
    assert words in warning


def test_a_figure_made_of_tests_is_known(tmp_path: Path) -> None:
    tests = {"a": "passed", "b": "passed", "c": "failed", "d": "failed"}
    trials = [
        {"task_id": task, "trial_name": task, "is_resolved": False, "parser_results": tests}
        for task in "xy"
    ]
    data = {"results": trials, "n_resolved": 0, "pass_at_k": {"2": any_of(4, 2, 2)}}
    (warning,) = audit(write(tmp_path / "agent" / "results.json", data))["warnings"]
    assert "agent: results.json states pass@2 = 0.8333, but no task has more than 1" in warning
    assert "Taking the tests of a rollout for rollouts (clamp) gives just this" in warning


def test_a_figure_of_unscored_rollouts_alone(tmp_path: Path) -> None:
    trials = [
        {"task_id": f"x{n}", "trial_name": f"{n}", "is_resolved": False, "failure_mode": mode}
        for n, mode in enumerate(["unknown_agent_error"] * 2)
    ]
    data = {"results": trials, "n_resolved": 0, "accuracy": 0.0, "pass_at_k": {"2": 0.5}}
    told = audit(write(tmp_path / "agent" / "results.json", data))
    wrong, none = told["warnings"]  # that the accuracy is 0 is right, with failures
    assert "states pass@2 = 0.5, but no task has more than 1 rollout" in wrong
    assert none == "agent: none of its 2 rollouts is scored"
    assert told["agents"][0]["success"] is None


def test_a_k_that_is_too_large_to_be_checked(tmp_path: Path) -> None:
    made = ([1], 10_001)
    (warning,) = warnings(tmp_path, made, {"pass@10001": 0.5})
    assert warning.endswith("states pass@10001 = 0.5, which is not checked: k is above 10,000")
