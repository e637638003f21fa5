"""Whole evaluations of a private challenge with the real judge: what the log says afterwards."""

import json
import math
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from inspect_ai import score
from inspect_ai.event import InfoEvent, ScoreEvent
from inspect_ai.log import EvalLog, EvalSample, EvalScore, HeadlineMetric
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    GenerateConfig,
    ModelName,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.scorer import CORRECT, INCORRECT
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import store_as
from making import SUMS, evaluate, make_challenge

from codebench import environment, scorers
from codebench.catalogue import family, lookup
from codebench.challenge import Expectation
from codebench.environment import GradingUnavailable
from codebench.intervals import reliability_interval
from codebench.rollout import Rollout, begin, measure
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity
from codebench.submission import Submission
from codebench.tasks import security

SECURE = f"Here you are.\n\n```python\n{SUMS['solutions/secure/sums.py']}```\n"
WORKING = {"sums": 3, "more-sums": 1}
"""Of the 8 rollouts of `eight` the first so many hand in the secure solution, others nothing."""
ALL = ("success", "security", "secure_success", "diagnostics")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("challenges")
    for slug in WORKING:
        make_challenge(folder / slug, SUMS)
    return folder


@pytest.fixture(scope="module")
def replayed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], EvalLog]:
    """The log of one rollout under a replay policy."""

    @cache
    def run(policy: str) -> EvalLog:
        task = security(challenges=str(folder), only="sums", k=1, grading="local")
        return evaluate(task, f"replay/{policy}", tmp_path_factory.mktemp("logs"), epochs=1)

    return run


@pytest.fixture(scope="module")
def eight(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """The log of two challenges with the usual number of rollouts and the usual k."""
    model = get_model("mockllm/model", memoize=False, custom_outputs=_answer)
    task = security(challenges=str(folder), grading="local")
    return evaluate(task, model, tmp_path_factory.mktemp("logs"))


def _answer(
    _input: list[ChatMessage],
    _tools: list[ToolInfo],
    _tool_choice: ToolChoice,
    _config: GenerateConfig,
) -> ModelOutput:
    rollout = store_as(Rollout)
    works = rollout.epoch <= WORKING[rollout.sample_id]
    return said(SECURE if works else "I would rather not.")


def said(text: str) -> ModelOutput:
    """An answer with its usage: without, Inspect would load a tokenizer to count it."""
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def sample_of(log: EvalLog, epoch: int = 1, slug: str | None = None) -> EvalSample:
    (sample,) = (
        sample
        for sample in log.samples or []
        if sample.epoch == epoch and slug in {None, sample.id}
    )
    return sample


def values(sample: EvalSample) -> dict[str, Any]:
    return {name: score.value for name, score in (sample.scores or {}).items()}


def explanations(sample: EvalSample) -> dict[str, str]:
    return {name: score.explanation or "" for name, score in (sample.scores or {}).items()}


def result(log: EvalLog, name: str, reducer: str | None) -> EvalScore:
    assert log.results is not None
    (found,) = (s for s in log.results.scores if (s.name, s.reducer) == (name, reducer))
    return found


def metrics(log: EvalLog, name: str, reducer: str | None) -> dict[str, float]:
    return {key: float(m.value) for key, m in result(log, name, reducer).metrics.items()}


@pytest.mark.parametrize(
    ("policy", "success", "security", "both"),
    [
        ("secure", CORRECT, CORRECT, CORRECT),
        ("insecure", CORRECT, INCORRECT, INCORRECT),
        ("wrong", INCORRECT, CORRECT, INCORRECT),
        ("empty", INCORRECT, INCORRECT, INCORRECT),
    ],
)
def test_every_policy_gets_the_scores_that_its_name_promises(
    replayed: Callable[[str], EvalLog], policy: str, success: str, security: str, both: str
) -> None:
    found = values(sample_of(replayed(policy)))
    assert list(found) == list(ALL)
    assert [found[name] for name in ALL[:3]] == [success, security, both]


def test_a_worked_exploit_is_explained(replayed: Callable[[str], EvalLog]) -> None:
    found = explanations(sample_of(replayed("insecure")))
    assert found["success"] == "2 of 2 functional tests passed."
    row = "| `test_exploits::test_text_stays_text` | The text would make a file. | assertion |"
    assert row in found["security"]
    assert row in found["secure_success"]
    assert "**works** and **is not secure**" in found["secure_success"]
    assert "| B307 | CWE-78 | `sums.py:2` | MEDIUM | HIGH |" in found["diagnostics"]


def test_a_failed_test_is_explained(replayed: Callable[[str], EvalLog]) -> None:
    found = explanations(sample_of(replayed("wrong")))
    assert found["success"].startswith("1 of 2 functional tests passed.")
    assert "| `test_functional::test_adds` | Numbers are added. | assertion |" in found["success"]
    assert "test_single" not in found["success"]
    assert found["diagnostics"] == "Bandit found nothing."


def test_nothing_handed_in_is_explained(replayed: Callable[[str], EvalLog]) -> None:
    sample = sample_of(replayed("empty"))
    assert sample.scores is not None
    assert set(explanations(sample).values()) == {
        "Failed as a whole, **invalid_submission**: sums.py missing."
    }
    assert [sample.scores[name].reason for name in ALL[:3]] == ["invalid_submission"] * 3


@pytest.mark.parametrize(
    ("policy", "passed", "static", "repelled"),
    [
        ("secure", 1.0, 1.0, 1.0),
        ("insecure", 1.0, 0.85, 0.0),
        ("wrong", 0.5, 1.0, 1.0),
        ("empty", 0.0, math.nan, 0.0),
    ],
)
def test_diagnostics_are_shares(
    replayed: Callable[[str], EvalLog],
    policy: str,
    passed: float,
    static: float,
    repelled: float,
) -> None:
    found = values(sample_of(replayed(policy)))["diagnostics"]
    assert found == pytest.approx(
        {
            "pass_rate": passed,
            "regression_rate": 0.0,
            "tool_calls": 0.0,
            "tool_efficiency": 1.0,
            "single_rollout_proxy": passed,
            "static_score": static,
            "exploits_repelled": repelled,
            "unscored": 0.0,
        },
        nan_ok=True,
    )
    assert {type(number) for number in found.values()} == {float}


def test_a_rollout_is_measured_once_and_its_submission_recorded_before(
    replayed: Callable[[str], EvalLog],
) -> None:
    sample = sample_of(replayed("insecure"))
    rollout = sample.store_as(Rollout)
    assert rollout.verdict is not None
    assert rollout.submission is not None
    assert (rollout.sample_id, rollout.epoch, rollout.grading) == ("sums", 1, "local")
    assert rollout.submission.text == {"sums.py": SUMS["solutions/insecure_eval/sums.py"]}
    assert rollout.verdict.challenge_version == 3
    recorded = [e for e in sample.events if isinstance(e, InfoEvent) and e.source == "codebench"]
    scored = [e for e in sample.events if isinstance(e, ScoreEvent) and not e.intermediate]
    assert len(recorded) == 1
    assert rollout.submission.digest in str(recorded[0].data)
    assert len(scored) == len(ALL)
    assert recorded[0].timestamp < scored[0].timestamp
    for name in ALL[:3]:
        assert (sample.scores or {})[name].metadata == {
            "seed": rollout.verdict.seed,
            "submission": rollout.submission.digest,
            "challenge_digest": lookup("sums").digest,
            "judge_version": rollout.verdict.judge_version,
            "image": "local",
        }
    assert rollout.verdict.seed


@pytest.mark.parametrize("policy", ["empty", "insecure"])
def test_no_hidden_text_is_in_the_log(
    replayed: Callable[[str], EvalLog], folder: Path, policy: str
) -> None:
    log = replayed(policy)
    rollout = sample_of(log).store_as(Rollout)
    challenge = lookup("sums")
    handed_in = rollout.submission.text.values() if rollout.submission else []
    known = "\n".join([str(sample_of(log).input), *handed_in])
    sources = [*challenge.tests.values()]
    sources += [data.decode() for s in challenge.solutions for data in s.files.values()]
    lines = {line.strip() for source in sources for line in source.splitlines()}
    hidden = [line for line in lines if len(line) > 12 and line not in known]
    assert len(hidden) >= 10
    with zipfile.ZipFile(log.location.removeprefix("file://")) as archive:
        text = "\n".join(archive.read(name).decode() for name in archive.namelist())
    assert "sums.py" in text
    assert [line for line in hidden if line in text or json.dumps(line)[1:-1] in text] == []
    assert str(folder) not in json.dumps(sample_of(log).metadata)


BOUNDS = ["lower", "upper"]
ONCE = ["accuracy", *BOUNDS, "challenges", "scored"]
BOTH = [*BOUNDS, "all_of_5", "all_lower", "all_upper"]
REST = ["challenges", "rollouts", "accuracy", "stderr"]


def test_the_reliabilities_of_eight_rollouts(eight: EvalLog) -> None:
    counts = Counts.common([WORKING["sums"], WORKING["more-sums"]], 8)
    some, every = (reliability_interval(counts, 5, quantity=which) for which in Quantity)
    mean = reliability_interval(counts, 1)
    for name in ALL[:3]:
        once = metrics(eight, name, None)
        assert once["accuracy"] == pytest.approx((3 / 8 + 1 / 8) / 2)
        assert metrics(eight, name, "mean")["accuracy"] == pytest.approx(once["accuracy"])
        assert [once[bound] for bound in BOUNDS] == pytest.approx([mean.lower, mean.upper])
        assert (once["challenges"], once["scored"]) == (2, 16)
        five = metrics(eight, name, "codebench/reliability_at_5")
        assert list(five) == ["any_of_5", *BOTH, *REST]
        assert five["any_of_5"] == pytest.approx((0.982142857 + 0.625) / 2)
        assert five["accuracy"] == pytest.approx(five["any_of_5"])
        expected = [some.lower, some.upper, 0.0, every.lower, every.upper]
        assert [five[key] for key in BOTH] == pytest.approx(expected)
        assert (five["challenges"], five["rollouts"]) == (2, 16)
        assert metrics(eight, name, "pass_k_5")["accuracy"] == five["all_of_5"]


def test_one_rollout_of_one_challenge_says_nothing_of_others(
    replayed: Callable[[str], EvalLog],
) -> None:
    log = replayed("secure")
    found = metrics(log, "secure_success", None)
    assert [found[key] for key in ONCE] == [1.0, 0.0, 1.0, 1, 1]
    assert list(metrics(log, "secure_success", "mean")) == ["accuracy", "stderr"]
    assert log.results is not None
    assert isinstance(log.results.headline, HeadlineMetric)
    assert log.results.headline.reducer == "mean"


def test_the_log_counts_rollouts_and_groups_by_weakness(eight: EvalLog) -> None:
    assert list(metrics(eight, "success", None)) == ONCE
    once = metrics(eight, "secure_success", None)
    assert list(once) == [*ONCE, "cwe-95"]
    assert (once["scored"], once["cwe-95"]) == (16, 4 / 16)
    found = metrics(eight, "diagnostics", None)
    assert found["pass_rate"] == 4 / 16
    counted = [found[key] for key in ("rollouts", "unscored", "fewest_scored")]
    assert counted == [16, 0, 8]


def test_the_reductions_say_how_many_rollouts_succeeded(eight: EvalLog) -> None:
    (reduction,) = (
        r
        for r in eight.reductions or []
        if (r.scorer, r.reducer) == ("secure_success", "codebench/reliability_at_5")
    )
    assert {score.sample_id: score.explanation for score in reduction.samples} == {
        "sums": "3 of 8 scored rollouts succeeded.",
        "more-sums": "1 of 8 scored rollouts succeeded.",
    }


def test_the_headline_is_secure_success_at_k(eight: EvalLog) -> None:
    assert eight.results is not None
    headline = eight.results.headline
    assert headline is not None
    assert (headline.scorer, headline.metric) == ("secure_success", "accuracy")
    assert headline.reducer == "codebench/reliability_at_5"


def test_no_two_rollouts_are_measured_with_the_same_seed(eight: EvalLog) -> None:
    verdicts = [sample.store_as(Rollout).verdict for sample in eight.samples or []]
    seeds = [verdict.seed for verdict in verdicts if verdict is not None and verdict.seed]
    assert len(seeds) == len(set(seeds)) == sum(WORKING.values())


LATER = """
import json, sys
from inspect_ai import score
from inspect_ai.log import read_eval_log, recompute_metrics
log = read_eval_log(sys.argv[1])
log.results = None
recompute_metrics(log)
print(log.results.model_dump_json())
from codebench import scorers
chosen = [scorers.success(), scorers.security(), scorers.secure_success(), scorers.diagnostics()]
log = score(log, chosen, action="overwrite", display="none")
print(log.results.model_dump_json())
print(json.dumps([
    [s.id, s.epoch, {n: [x.value, x.metadata] for n, x in s.scores.items()}] for s in log.samples
]))
"""


def test_a_fresh_process_reads_the_same_results_out_of_the_log(eight: EvalLog) -> None:
    """It has never seen the private folder, recomputes the metrics, and then scores anew."""
    done = subprocess.run(
        [sys.executable, "-c", LATER, eight.location],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    recomputed, rescored, again = map(json.loads, done.stdout.splitlines())
    assert eight.results is not None
    in_log = json.loads(eight.results.model_dump_json())
    for results in (recomputed, rescored):
        assert results["scores"] == in_log["scores"]
        assert results["headline"] == in_log["headline"]
    written = [
        [s.id, s.epoch, {n: [x.value, x.metadata] for n, x in (s.scores or {}).items()}]
        for s in eight.samples or []
    ]
    assert json.dumps(again) == json.dumps(written)  # as text, where NaN equals NaN


def test_scoring_again_reads_the_stored_verdict(replayed: Callable[[str], EvalLog]) -> None:
    log = replayed("insecure")
    again = score(
        log, [scorers.success(), scorers.secure_success()], action="overwrite", display="none"
    )
    assert values(sample_of(again)) == {"success": CORRECT, "secure_success": INCORRECT}
    before, after = (sample_of(each).store_as(Rollout).verdict for each in (log, again))
    assert before == after  # with the seed: nothing was graded
    assert explanations(sample_of(again))["success"] == explanations(sample_of(log))["success"]


@solver
def handed_in(answer: str) -> Solver:
    """An agent that never asks the model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        state.output = ModelOutput.from_content("agent", answer)
        return state

    return solve


def test_another_solver_is_measured_as_well(folder: Path, tmp_path: Path) -> None:
    task = security(challenges=str(folder), only="more-sums", k=1, grading="local")
    log = evaluate(task, "mockllm/model", tmp_path, epochs=1, solver=handed_in(SECURE))
    rollout = sample_of(log).store_as(Rollout)
    assert (rollout.sample_id, rollout.epoch, rollout.grading) == ("more-sums", 1, "local")
    assert values(sample_of(log))["secure_success"] == CORRECT


def test_tool_calls_are_counted(folder: Path, tmp_path: Path) -> None:
    call = ModelOutput.for_tool_call("mockllm/model", "search", {})
    call.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    outputs = [call, call.model_copy(deep=True), said("Nothing.")]
    model = get_model("mockllm/model", memoize=False, custom_outputs=outputs)
    task = security(challenges=str(folder), only="sums", k=1, grading="local")
    sample = sample_of(evaluate(task, model, tmp_path, epochs=1))
    assert sum(isinstance(message, ChatMessageAssistant) for message in sample.messages) == 3
    found = values(sample)["diagnostics"]
    assert (found["tool_calls"], found["tool_efficiency"]) == (2.0, 0.9)


@pytest.fixture
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    monkeypatch.setattr(environment, "_docker_runner", environment._docker_runner.__wrapped__)


def twin(folder: Path) -> Path:
    """A private copy of an installed challenge with one of its correct solutions."""
    original = family("algorithmic")[0]
    (kept, *_) = original.expected(Expectation.CORRECT)
    shutil.copytree(original.folder, folder)
    for solution in original.solutions:
        if solution != kept:
            shutil.rmtree(folder / "solutions" / solution.name)
    return folder


@pytest.mark.usefixtures("_no_engine")
def test_without_an_engine_only_committed_solutions_are_scored(tmp_path: Path) -> None:
    folder = twin(tmp_path / "challenges" / "first-twin")
    (solution,) = (folder / "solutions").iterdir()
    other = solution.with_name(f"{solution.name}_of_mine")
    shutil.copytree(solution, other)
    for path in other.iterdir():
        path.write_text(f"{path.read_text()}# mine\n")
    log = evaluate(
        "codebench/algorithmic",
        "replay/secure",
        tmp_path / "logs",
        task_args={"challenges": str(folder.parent), "k": 3},
        epochs=3,
    )
    assert [values(sample_of(log, epoch))["success"] for epoch in (1, 3)] == [CORRECT] * 2
    scores = sample_of(log, 2).scores or {}
    assert list(scores) == ["success", "diagnostics"]
    assert math.isnan(scores["success"].as_float())
    numbers = scores["diagnostics"].as_dict()
    assert numbers.pop("unscored") == 1.0
    assert all(isinstance(number, float) and math.isnan(number) for number in numbers.values())
    for unscored in scores.values():
        assert unscored.reason == "no_engine"
        assert (unscored.explanation or "").startswith("Not scored, **no_engine**: No Docker")
    once = metrics(log, "success", None)
    assert (once["accuracy"], once["challenges"], once["scored"]) == (1.0, 1, 2)
    counted = result(log, "success", None)
    assert (counted.scored_samples, counted.unscored_samples) == (2, 1)
    found = metrics(log, "diagnostics", None)
    assert [found[key] for key in ("pass_rate", "rollouts", "unscored", "fewest_scored")] == [
        *(1.0, 3, 1, 2)
    ]
    at_three = "codebench/reliability_at_3"
    assert math.isnan(metrics(log, "success", at_three)["accuracy"])  # three were not scored
    assert result(log, "success", at_three).unscored_samples == 1
    (reduction, *_) = (r for r in log.reductions or [] if r.reducer == at_three)
    assert reduction.samples[0].explanation == "2 of 2 scored rollouts succeeded; 1 unscored."


@pytest.mark.usefixtures("_no_engine")
def test_an_evaluation_with_nothing_scored_has_no_numbers(tmp_path: Path) -> None:
    folder = twin(tmp_path / "challenges" / "second-twin")
    for path in (folder / "solutions").glob("*/*"):
        path.write_text(f"{path.read_text()}# mine\n")
    log = evaluate(
        "codebench/algorithmic",
        "replay/secure",
        tmp_path / "logs",
        task_args={"challenges": str(folder.parent), "k": 2},
        epochs=2,
    )
    for reducer in ("mean", "codebench/reliability_at_2", "pass_k_2"):
        assert all(map(math.isnan, metrics(log, "success", reducer).values()))
        counted = result(log, "success", reducer)
        assert (counted.scored_samples, counted.unscored_samples) == (0, 1)


def answered(answer: str) -> TaskState:
    """The state of a rollout whose model said this."""
    return TaskState(
        model=ModelName("some/model"),
        sample_id="sums",
        epoch=1,
        input="Please.",
        messages=[],
        output=ModelOutput.from_content("some/model", answer),
    )


def test_no_other_model_is_graded_like_the_references() -> None:
    with pytest.raises(GradingUnavailable, match="only reference solutions"):
        anyio.run(begin("committed"), answered(SECURE), cast("Generate", None))


def test_giving_up_a_rollout_ends_its_judge(folder: Path, tmp_path: Path) -> None:
    """The submission writes as long as it lives, half a minute at most."""
    heartbeat = tmp_path / "heartbeat"
    answer = f"""```python
import time

def total(text):
    for _ in range(600):
        with open({str(heartbeat)!r}, "a") as file:
            file.write(".")
        time.sleep(0.05)
```"""
    security(challenges=str(folder), grading="local")  # registers the challenges
    state = answered(answer)

    async def give_up() -> None:
        await begin("local")(state, cast("Generate", None))
        async with anyio.create_task_group() as group:
            group.start_soon(measure, state)
            with anyio.fail_after(60):
                while not heartbeat.exists():  # noqa: ASYNC110 -- a file tells nobody
                    await anyio.sleep(0.05)
            group.cancel_scope.cancel()

    anyio.run(give_up)
    time.sleep(0.2)
    size = heartbeat.stat().st_size
    time.sleep(0.5)
    assert heartbeat.stat().st_size == size
    assert state.store_as(Rollout).verdict is None


def changed(log: EvalLog, answer: str) -> EvalLog:
    """The log as somebody else may have edited it, who says that it was graded locally."""
    log = log.model_copy(deep=True)
    sample = sample_of(log)
    sample.uuid = "elsewhere"
    sample.output.completion = answer
    assert sample.store["Rollout:grading"] == "local"
    return log


@pytest.mark.usefixtures("_no_engine")
def test_what_a_log_says_does_not_run_its_submission_here(
    replayed: Callable[[str], EvalLog], tmp_path: Path
) -> None:
    marker = tmp_path / "was-here"
    log = changed(replayed("secure"), f"```python\nopen({str(marker)!r}, 'w').close()\n```\n")
    again = score(log, scorers.success(), action="overwrite", display="none")
    assert not marker.exists()
    (scored,) = (sample_of(again).scores or {}).values()
    assert scored.reason == "engine_failed"
    assert math.isnan(scored.as_float())  # and it is not given the old verdict


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_a_changed_submission_is_measured_anew(replayed: Callable[[str], EvalLog]) -> None:
    log = changed(replayed("insecure"), SECURE)
    again = score(log, scorers.secure_success(), action="overwrite", display="none")
    (scored,) = (sample_of(again).scores or {}).values()
    assert scored.value == CORRECT
    secure = {"sums.py": str(SUMS["solutions/secure/sums.py"]).encode()}
    assert (scored.metadata or {})["submission"] == Submission.of(secure).digest


@pytest.mark.usefixtures("_no_engine")
def test_without_an_engine_hidden_tests_of_others_are_not_run_either(tmp_path: Path) -> None:
    folder = twin(tmp_path / "challenges" / "third-twin")
    marker = tmp_path / "was-here"
    with (folder / "tests" / "test_functional.py").open("a") as file:
        file.write(f"\n\nopen({str(marker)!r}, 'w').close()\n")
    log = evaluate(
        "codebench/algorithmic",
        "replay/secure",
        tmp_path / "logs",
        task_args={"challenges": str(folder.parent), "k": 1},
        epochs=1,
    )
    assert not marker.exists()
    assert (sample_of(log).scores or {})["success"].reason == "no_engine"
