"""human-eval, EvalPlus, BigCodeBench and lm-evaluation-harness: success as each defines it."""

from pathlib import Path
from typing import Any

import pytest
from audit.helpers import (
    any_of,
    audit,
    bigcodebench,
    claims,
    evalplus,
    human_eval,
    lines,
    lm_record,
    refusal,
    remarks,
    rows,
    write,
)

# EvalPlus


@pytest.mark.parametrize(
    ("base", "plus", "success"),
    [
        ("pass", "pass", True),
        ("pass", "fail", False),
        ("fail", "pass", False),
        ("pass", None, True),
        ("timeout", None, False),
    ],
)
def test_evalplus_wants_the_base_tests_and_those_it_added(
    tmp_path: Path, base: str, plus: str | None, *, success: bool
) -> None:
    sample = {"solution": "s", "base_status": base, "plus_status": plus}
    (row,) = rows(write(tmp_path / "m_eval_results.json", {"eval": {"T/0": [sample]}}))
    assert (row.agent, row.task, row.success) == ("m", "T/0", success)


@pytest.mark.parametrize("field", ["base_status", "status"])
@pytest.mark.parametrize(
    ("ended", "samples", "warned"), [(0, 10, True), (1, 10, False), (0, 9, False)]
)
def test_samples_that_all_timed_out_are_doubted(
    tmp_path: Path, field: str, ended: int, samples: int, *, warned: bool
) -> None:
    ends = ["fail"] * ended + ["timeout"] * (samples - ended)
    tasks = {f"T/{n}": [{"solution": str(n), field: end}] for n, end in enumerate(ends)}
    told = audit(write(tmp_path / "m_eval_results.json", {"eval": tasks}))
    assert [f"all {samples} samples timed out" in each for each in told["warnings"]] == [
        True
    ] * warned


def test_figures_that_a_file_states_are_checked(tmp_path: Path) -> None:
    samples = {
        f"T/{task}": [
            {"solution": f"{task}{n}", "base_status": "pass", "plus_status": end}
            for n, end in enumerate(ends)
        ]
        for task, ends in enumerate([["pass", "fail"], ["fail", "fail"], ["pass", "pass"]])
    }
    stated = {"base": {"pass@1": 1.0}, "plus": {"pass@1": 0.5, "pass@2": 0.9, "pass@10": 1.0}}
    path = write(tmp_path / "gpt-x_eval_results.json", {"eval": samples, "pass_at_k": stated})
    told = audit(path, "-k", "2")
    assert told["agents"][0]["agent"] == "gpt-x"
    assert told["agents"][0]["reliability_at_k"]["estimate"] == pytest.approx(2 / 3)
    wrong, impossible = told["warnings"]
    assert "states pass@2 = 0.9; its rollouts give 0.6667" in wrong
    assert "pass@10 = 1, but no task has more than 2 rollouts: k > n" in impossible
    assert "Giving 1 to every task with fewer than k failures gives just this" in impossible


def test_two_files_of_one_agent_are_not_checked_against_each_other(tmp_path: Path) -> None:
    for name, end in (("humaneval", "pass"), ("mbpp", "fail")):
        sample = {"solution": name, "base_status": end, "plus_status": end}
        stated = {"plus": {"pass@1": float(end == "pass")}}
        data = {"eval": {name: [sample]}, "pass_at_k": stated}
        write(tmp_path / name / "m_eval_results.json", data)
    told = audit(tmp_path)
    assert told["agents"][0]["success"]["estimate"] == 0.5
    assert told["warnings"] == []


def test_evalplus_before_0_2_that_went_on_after_a_failed_test_counts_tests(tmp_path: Path) -> None:
    tasks = {
        "T/0": {
            "nfiles": 3,
            "base": [["success", [True, True]], ["failed", [True, False]], ["timed out", []]],
            "plus": [["success", [True]], ["failed", [False]], ["timed out", []]],
        }
    }
    found = rows(write(tmp_path / "old.json", {"eval": tasks}))
    assert [(r.success, r.passed, r.total) for r in found] == [
        (True, 3, 3),
        (False, 1, 3),
        (False, None, None),
    ]


def test_evalplus_before_0_2_that_stopped_at_a_failed_test_does_not(tmp_path: Path) -> None:
    """Its list ends before the failure: two passed tests of a rollout that failed the third."""
    base = [["success", [True] * 5], ["failed", [True, True]]]
    path = write(tmp_path / "old.json", {"eval": {"T/0": {"nfiles": 2, "base": base}}})
    assert [(r.success, r.passed, r.total) for r in rows(path)] == [
        (True, None, None),
        (False, None, None),
    ]
    assert "ended its lists of tests before the first failure" in remarks(path)[0]


def test_success_before_0_2_is_success_with_the_added_tests(tmp_path: Path) -> None:
    result = {"nfiles": 1, "base": [["success", [True]]], "plus": [["failed", [False]]]}
    (row,) = rows(write(tmp_path / "old.json", {"eval": {"T/0": result}}))
    assert (row.success, row.passed, row.total) == (False, 1, 2)


# BigCodeBench


def test_bigcodebench_states_its_figures_in_a_file_beside(tmp_path: Path) -> None:
    results = bigcodebench(tmp_path / "m_eval_results.json")
    figures = {"pass@1": 0.9, "model": "m", "calibrated": True, "failed_tasks": []}
    path = write(tmp_path / "m_pass_at_k.json", figures)
    assert [row.success for row in rows(results)] == [True, False, False, False]
    assert claims(path) == {"pass@1": 0.9}
    (warning,) = audit(tmp_path)["warnings"]
    assert warning == "m: m_pass_at_k.json states pass@1 = 0.9; its rollouts give 0.2500"
    assert "states figures, and no file given has the rollouts behind them" in refusal(path)


def test_figures_of_somebody_else(tmp_path: Path) -> None:
    bigcodebench(tmp_path / "m_eval_results.json")
    write(tmp_path / "other_pass_at_k.json", {"pass@1": 0.9, "model": "other"})
    (warning,) = audit(tmp_path)["warnings"]
    assert "and no file given has a rollout of this agent" in warning


# human-eval


def test_answers_that_repeat_each_other_are_told(tmp_path: Path) -> None:
    records = [
        {"task_id": f"H/{n % 2}", "completion": "same", "passed": n < 2, "result": "passed"}
        for n in range(6)
    ]
    told = audit(lines(tmp_path / "m_results.jsonl", records), "-k", "3")
    (agent,) = told["agents"]
    assert (agent["tasks"], agent["n"]) == (2, [3, 3])
    assert agent["success"]["estimate"] == pytest.approx(1 / 3)
    assert agent["reliability_at_k"]["estimate"] == 1.0
    (warning,) = told["warnings"]
    assert "m: 4 of 6 answers repeat another one of the same task" in warning


def test_answers_that_differ_are_not_told(tmp_path: Path) -> None:
    assert audit(human_eval(tmp_path / "m.jsonl"))["warnings"] == []


def test_lines_that_name_an_agent_are_a_table(tmp_path: Path) -> None:
    records = [
        {"task_id": "H/0", "completion": f"{model}", "passed": model == "a", "model": model}
        for model in "ab"
    ]
    told = audit(lines(tmp_path / "t.jsonl", records))
    assert told["files"][0]["format"] == "table"
    assert {each["agent"]: each["success"]["estimate"] for each in told["agents"]} == {
        "a": 1.0,
        "b": 0.0,
    }


# lm-evaluation-harness


def samples(folder: Path, records: list[dict[str, Any]]) -> Path:
    path = folder / "model" / "samples_humaneval_2026-01-02T03-04-05.jsonl"
    return lines(path, records)


def test_solved_answers_are_computed_back_from_pass_at_1(tmp_path: Path) -> None:
    path = samples(tmp_path, [lm_record(0, 0.75, 4), lm_record(1, 0.0, 4)])
    (agent,) = audit(path, "-k", "2")["agents"]
    assert (agent["agent"], agent["tasks"], agent["n"]) == ("model", 2, [4, 4])
    assert agent["success"]["estimate"] == 0.375
    assert agent["reliability_at_k"]["estimate"] == pytest.approx(0.5 * any_of(4, 3, 2))


def test_solved_answers_are_computed_back_from_pass_at_k(tmp_path: Path) -> None:
    """As the task humaneval_64 has it, which keeps no pass@1."""
    records = [
        {**lm_record(doc, 0, 8), "pass@2": any_of(8, solved, 2), "pass@4": any_of(8, solved, 4)}
        for doc, solved in enumerate([0, 1, 3, 8])
    ]
    for record in records:
        record |= {"metrics": ["pass_at_k"]}
        del record["pass@1"]
    path = samples(tmp_path, records)
    found = rows(path)
    counts = [sum(bool(r.success) for r in found if r.task == f"humaneval/{d}") for d in range(4)]
    assert counts == [0, 1, 3, 7]  # 7 solved of 8 have a pass@2 of 1 already
    told = remarks(path)
    assert "the file has no pass@1: solved answers are computed back from pass@2" in told
    assert any("1 document with pass@2 = 1 may have more solved" in each for each in told)


def test_one_filter_of_several_counts_and_only_what_it_kept(tmp_path: Path) -> None:
    """Of 64 answers `take_first` keeps one, and a majority vote makes one: n is 1 either way."""
    first = {"filtered_resps": ["18"], "filter": "score-first", "metrics": ["exact_match"]}
    vote = {"filtered_resps": ["20"], "filter": "maj@64", "metrics": ["exact_match"]}
    records = [
        {**lm_record(doc, 0, 64), **kind, "exact_match": score}
        for doc in range(2)
        for kind, score in ((first, 1.0), (vote, 0.0))
    ]
    for record in records:
        del record["pass@1"]
    path = samples(tmp_path, records)
    assert [(row.task, row.success) for row in rows(path)] == [
        ("humaneval/0", True),
        ("humaneval/1", True),
    ]
    assert "success is exact_match = 1 of the filter score-first, the file's first" in remarks(path)


@pytest.mark.parametrize(
    ("resps", "filtered"),
    [
        ([[["-1.2", "False"]], [["-2.3", "True"]]], [["-1.2", "False"], ["-2.3", "True"]]),
        ([[["-1.2", "False"]]], [["-1.2", "False"]]),
        ([["a", "b", "c"]], None),
        ([["a"]], []),
        ([], []),
    ],
)
def test_a_choice_between_likelihoods_is_one_rollout(
    tmp_path: Path, resps: Any, filtered: Any
) -> None:
    record = {**lm_record(0, 0), "resps": resps, "filtered_resps": filtered, "acc": 1.0}
    del record["pass@1"]
    (row,) = rows(samples(tmp_path, [record]))
    assert row.success is True


def test_a_file_that_was_written_to_twice_repeats_its_rollouts(tmp_path: Path) -> None:
    told = audit(samples(tmp_path, [lm_record(0, 0.5), lm_record(0, 0.5)]))
    assert told["agents"][0]["n"] == [2, 2]
    assert "2 repeated rollouts in the same file left out" in told["warnings"][0]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (lm_record(0, 0.3, 4), "line 1 has pass@1=0.3, which no number of solved answers gives"),
        (lm_record(0, 7.5, 4), "line 1 has pass@1=7.5, which is no number within 0 and 1"),
        (lm_record(0, float("nan")), "pass@1=nan, which is no number within 0 and 1"),
        (
            {**lm_record(0, 0.5, 2), "pass@1": None, "pass@5": 0.5},
            "pass@5=0.5 of 2 answers: k > n, which no estimate allows",
        ),
        (
            {**lm_record(0, 0.5), "pass@1": "half"},
            "its first line says no pass@1 and no other score",
        ),
        ({**lm_record(0, 0.5), "doc_id": [1]}, "line 1 has no doc_id"),
    ],
)
def test_scores_that_are_no_share_of_answers(
    tmp_path: Path, record: dict[str, Any], sentence: str
) -> None:
    assert sentence in refusal(samples(tmp_path, [record]))


def test_stated_figures_within_rounding_are_no_warning(tmp_path: Path) -> None:
    assert audit(evalplus(tmp_path / "m_eval_results.json"), "-k", "2")["warnings"] == []
