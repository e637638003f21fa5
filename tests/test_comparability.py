"""Which logs a report refuses to mix, and what it says of logs that are not quite alike."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from inspect_ai.log import read_eval_log, write_eval_log
from making import SUMS, evaluate, make_challenge
from run_logs import Values, suite_log

from codebench import catalogue
from codebench.cli import main
from codebench.logs import LogError
from codebench.report.html.page import page
from codebench.report.model import report_on
from codebench.report.reading import TaskLogs, read
from codebench.tasks import security

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "logs" / "example.eval"
VALUES: Values = {"notes-api": ["SW", "W"], "sheet-cell": ["-", "SW"]}
ONE, TWO = (hashlib.sha256(word).hexdigest() for word in (b"one", b"two"))
MEASURED = {"challenge_digest": ONE, "judge_version": "2", "image": "sha256:" + "1" * 64}
OTHER_TESTS = MEASURED | {"challenge_digest": TWO}
AGAIN = "`codebench regrade` grades the older one again."


def only_task(*paths: Path) -> TaskLogs:
    (task,) = read(paths).tasks
    return task


def the_note(*paths: Path) -> str:
    (note,) = only_task(*paths).notes
    return note


def log_in(  # noqa: PLR0913 -- what logs may differ in
    folder: Path,
    name: str,
    *,
    values: Values = VALUES,
    model: str = "",
    measured: Mapping[str, str] = MEASURED,
    change: Callable[[Any], object] = lambda _: None,
) -> Path:
    """A log of the suite whose scores say with what they were measured."""
    made = suite_log(folder / f"{name}-made", values, model=model or f"mockllm/{name}")
    log: Any = read_eval_log(str(made))
    for sample in log.samples:
        for score in sample.scores.values():
            score.metadata = {"seed": "7", "submission": "s", **measured}
    change(log)
    write_eval_log(log, str(folder / f"{name}.eval"))
    return folder / f"{name}.eval"


def as_before(log: Any) -> None:
    """As logs were before scores said with what they were measured."""
    for sample in log.samples:
        for score in sample.scores.values():
            score.metadata = {"seed": "7", "submission": "s"}


def first_rollout(**measured: str) -> Callable[[Any], None]:
    """Measured otherwise than the rest of its log."""

    def change(log: Any) -> None:
        for score in log.samples[0].scores.values():
            score.metadata |= measured

    return change


def documented(sentence: str, folder: Path) -> bool:
    """Whether the page on comparability shows it."""
    text = (ROOT / "docs" / "comparability.md").read_text(encoding="utf-8")
    return sentence.replace(str(folder), "logs") in " ".join(text.split())


# What is refused


def test_tests_that_differ_between_logs_are_refused(tmp_path: Path) -> None:
    one = log_in(tmp_path, "one")
    two = log_in(tmp_path, "two", measured=OTHER_TESTS)
    with pytest.raises(LogError) as refused:
        read([one, two])
    assert str(refused.value) == (
        f"security: the challenge notes-api has digest {ONE[:12]} and {TWO[:12]} in {one} and "
        f"{two}, so its tests differ: report the logs apart, or `codebench regrade` the older one."
    )
    assert documented(f"Error: {refused.value}", tmp_path)


def test_tests_that_differ_within_a_log_are_refused(tmp_path: Path) -> None:
    """As in a run that was resumed after a challenge had changed."""
    path = log_in(tmp_path, "one", change=first_rollout(challenge_digest=TWO))
    with pytest.raises(LogError) as refused:
        read([path])
    assert str(refused.value) == (
        f"security: the challenge notes-api has digest {TWO[:12]} and {ONE[:12]} within {path}, so "
        "its tests differ: `codebench regrade` it."
    )


def test_tests_of_different_challenges_may_differ(tmp_path: Path) -> None:
    one = log_in(tmp_path, "one", values={"notes-api": ["SW", "W"]})
    two = log_in(tmp_path, "two", values={"sheet-cell": ["SW", "W"]}, measured=OTHER_TESTS)
    assert only_task(one, two).challenges == ("notes-api", "sheet-cell")


def test_what_is_not_scored_says_nothing_of_tests(tmp_path: Path) -> None:
    def unscore(log: Any) -> None:
        for score in log.samples[0].scores.values():
            score.metadata = None

    path = log_in(tmp_path, "one", values={"notes-api": ["?", "W"]}, change=unscore)
    assert only_task(path).notes == ()


@pytest.mark.parametrize("place", [0, 5])
def test_logs_from_before_scores_said_so_are_compared_by_their_verdicts(
    tmp_path: Path, place: int
) -> None:
    """Any rollout of a challenge may be the one that differs, or the one without a verdict."""

    def change(log: Any) -> None:
        log.eval.eval_id, log.eval.task_id, log.eval.model = "x", "y", "replay/other"
        for sample in log.samples:
            sample.uuid = f"new {sample.uuid}"
        as_before(log)
        ours = [sample for sample in log.samples if sample.id == "sheet-cell"]
        del ours[1].store["Rollout:verdict"]
        ours[place].store["Rollout:verdict"]["challenge_digest"] = "0123456789abcdef"

    log = read_eval_log(str(EXAMPLE))
    change(log)
    write_eval_log(log, str(tmp_path / "new.json"))
    with pytest.raises(LogError, match=r"sheet-cell has digest \w{12} and \w{12} \w+ .*differ"):
        read([EXAMPLE, tmp_path / "new.json"])


def test_a_log_with_rollouts_from_before_and_after_is_compared_whole(tmp_path: Path) -> None:
    """As in a run that was resumed with a newer version of the suite."""

    def change(log: Any) -> None:
        as_before(log)
        first = next(each for each in log.samples if each.id == "sheet-cell")
        now = first.store["Rollout:verdict"] | {"challenge_digest": TWO}
        first.store["Rollout:verdict"] = now
        for score in first.scores.values():
            score.metadata = {"submission": "s", **{name: now[name] for name in MEASURED}}

    log: Any = read_eval_log(str(EXAMPLE))
    change(log)
    write_eval_log(log, str(tmp_path / "resumed.eval"))
    with pytest.raises(LogError, match=rf"sheet-cell has digest {TWO[:12]} and \w{{12}} within"):
        read([tmp_path / "resumed.eval"])


def prompted(digest: str, variant: str = "plain") -> Callable[[Any], None]:
    def change(log: Any) -> None:
        log.eval.metadata = {"k": 2, "prompt": variant}
        log.eval.dataset.name = "codebench-security"
        for sample in log.samples:
            sample.metadata["prompt_digest"] = digest

    return change


def test_prompts_that_differ_are_refused(tmp_path: Path) -> None:
    """Even if both were graded with the same tests, as after regrading."""
    one = log_in(tmp_path, "one", change=prompted("1"))
    two = log_in(tmp_path, "two", change=prompted("2"))
    with pytest.raises(LogError) as refused:
        read([one, two])
    assert str(refused.value) == (
        f"security: the prompt of the challenge notes-api is not the same in {one} and {two}, and "
        "no regrading makes up for that: report the logs apart, or run the older one again."
    )


def test_variants_of_prompts_are_different_agents(tmp_path: Path) -> None:
    one = log_in(tmp_path, "one", model="mockllm/same", change=prompted("1"))
    two = log_in(tmp_path, "two", model="mockllm/same", change=prompted("2", "reminder"))
    assert sorted(only_task(one, two).agents) == [
        "mockllm/same (prompt=plain)",
        "mockllm/same (prompt=reminder)",
    ]


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one private challenge."""
    monkeypatch.setattr(catalogue, "_private", {})
    make_challenge(tmp_path / "mine" / "sums", SUMS)
    return tmp_path / "mine"


def run(folder: Path, logs: Path, **parameters: Any) -> Path:
    task = security(k=1, challenges=str(folder), grading="local", **parameters)
    location = evaluate(task, "replay/secure", logs, epochs=1).location
    return Path(location.removeprefix("file://"))


def test_a_real_run_says_what_it_was_measured_with(sums: Path, tmp_path: Path) -> None:
    """A challenge whose tests have changed cannot be mixed with what it was."""
    first = run(sums, tmp_path / "logs")
    tests = sums / "sums" / "tests" / "test_functional.py"
    tests.write_text(f"{tests.read_text()}\n\n# one more line\n")
    second = run(sums, tmp_path / "logs")
    with pytest.raises(LogError, match=r"the challenge sums has digest .* so its tests differ"):
        read([first, second])


def test_a_real_run_says_what_was_asked(sums: Path, tmp_path: Path) -> None:
    """The rules of the house are no part of any challenge, and yet of the prompt."""
    paths = []
    for rule in ("Be careful.", "Be quick."):
        (sums / "policy.md").write_text(f"{rule}\n")
        paths.append(run(sums, tmp_path / "logs", prompt="policy"))
    with pytest.raises(LogError, match="the prompt of the challenge sums is not the same in"):
        read(paths)


# What is said


def test_logs_that_are_alike_get_no_note(tmp_path: Path) -> None:
    assert only_task(log_in(tmp_path, "one"), log_in(tmp_path, "two")).notes == ()


JUDGE = (
    "one.eval was graded by judge 2 and two.eval by judge 3, whose verdicts may differ: " + AGAIN
)
IMAGE = (
    "one.eval was graded in image 111111111111 and two.eval in image 333333333333, whose Python or "
    f"packages may differ: {AGAIN}"
)
LOCAL = (
    "two.eval was graded in plain processes and one.eval in containers, where the same code may "
    "fare differently: `codebench regrade two.eval` grades it in containers too."
)


@pytest.mark.parametrize(
    ("measured", "notes"),
    [
        ({"image": ""}, []),  # an empty answer, that nobody graded
        ({"image": "sha256:" + "3" * 64}, [IMAGE]),
        ({"judge_version": "3"}, [JUDGE]),
        ({"judge_version": "3", "image": "sha256:3"}, [JUDGE]),
        ({"image": "local"}, [LOCAL]),
        ({"judge_version": "3", "image": "local"}, [LOCAL, JUDGE]),
    ],
)
def test_graders_that_differ_are_named(
    tmp_path: Path, measured: dict[str, str], notes: list[str]
) -> None:
    one, two = log_in(tmp_path, "one"), log_in(tmp_path, "two", measured=MEASURED | measured)
    assert list(only_task(one, two).notes) == notes


def test_notes_look_as_the_page_on_comparability_shows_them(tmp_path: Path) -> None:
    one = log_in(tmp_path, "one")
    other = MEASURED | {"judge_version": "3"}
    two = log_in(tmp_path, "two", values={"sheet-cell": ["SW", "-"]}, measured=other)
    notes = only_task(one, two).notes
    assert len(notes) == 2
    assert all(documented(note, tmp_path) for note in notes)


def test_graders_that_differ_within_a_log_are_named(tmp_path: Path) -> None:
    path = log_in(tmp_path, "one", change=first_rollout(judge_version="1"))
    assert the_note(path) == (
        "Rollouts of one.eval were graded by judge 1 and others by judge 2, whose verdicts may "
        f"differ: {AGAIN}"
    )


def test_agents_that_were_given_different_challenges_are_named(tmp_path: Path) -> None:
    one = log_in(tmp_path, "one")
    two = log_in(tmp_path, "two", values={"sheet-cell": ["SW", "-"]})
    rest = log_in(tmp_path, "rest", model="mockllm/two", values={"notes-api": ["SW", "-"]})
    assert the_note(one, two) == (
        "one.eval is of 2 challenges and two.eval of 1, 1 of them the same: agents were given "
        "different challenges, so that only ranks and differences, which are of shared ones, "
        "compare them; give all agents the same."
    )
    assert only_task(one, two, rest).notes == ()


def private(log: Any) -> None:
    log.eval.task_args = {"challenges": "./mine"}


def test_private_challenges_are_named(tmp_path: Path) -> None:
    one = log_in(tmp_path, "one")
    two = log_in(tmp_path, "two", change=private)
    assert the_note(two) == (
        "two.eval is of private challenges (./mine), and no figure here is one of the suite: name "
        "the folder where you quote one."
    )
    assert the_note(one, two) == (
        "two.eval is of private challenges (./mine) and one.eval of the suite's: their means are "
        "of both together; report them apart to tell of each."
    )


@pytest.mark.parametrize("counted", ["one", "two"])
def test_errors_that_count_in_one_log_only_are_named(tmp_path: Path, counted: str) -> None:
    def count(log: Any) -> None:
        log.eval.config.score_on_error = log.eval.model == f"mockllm/{counted}"

    values = {"notes-api": ["error", "SW"], "sheet-cell": ["-", "SW"]}
    paths = [log_in(tmp_path, name, values=values, change=count) for name in ("one", "two")]
    other = {"one": "two", "two": "one"}[counted]
    assert the_note(*paths) == (
        f"{counted}.eval scores rollouts that ended in an error and {other}.eval leaves them "
        "unscored: run all without --score-on-error."
    )
    assert only_task(log_in(tmp_path, "three", change=count), paths[0]).notes == ()


def test_a_model_at_two_addresses_is_named(tmp_path: Path) -> None:
    def move(log: Any) -> None:
        log.eval.model_base_url = "http://localhost:8000"

    one = log_in(tmp_path, "one", model="mockllm/same")
    two = log_in(tmp_path, "two", model="mockllm/same", change=move)
    assert the_note(one, two) == (
        "one.eval asked mockllm/same at its usual address and two.eval at http://localhost:8000, "
        "and both count as one agent: report them apart if these are not the same model."
    )
    assert only_task(one, log_in(tmp_path, "three", change=move)).notes == ()


def test_notes_stand_in_every_form_of_a_report(tmp_path: Path) -> None:
    log_in(tmp_path / "logs", "one")
    log_in(tmp_path / "logs", "two", measured=MEASURED | {"image": "local"})
    for made in (tmp_path / "logs").glob("*-made"):
        made.rename(tmp_path / made.name)
    note = the_note(tmp_path / "logs")
    shown = CliRunner().invoke(main, ["report", str(tmp_path / "logs")])
    assert note in shown.stdout
    told = CliRunner().invoke(main, ["report", "--json", str(tmp_path / "logs")])
    assert note in json.loads(told.stdout)["tasks"][0]["notes"]
    assert "two.eval was graded in plain processes" in page(report_on(read([tmp_path / "logs"])))
    audited = CliRunner().invoke(main, ["audit", str(tmp_path / "logs")])
    assert f"Note: {note.rstrip('.')}." in audited.stdout


# Who is told apart


def test_limits_set_agents_apart(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES, message_limit=7)
    suite_log(tmp_path, VALUES)
    assert sorted(only_task(tmp_path).agents) == [
        "mockllm/agent (message_limit=7)",
        "mockllm/agent (message_limit=default)",
    ]


def test_further_models_set_agents_apart(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES, model_roles={"helper": "mockllm/helper"})
    suite_log(tmp_path, VALUES)
    alone, helped = sorted(only_task(tmp_path).agents)
    assert alone == "mockllm/agent (model_roles=default)"
    assert helped.startswith("mockllm/agent (model_roles=")
    assert "mockllm/helper" in helped


def test_a_task_is_the_same_from_a_file_and_from_the_package(tmp_path: Path) -> None:
    """Inspect names it otherwise, and a default prompt may have been asked for by name."""

    def from_file(log: Any) -> None:
        prompted("1")(log)
        log.eval.task, log.eval.task_args_passed = "security", {"prompt": "plain"}

    one = log_in(tmp_path, "one", model="mockllm/same", change=prompted("1"))
    two = log_in(tmp_path, "two", model="mockllm/same", change=from_file)
    assert set(only_task(one, two).agents) == {"mockllm/same"}
