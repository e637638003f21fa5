"""Terminal-Bench and Harbor: runs, jobs and trials, and what is no fault of the agent."""

from pathlib import Path
from typing import Any

import pytest
from audit.helpers import (
    audit,
    claims,
    harbor_trial,
    refusal,
    remarks,
    rows,
    tb_trial,
    terminal_bench,
    write,
)

from codebench.audit.model import Row

HALF = {"a": "passed", "b": "failed"}

# Terminal-Bench


def test_trials_that_never_got_to_work_are_unscored(tmp_path: Path) -> None:
    data = {
        "id": "1",
        "results": [
            tb_trial("x.1-of-2", resolved=True, tests={"a": "passed", "b": "passed"}),
            tb_trial("x.2-of-2", resolved=False, tests=HALF, mode="agent_timeout"),
            tb_trial("y.1-of-2", resolved=False, tests=None, mode="agent_installation_failed"),
            tb_trial("y.2-of-2", resolved=False, tests=HALF),
            tb_trial("z.1-of-2", resolved=None, tests=None, mode="parse_error"),
            tb_trial("z.2-of-2", resolved=False, tests=None, mode="test_timeout"),
        ],
        "accuracy": 1 / 6,
        "pass_at_k": {"2": 1 / 3},
    }
    told = audit(write(tmp_path / "agent-z" / "results.json", data), "-k", "2")
    (agent,) = told["agents"]
    assert (agent["agent"], agent["unscored"], agent["n"]) == ("agent-z", 2, [1, 2])
    assert agent["success"]["estimate"] == pytest.approx((0.5 + 0 + 0) / 3)
    assert agent["success_if_unscored_fail"] == pytest.approx((0.5 + 0 + 0) / 3)
    assert agent["reliability_at_k"] == {**agent["reliability_at_k"], "estimate": 1.0, "missing": 2}
    assert agent["rollouts_with_tests"] == 3
    assert agent["test_fraction"]["estimate"] == pytest.approx(((1 + 0.5) / 2 + 0.5) / 2)
    (warning,) = told["warnings"]  # the figures that the file states follow, with failures
    assert warning == (
        "agent-z: 2 rollouts unscored and in no figure; as failures they would change nothing"
    )
    assert told["limits"][0] == (
        "tasks with fewer than 2 scored rollouts are in no figure at k = 2: 2 of agent-z"
    )
    assert "1 of 4 scored rollouts have no counts of tests" in told["limits"][1]


def test_a_run_says_what_agent_made_it(tmp_path: Path) -> None:
    run = tmp_path / "2026-01-02__03-04-05"
    path = terminal_bench(write(run / "results.json", ""))
    assert {row.agent for row in rows(path)} == {"2026-01-02__03-04-05"}
    write(run / "run_metadata.json", {"agent_name": "terminus", "model_name": "m/1"})
    assert {row.agent for row in rows(path)} == {"terminus__m/1"}
    assert claims(path) == {"accuracy": 0.25, "pass@2": 0.5}
    write(run / "run_metadata.json", "[]")
    assert {row.agent for row in rows(path)} == {"2026-01-02__03-04-05"}


def test_a_run_and_its_trials_are_the_same_rollouts(tmp_path: Path) -> None:
    run = tmp_path / "run"
    terminal_bench(write(run / "results.json", ""))
    alone = audit(tmp_path)["agents"]
    for n, fine in ((1, True), (2, False)):
        name = f"x.{n}-of-2"
        trial = tb_trial(name, resolved=fine, tests={"a": "passed"})
        write(run / "x" / name / "results.json", trial)
    told = audit(tmp_path)
    assert told["agents"] == alone
    assert told["warnings"] == []


def test_trials_of_a_run_that_broke_off(tmp_path: Path) -> None:
    trial = tb_trial("x.1-of-2", resolved=True, tests=None)
    path = write(tmp_path / "run" / "x" / "x.1-of-2" / "results.json", trial)
    assert rows(path) == [Row("run", "x", "x.1-of-2", success=True)]


def test_a_stated_accuracy_that_does_not_follow(tmp_path: Path) -> None:
    data = {
        "results": [tb_trial("x.1-of-1", resolved=False, tests=HALF)],
        "n_resolved": 0,
        "accuracy": 0.5,
    }
    (warning,) = audit(write(tmp_path / "agent" / "results.json", data))["warnings"]
    assert "agent: results.json states accuracy = 0.5; its rollouts give 0.0000" in warning


# Harbor


@pytest.mark.parametrize("layout", ["job", "stats", "trials", "job and trials"])
def test_a_job_says_the_same_in_every_layout(tmp_path: Path, layout: str) -> None:
    rewards = {"t1__a": 1.0, "t1__b": 0.0, "t2__a": 0.5, "t2__b": None}
    trials = [harbor_trial(name, reward) for name, reward in rewards.items()]
    stats = {
        "n_trials": 4,
        "reward_stats": {"reward": {"1.0": ["t1__a"], "0.0": ["t1__b"], "0.5": ["t2__a"]}},
        "exception_stats": {"Timeout": ["t2__b", "t1__a"]},
        "pass_at_k": {},
    }
    job = {"id": "j", "stats": {"evals": {"claude__m__data": stats}}}
    if layout in {"trials", "job and trials"}:
        for trial in trials:
            write(tmp_path / "job" / str(trial["trial_name"]) / "result.json", trial)
    if layout != "trials":
        kept = trials if layout == "job" else []
        write(tmp_path / "job" / "result.json", {**job, "trial_results": kept})
    (agent,) = audit(tmp_path)["agents"]
    assert (agent["agent"], agent["tasks"], agent["unscored"]) == ("claude__m", 2, 1)
    assert agent["success"]["estimate"] == 0.25
    assert agent["success_if_unscored_fail"] == 0.25


def test_names_of_tasks_are_cut_in_a_table_of_rewards_alone(tmp_path: Path) -> None:
    stats = {"reward_stats": {"reward": {"1": ["a-long-name__XyZ12ab"]}}}
    path = write(tmp_path / "result.json", {"stats": {"evals": {"a__data": stats}}})
    assert rows(path) == [Row("a", "a-long-name", "a-long-name__XyZ12ab", success=True)]
    assert "Harbor keeps 32 characters" in remarks(path)[0]
    trial = harbor_trial("a-long-name__XyZ12ab", 1.0, task_name="a-long-name-that-was-cut")
    write(tmp_path / "a-long-name__XyZ12ab" / "result.json", trial)
    assert [row.task for row in rows(path)] == ["a-long-name-that-was-cut"]


@pytest.mark.parametrize(
    ("rewards", "success"),
    [
        ({"reward": 1}, True),
        ({"reward": 0.99}, False),
        ({"reward": 0, "style": 1}, False),
        ({"reward": 1, "style": 0}, True),
        ({"works": 1, "style": 0.5}, False),
        ({"works": 1, "style": 1}, True),
        ({"works": 1, "style": "good"}, None),
        ({"reward": float("nan")}, None),
        ({"reward": None}, None),
        ({}, None),
        (None, None),
    ],
)
def test_a_success_is_a_full_reward(tmp_path: Path, rewards: Any, *, success: bool | None) -> None:
    trial = {**harbor_trial("t__a", 1), "verifier_result": {"rewards": rewards}}
    (row,) = rows(write(tmp_path / "result.json", trial))
    assert row.success is success


def test_a_reward_that_harbor_calls_invalid_is_none(tmp_path: Path) -> None:
    (row,) = rows(write(tmp_path / "result.json", harbor_trial("t__a", 0.0, reward_valid=False)))
    assert row.success is None


def test_figures_of_a_job_are_checked_where_it_ran_on_one_data_set(tmp_path: Path) -> None:
    evals = {"claude__m__one": {"pass_at_k": {"2": 0.9}}}
    trials = [harbor_trial("t__a", 1.0), harbor_trial("t__b", 0.0)]
    path = tmp_path / "result.json"
    write(path, {"stats": {"evals": evals}, "trial_results": trials})
    (warning,) = audit(path)["warnings"]
    assert "claude__m: result.json states pass@2 = 0.9; its rollouts give 1.0000" in warning
    evals["claude__m__two"] = {"pass_at_k": {"2": 0.1}}
    write(path, {"stats": {"evals": evals}, "trial_results": trials})
    assert audit(path)["warnings"] == []


def test_a_job_without_a_trial(tmp_path: Path) -> None:
    path = write(tmp_path / "result.json", {"stats": {"evals": {}}})
    assert "a job of Harbor without a trial" in refusal(path)
