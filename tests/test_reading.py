"""Which rollouts are read out of which logs, and what is refused."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import EvalError, read_eval_log, write_eval_log
from making import evaluate
from run_logs import Values, foreign_log, suite_log

from codebench.logs import LogError, read_log, rescore, write_log
from codebench.report.duplicates import newest
from codebench.report.log_files import open_log, whole_rollouts
from codebench.report.log_folders import find_logs
from codebench.report.outcomes import Outcomes
from codebench.report.reading import Reading, TaskLogs, read
from codebench.tasks import security

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"
MIXED: Values = {"a": ["SW", "W", "S", "-"], "b": ["SW", "SW", "?", "-"]}


def only_task(reading: Reading) -> TaskLogs:
    (task,) = reading.tasks
    return task


def successes(reading: Reading) -> dict[tuple[str, str, int], bool | None]:
    return {
        (each.agent, each.challenge, each.rollout): each.outcomes.success
        for task in reading.tasks
        for each in task.rollouts
    }


def changed(path: Path, target: Path, change: Callable[[Any], object]) -> Path:
    """A copy of a log whose header is changed."""
    log = read_eval_log(str(path))
    change(log)
    write_eval_log(log, str(target))
    return target


# Logs of the suite


def test_the_suites_scores_are_read_per_rollout(tmp_path: Path) -> None:
    task = only_task(read([suite_log(tmp_path, MIXED, cwe={"a": [89]})]))
    found = [each.outcomes for each in task.rollouts if each.challenge == "a"]
    assert found == [
        Outcomes(True, True, True, True),  # noqa: FBT003 -- success, security, both, has a side
        Outcomes(True, False, False, True),  # noqa: FBT003
        Outcomes(False, True, False, True),  # noqa: FBT003
        Outcomes(False, False, False, True),  # noqa: FBT003
    ]
    unscored = task.rollouts[6]
    assert (unscored.challenge, unscored.epoch, unscored.outcomes.success) == ("b", 3, None)
    assert list(task.k) == [2]
    assert (task.task, task.version, task.cwe) == ("security", "1-A", {"a": (89,)})
    assert [each.tool_calls for each in task.rollouts[:4]] == [1, 2, 3, 4]


def test_a_whole_rollout_says_the_same_as_its_summary() -> None:
    task = only_task(read([EXAMPLE]))
    whole = {(s.id, s.epoch): s for s in read_eval_log(str(EXAMPLE)).samples or []}
    assert len(task.rollouts) == len(whole) == 40
    for rollout in task.rollouts:
        sample = whole[rollout.challenge, rollout.epoch]
        assert sample.scores is not None
        values = {name: score.value for name, score in sample.scores.items()}
        assert rollout.outcomes.success == (values["success"] == "C")
        assert rollout.outcomes.security == (values["security"] == "C")
        assert rollout.outcomes.secure_success == (values["secure_success"] == "C")
        assert rollout.tokens == sum(u.total_tokens for u in sample.model_usage.values())
        assert (rollout.seconds, rollout.cost) == (sample.working_time, None)
        assert task.cwe[rollout.challenge] == tuple(sample.metadata["cwe"])


def test_the_format_of_a_log_does_not_matter(tmp_path: Path) -> None:
    write_eval_log(read_eval_log(str(EXAMPLE)), str(tmp_path / "same.json"))
    assert successes(read([tmp_path])) == successes(read([EXAMPLE]))


def test_a_challenge_without_a_security_side_counts_by_success(tmp_path: Path) -> None:
    log = read_eval_log(str(suite_log(tmp_path / "made", {"a": ["SW", "W"], "b": ["W", "-"]})))
    for sample in log.samples or []:
        if sample.id == "b" and sample.scores:
            sample.scores["security"].value = float("nan")
            sample.scores["security"].reason = "no_security_side"
            sample.scores["secure_success"].value = sample.scores["success"].value
    write_eval_log(log, str(tmp_path / "log.eval"))
    task = only_task(read([tmp_path / "log.eval"]))
    assert [each.outcomes.secure_success for each in task.rollouts] == [True, False, True, False]
    assert task.rollouts[2].outcomes == Outcomes(True, None, True, False)  # noqa: FBT003
    assert task.has_security_side


# Logs of others


def test_every_binary_score_is_read(tmp_path: Path) -> None:
    values = {"a": ["C", "I", "N", 1, 0, True, False, 1.0, "yes", "0", None, "error"]}
    task = only_task(read([foreign_log(tmp_path, values)]))
    assert [each.outcomes.success for each in task.rollouts] == [
        *(True, False, False, True, False, True, False, True, True, False),
        *(None, None),
    ]
    assert (task.scoring.success, task.k, task.has_security_side) == ("looked_up", {}, False)
    assert {each.tool_calls for each in task.rollouts} == {None}


@pytest.mark.parametrize("value", [0.5, "P", 2, "0.25"])
def test_a_score_between_needs_a_threshold(tmp_path: Path, value: object) -> None:
    path = foreign_log(tmp_path, {"a": [value, 1]})
    with pytest.raises(
        LogError, match="of looked_up is neither success nor failure: say with --th"
    ):
        read([path])
    task = only_task(read([path], threshold=0.5))
    assert [each.outcomes.success for each in task.rollouts] == [value != "0.25", True]


def test_a_score_that_is_no_number_is_refused(tmp_path: Path) -> None:
    path = foreign_log(tmp_path, {"a": ["good", "bad"]})
    with pytest.raises(LogError, match="'good' of looked_up is no number"):
        read([path], threshold=0.5)


def test_one_of_several_scorers_is_chosen(tmp_path: Path) -> None:
    path = suite_log(tmp_path, MIXED)
    task = only_task(read([path], scorer="security"))
    assert task.scoring.success == "security"
    assert not task.has_security_side
    assert [each.outcomes.success for each in task.rollouts[:4]] == [True, False, True, False]
    with pytest.raises(LogError, match=r"has no scorer nothing; there are diagnostics, diag.*succ"):
        read([path], scorer="nothing")


def test_a_value_of_a_scorer_with_several_is_chosen(tmp_path: Path) -> None:
    path = foreign_log(tmp_path, {"a": [{"right": 1, "style": 0.3}, {"right": 0, "style": 0.9}]})
    with pytest.raises(LogError, match=r"--scorer: looked_up\.right, looked_up\.style\."):
        read([path])
    right = only_task(read([path], scorer="looked_up.right"))
    styled = only_task(read([path], scorer="looked_up.style", threshold=0.5))
    assert [each.outcomes.success for each in right.rollouts] == [True, False]
    assert [each.outcomes.success for each in styled.rollouts] == [False, True]


def test_a_log_without_scores_is_refused(tmp_path: Path) -> None:
    def strip(log: Any) -> None:
        log.eval.scorers, log.results = None, None
        for sample in log.samples:
            sample.scores = None

    path = changed(foreign_log(tmp_path, {"a": [1]}), tmp_path / "bare.eval", strip)
    with pytest.raises(LogError, match="holds no scores; `inspect score` adds them"):
        read([path])


def test_an_error_counts_as_scored_only_where_the_run_says_so(tmp_path: Path) -> None:
    def fail(log: Any) -> None:
        error = EvalError(message="late", traceback="", traceback_ansi="")
        log.samples = [sample.model_copy(update={"error": error}) for sample in log.samples]

    def fail_and_say(log: Any) -> None:
        fail(log)
        log.eval.config.score_on_error = True

    made = foreign_log(tmp_path, {"a": [1, 0]})
    plain = changed(made, tmp_path / "plain.eval", fail)
    said = changed(made, tmp_path / "said.eval", fail_and_say)
    assert [each.outcomes.success for each in only_task(read([plain])).rollouts] == [None, None]
    assert [each.outcomes.success for each in only_task(read([said])).rollouts] == [True, False]


# Runs that did not finish, and files that are no logs


def unfinished(path: Path, target: Path, keep: int) -> Path:
    """What is on the disk after a run was killed: no header, no consolidated summaries."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            part = Path(name).stem
            late = name.startswith("_journal/summaries/") and int(part) > keep
            if name not in {"header.json", "summaries.json", "reductions.json"} and not late:
                new.writestr(name, old.read(name))
    return target


def test_a_run_that_did_not_finish_says_so(tmp_path: Path) -> None:
    reading = read([unfinished(EXAMPLE, tmp_path / "killed.eval", keep=2)])
    task = only_task(reading)
    assert len(task.rollouts) == 20
    assert task.not_run("replay/mixed") == 20
    assert reading.notes == (
        "killed.eval: the run did not finish (started); it holds 20 of 40 rollouts.",
    )
    known = {(e.challenge, e.epoch, e.outcomes) for e in only_task(read([EXAMPLE])).rollouts}
    assert {(each.challenge, each.epoch, each.outcomes) for each in task.rollouts} < known


def test_a_log_that_is_cut_short_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cut.eval"
    path.write_bytes(EXAMPLE.read_bytes()[:100_000])
    with pytest.raises(LogError, match=r"cut\.eval: cannot be read .*cut short; `inspect log rec"):
        read([tmp_path])


def test_a_log_without_summaries_is_read_from_its_rollouts(tmp_path: Path) -> None:
    with zipfile.ZipFile(EXAMPLE) as old, zipfile.ZipFile(tmp_path / "old.eval", "w") as new:
        for name in old.namelist():
            if "summaries" not in name:
                new.writestr(name, old.read(name))
    assert successes(read([tmp_path])) == successes(read([EXAMPLE]))


@pytest.mark.parametrize(
    ("key", "value"), [("epoch", "one"), ("scores", {"success": 1}), ("model_usage", {"m": []})]
)
def test_a_rollout_of_another_shape_is_refused(tmp_path: Path, key: str, value: object) -> None:
    write_eval_log(read_eval_log(str(EXAMPLE)), str(tmp_path / "log.json"))
    told = json.loads((tmp_path / "log.json").read_text())
    told["samples"][3][key] = value
    (tmp_path / "log.json").write_text(json.dumps(told))
    with pytest.raises(
        LogError, match=r"log\.json: cannot be read .*: a rollout in it has not the"
    ):
        read([tmp_path])


def test_a_damaged_rollout_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(EXAMPLE) as old, zipfile.ZipFile(tmp_path / "odd.eval", "w") as new:
        for name in old.namelist():
            new.writestr(name, b"{" if name.startswith("samples/") else old.read(name))
    log = open_log(tmp_path / "odd.eval")
    with pytest.raises(LogError, match=r"odd\.eval: a rollout in it cannot be read"):
        list(whole_rollouts(log))


@pytest.mark.parametrize("text", ["{}", "[]", "no JSON", '{"version": 2, "status": "success"}'])
def test_another_json_file_is_refused_by_name_and_passed_over_in_a_folder(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(LogError, match=r"other\.json: cannot be read as an Inspect log"):
        read([path])
    if "status" not in text:
        with pytest.raises(LogError, match=r"holds no logs \(\.eval or \.json\)\."):
            read([tmp_path])


def test_a_path_that_is_not_there_is_named() -> None:
    with pytest.raises(LogError, match="/nowhere: there is no such file or folder"):
        read([Path("/nowhere")])


def test_folders_are_searched_at_any_depth_and_names_are_relative_to_them(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "one.eval").write_bytes(EXAMPLE.read_bytes())
    (found,) = find_logs([tmp_path, tmp_path / "deep" / "er" / "one.eval"])
    assert found.name == "deep/er/one.eval"


def test_the_list_of_a_bundle_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "example.eval").write_bytes(EXAMPLE.read_bytes())
    listed = {"example.eval": {"eval_id": "x", "version": 2, "status": "success", "eval": {}}}
    (tmp_path / "listing.json").write_text(json.dumps(listed, indent=2))
    assert [log.name for log in find_logs([tmp_path])] == ["example.eval"]


def test_a_requeued_rollout_counts_once(tmp_path: Path) -> None:
    with zipfile.ZipFile(EXAMPLE) as old, zipfile.ZipFile(tmp_path / "log.eval", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "summaries.json":
                rows = json.loads(data)
                again = json.loads(json.dumps(rows[0]))
                again["scores"]["success"]["value"] = "I"
                data = json.dumps([*rows, again]).encode()
            new.writestr(name, data)
    task = only_task(read([tmp_path / "log.eval"]))
    assert len(task.rollouts) == 40
    assert [each.outcomes.success for each in task.rollouts].count(True) == 24


# The same rollouts in several logs


def test_the_newest_copy_of_a_run_counts(tmp_path: Path) -> None:
    old = tmp_path / "example.eval"
    old.write_bytes(EXAMPLE.read_bytes())
    log = read_log(old)
    write_log(rescore(log), tmp_path / "example-rescored.eval")
    reading = read([tmp_path])
    assert len(only_task(reading).rollouts) == 40
    assert only_task(reading).logs[0].name == "example-rescored.eval"
    assert reading.notes == (
        "example.eval is left out: it is an older copy of the same run than example-rescored.eval.",
    )


def test_of_copies_made_at_the_same_time_the_one_with_the_longer_name_counts(
    tmp_path: Path,
) -> None:
    for name in ("log.eval", "log-regraded.eval"):
        (tmp_path / name).write_bytes(EXAMPLE.read_bytes())
    assert only_task(read([tmp_path])).logs[0].name == "log-regraded.eval"


def test_a_second_attempt_at_a_run_stands_for_the_first(tmp_path: Path) -> None:
    def again(log: Any) -> None:
        log.eval.eval_id, log.eval.created = "second", "2099-01-01T00:00:00+00:00"

    (tmp_path / "first.eval").write_bytes(EXAMPLE.read_bytes())
    changed(EXAMPLE, tmp_path / "second.eval", again)
    reading = read([tmp_path])
    assert [log.name for log in only_task(reading).logs] == ["second.eval"]
    assert reading.notes == (
        "first.eval is left out: it is an earlier attempt at the same run as second.eval.",
    )


def test_rollouts_that_another_log_took_over_count_once(tmp_path: Path) -> None:
    def rename(log: Any) -> None:
        log.eval.eval_id, log.eval.task_id = "second", "another"
        log.eval.created = "2099-01-01T00:00:00+00:00"

    (tmp_path / "first.eval").write_bytes(EXAMPLE.read_bytes())
    changed(EXAMPLE, tmp_path / "second.eval", rename)
    kept, notes = newest(find_logs([tmp_path]))
    assert [log.name for log in kept] == ["second.eval"]
    assert notes == ["first.eval is left out: rollouts of it are in second.eval as well."]


def test_two_runs_of_an_agent_count_together(tmp_path: Path) -> None:
    suite_log(tmp_path, {"a": ["SW", "W"], "b": ["-", "S"]})
    suite_log(tmp_path, {"a": ["-"], "c": ["SW"]})
    task = only_task(read([tmp_path]))
    assert task.challenges == ("a", "b", "c")
    numbered = [(each.challenge, each.rollout) for each in task.rollouts]
    assert sorted(numbered) == [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("b", 2), ("c", 1)]
    assert set(task.agents) == {"mockllm/agent"}


# What must not be mixed


def test_versions_of_a_task_are_not_mixed(tmp_path: Path) -> None:
    suite_log(tmp_path, MIXED, version="1-B")
    suite_log(tmp_path, MIXED, version="2-A", model="mockllm/other")
    with pytest.raises(
        LogError, match=r"of version [12] of the task and .* of version [12], which"
    ):
        read([tmp_path])


def test_an_interface_version_may_differ(tmp_path: Path) -> None:
    suite_log(tmp_path, MIXED, version="1-A")
    suite_log(tmp_path, MIXED, version="1-B", model="mockllm/other")
    assert only_task(read([tmp_path])).version == "1-A, 1-B"


def test_versions_of_a_challenge_are_not_mixed(tmp_path: Path) -> None:
    def change(log: Any) -> None:
        log.eval.eval_id, log.eval.task_id, log.eval.model = "x", "y", "replay/other"
        for sample in log.samples:
            sample.uuid = f"new {sample.uuid}"
            if sample.id == "sheet-cell":
                sample.store["Rollout:verdict"]["challenge_digest"] = "0123456789abcdef"
                for score in sample.scores.values():
                    score.metadata = {"submission": "s"}

    (tmp_path / "old.eval").write_bytes(EXAMPLE.read_bytes())
    changed(EXAMPLE, tmp_path / "new.json", change)
    with pytest.raises(
        LogError, match=r"sheet-cell has digest \w{12} and \w{12} in .* and .*tests differ"
    ):
        read([tmp_path])


def test_logs_that_are_scored_differently_are_not_mixed(tmp_path: Path) -> None:
    first = foreign_log(tmp_path / "one", {"a": [1]})
    second = foreign_log(tmp_path / "two", {"a": [1]}, model="mockllm/other")

    def rename(log: Any) -> None:
        log.eval.scorers[0].name = "other"
        for sample in log.samples:
            sample.scores = {"other": sample.scores["looked_up"]}

    changed(second, tmp_path / "three.eval", rename)
    with pytest.raises(LogError, match=r"is scored by \w+ and .* by \w+: report them apart"):
        read([first, tmp_path / "three.eval"])


# Names of agents


def test_an_agent_is_a_model_and_what_sets_it_apart(tmp_path: Path) -> None:
    suite_log(tmp_path, MIXED, model_args={"effort": "high"}, temperature=0.5)
    suite_log(tmp_path, MIXED, model_args={"effort": "low"}, max_retries=3)
    suite_log(tmp_path, MIXED, model="mockllm/other", temperature=0.5)
    assert sorted(only_task(read([tmp_path])).agents) == [
        "mockllm/agent (effort=high, temperature=0.5)",
        "mockllm/agent (effort=low, temperature=default)",
        "mockllm/other",
    ]


def test_a_solver_sets_an_agent_apart(tmp_path: Path) -> None:
    first = suite_log(tmp_path / "made", MIXED)

    def swap(log: Any) -> None:
        log.eval.eval_id, log.eval.task_id = "x", "y"
        log.eval.solver, log.eval.solver_args = "theirs/agent", {"tries": 2}
        for sample in log.samples:
            sample.uuid = f"new {sample.uuid}"

    second = changed(first, tmp_path / "second.eval", swap)
    assert sorted(only_task(read([first, second])).agents) == [
        "mockllm/agent (solver=answering, tries=default)",
        "mockllm/agent (solver=theirs/agent, tries=2)",
    ]


def test_prompts_set_agents_apart(tmp_path: Path) -> None:
    for prompts in ({}, {"prompt": "plain"}, {"prompt": "cwe"}):
        task = security(k=1, only="sheet-cell", grading="local", **prompts)
        evaluate(task, "replay/empty", tmp_path, epochs=1)
    (logs,) = read([tmp_path]).tasks
    plain = "replay/empty (prompt=plain)"
    assert sorted(logs.agents) == ["replay/empty (prompt=cwe)", plain, plain]


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"")
    with pytest.raises(LogError, match=r"log\.eval: cannot be read"):
        open_log(path)
