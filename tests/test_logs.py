"""Old logs: scored again from their verdicts, graded again with today's tests, answered again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click import ClickException
from click.testing import CliRunner, Result
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from making import SUMS, evaluate, make_challenge

from codebench import catalogue
from codebench.catalogue import load_folder, register
from codebench.cli import main
from codebench.logs import LogError, read_log, rescore
from codebench.regrading import regrade
from codebench.replay import ReplayAPI
from codebench.rollout import Rollout
from codebench.sandbox.runner import Runner
from codebench.tasks import security
from codebench.verdict import Unscored, Verdict

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"


@pytest.fixture(autouse=True)
def _forget_private_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_private", {})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with the challenge `sums`, and the log of four rollouts of it."""
    folder, logs = tmp_path_factory.mktemp("challenges"), tmp_path_factory.mktemp("logs")
    make_challenge(folder / "sums", SUMS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "_private", {})  # others have a challenge of this name too
        task = security(challenges=str(folder), k=2, grading="local")
        options = {"success": 0.5, "seed": 3}
        log = evaluate(task, "replay/mixed", logs, epochs=4, model_args=options)
    return folder, Path(log.location.removeprefix("file://"))


@pytest.fixture
def path(made: tuple[Path, Path], tmp_path: Path) -> Path:
    """A copy of the log."""
    copy = tmp_path / "old.eval"
    copy.write_bytes(made[1].read_bytes())
    return copy


def codebench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def told(*arguments: str | Path) -> dict[str, Any]:
    result = codebench(*arguments, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def numbers(log: EvalLog) -> dict[str, Any]:
    assert log.results
    return {
        f"{score.name} {score.reducer} {name}": repr(metric.value)
        for score in log.results.scores
        for name, metric in score.metrics.items()
    }


# Scores


def test_scores_are_computed_again_from_the_verdicts(path: Path) -> None:
    before = read_log(path)
    spoiled = before.model_copy(deep=True)
    for sample in spoiled.samples or []:
        sample.scores = None
    spoiled.results = None
    after = rescore(spoiled)
    assert numbers(after) == numbers(before)
    assert [sample.scores and set(sample.scores) for sample in after.samples or []] == [
        {"success", "security", "secure_success", "diagnostics"}
    ] * 4


def test_the_command_leaves_the_log_alone_and_writes_beside_it(path: Path) -> None:
    before = path.read_bytes()
    answer = told("rescore", path)
    assert answer["before"] == answer["after"]
    assert (answer["rollouts"], answer["unscored"]) == (4, 0)
    assert path.read_bytes() == before
    output = Path(answer["output"])
    assert output == path.with_name("old-rescored.eval")
    assert numbers(read_eval_log(str(output))) == numbers(read_log(path))


def test_a_rollout_without_a_verdict_is_unscored(path: Path) -> None:
    log = read_log(path)
    assert log.samples
    log.samples[0].store.pop("Rollout:verdict")
    after = rescore(log)
    assert after.samples
    first = (after.samples[0].scores or {})["success"]
    assert first.reason == Unscored.NOT_GRADED
    write_eval_log(after, str(path))
    answer = told("rescore", path)
    assert (answer["rollouts"], answer["unscored"]) == (4, 1)
    shown = codebench("rescore", path, "--overwrite").stdout
    assert "4 rollouts, 1 of them unscored" in shown


@pytest.mark.parametrize("command", ["rescore", "regrade"])
def test_a_file_that_is_there_is_kept(path: Path, command: str) -> None:
    (path.parent / f"old-{command}d.eval").write_bytes(b"mine")
    result = codebench(command, path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "is there already; --overwrite replaces it, --output names another." in result.stderr


def _garbage(path: Path) -> None:
    path.write_bytes(b"PK\3\4 no log at all")


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def _gone(path: Path) -> None:
    path.unlink()


def _of_another_suite(path: Path) -> None:
    log = read_eval_log(str(path))
    for sample in log.samples or []:
        sample.store = {}
    write_eval_log(log, str(path))


def _empty(path: Path) -> None:
    log = read_eval_log(str(path))
    log.samples = []
    write_eval_log(log, str(path))


@pytest.mark.parametrize("command", ["rescore", "regrade"])
@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (_garbage, "cannot be read as an Inspect log"),
        (_cut, "cannot be read as an Inspect log"),
        (_gone, "there is no such file"),
        (_of_another_suite, "is not a log of CodeBench"),
        (_empty, "holds no rollouts"),
    ],
)
def test_a_log_that_cannot_be_used_is_one_sentence(
    path: Path, command: str, damage: Callable[[Path], None], complaint: str
) -> None:
    damage(path)
    result = codebench(command, path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_a_verdict_of_another_version_is_named(path: Path) -> None:
    log = read_log(path)
    assert log.samples
    log.samples[0].store["Rollout:verdict"] = {"schema_version": 99}
    with pytest.raises(LogError, match="another version of CodeBench"):
        rescore(log)


# Verdicts


def test_the_same_tests_and_seeds_give_the_same_verdicts(
    made: tuple[Path, Path], path: Path, local_runner: Runner
) -> None:
    register(load_folder(made[0]))
    log = read_log(path)
    after, results = regrade(log.model_copy(deep=True), local_runner, workers=2)
    assert [result.changed for result in results] == [False] * 4
    assert [result.epoch for result in results] == [1, 2, 3, 4]
    assert {result.causes for result in results} == {()}
    assert numbers(after) == numbers(log)


def test_new_seeds_are_named_as_what_is_different(
    made: tuple[Path, Path], path: Path, local_runner: Runner
) -> None:
    register(load_folder(made[0]))
    _, results = regrade(read_log(path), local_runner, workers=2, new_seeds=True)
    for result in results:
        assert result.before
        assert result.before.seed != result.after.seed
        assert result.causes == ("the seed",)


def test_a_challenge_that_changed_is_named_and_changes_the_scores(
    path: Path, tmp_path: Path, local_runner: Runner
) -> None:
    strict = "def test_never(candidate):\n    assert candidate.total('1') == 2\n"
    toml = str(SUMS["challenge.toml"]).replace("version = 3", "version = 4")
    files = {**SUMS, "tests/test_functional.py": strict, "challenge.toml": toml}
    register([make_challenge(tmp_path / "sums", files)])
    log = read_log(path)
    working = [sample.epoch for sample in log.samples or [] if _verdict(sample).success]
    assert 0 < len(working) < 4
    after, results = regrade(log, local_runner, workers=2)
    assert [result.epoch for result in results if result.changed] == working
    for result in results:
        assert result.causes == ("the challenge (version 3 then, 4 now)",)
    assert numbers(after)["success mean accuracy"] == "0.0"
    assert not any(_verdict(sample).success for sample in after.samples or [])
    assert after.eval.metadata
    assert "regraded" in after.eval.metadata


def _verdict(sample: Any) -> Verdict:
    verdict = sample.store_as(Rollout).verdict
    assert isinstance(verdict, Verdict)
    return verdict


def test_what_has_no_submission_stays_as_it_is(
    made: tuple[Path, Path], path: Path, local_runner: Runner
) -> None:
    register(load_folder(made[0]))
    log = read_log(path)
    assert log.samples
    log.samples[1].store.pop("Rollout:submission")
    log.samples[2].store.pop("Rollout:verdict")
    _, results = regrade(log, local_runner, workers=1)
    assert [result.epoch for result in results] == [1, 3, 4]
    assert [result.changed for result in results] == [False, True, False]
    assert results[1].causes == ("it was not graded before",)


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_the_command_grades_in_containers(made: tuple[Path, Path], path: Path) -> None:
    answer = told("regrade", path, "--challenges", made[0], "--output", path.parent / "new.eval")
    assert (answer["regraded"], answer["rollouts"], answer["changed"]) == (4, 4, [])
    verdicts = [_verdict(sample) for sample in read_log(path.parent / "new.eval").samples or []]
    assert all(verdict.image.startswith("sha256:") for verdict in verdicts)


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_the_command_shows_what_changed_and_why(path: Path, tmp_path: Path) -> None:
    files = {**SUMS, "tests/test_exploits.py": "def test_x(candidate):\n    assert False\n"}
    make_challenge(tmp_path / "now" / "sums", files)
    result = codebench("regrade", path, "--challenges", tmp_path / "now")
    assert result.exit_code == 0, result.output
    assert "Changed verdicts" in result.stdout
    assert "4 submissions graded again" in result.stdout


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_a_private_challenge_that_is_not_named_is_asked_for(path: Path) -> None:
    result = codebench("regrade", path)
    assert result.exit_code == 1
    assert "sums: no challenge of this name" in result.stderr


# Answers


def test_the_answers_of_a_log_are_given_again(made: tuple[Path, Path], tmp_path: Path) -> None:
    folder, path = made
    task = security(challenges=str(folder), k=2, grading="local")
    again = evaluate(task, "replay/log", tmp_path, epochs=4, model_args={"log": str(path)})
    before = read_log(path)
    assert again.samples
    assert before.samples
    for old, new in zip(before.samples, again.samples, strict=True):
        assert new.output.completion == old.output.completion
        assert new.output.model == old.output.model == "replay/mixed"
        assert _verdict(new).submission_digest == _verdict(old).submission_digest
        assert _verdict(new).success == _verdict(old).success


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "-M log=FILE"),
        ({"log": "/no/such.eval"}, "there is no such file"),
        ({"log": str(EXAMPLE), "seed": 1}, "takes no argument -M seed="),
    ],
)
def test_a_log_that_cannot_answer_is_named(arguments: dict[str, Any], complaint: str) -> None:

    with pytest.raises(ClickException, match=complaint):
        ReplayAPI("log", **arguments)
