"""Where submissions cannot be graded, the user learns it before a model call is paid for."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import inspect_ai
import pytest
from inspect_ai.log import list_eval_logs, read_eval_log

from codebench import environment
from codebench.catalogue import family
from codebench.environment import Grading, GradingUnavailable, choose, runner_for
from codebench.sandbox.faults import EngineFault
from codebench.sandbox.runner import Runner

ROOT = Path(__file__).parent.parent


@pytest.fixture
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    monkeypatch.setattr(environment, "_docker_runner", environment._docker_runner.__wrapped__)


@pytest.mark.parametrize("asked", ["podman", "", "committed", "Docker"])
def test_an_unknown_way_of_grading_is_refused(asked: str) -> None:
    with pytest.raises(GradingUnavailable, match=f"^grading={asked}: there are docker and local"):
        choose(asked, only_references=True)


@pytest.mark.usefixtures("_no_engine")
@pytest.mark.parametrize(
    ("asked", "only_references"), [(None, False), ("docker", False), ("docker", True)]
)
def test_without_an_engine_a_model_is_not_asked(
    asked: str | None, *, only_references: bool
) -> None:
    with pytest.raises(GradingUnavailable) as refused:
        choose(asked, only_references=only_references)
    message = str(refused.value)
    assert message.startswith("No Docker engine answers: install Docker (https://docs.docker.com")
    assert "`-T grading=local`" in message
    assert "\n" not in message


@pytest.mark.usefixtures("_no_engine")
def test_without_an_engine_references_are_graded_and_the_user_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert choose(None, only_references=True) is Grading.COMMITTED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("No Docker engine: ")


@pytest.mark.usefixtures("_no_engine")
def test_local_grading_needs_no_engine_and_says_what_it_means(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert choose("local", only_references=False) is Grading.LOCAL
    said = capsys.readouterr()
    assert said.out == ""
    assert "without isolation" in said.err


@pytest.mark.usefixtures("_no_engine")
def test_asking_for_the_runner_without_an_engine_is_a_fault_of_the_engine() -> None:
    with pytest.raises(EngineFault, match="No Docker engine answers"):
        runner_for(Grading.DOCKER)


def test_a_process_has_one_local_runner() -> None:
    local = runner_for(Grading.LOCAL)
    assert local.image == "local"
    assert runner_for(Grading.COMMITTED) is runner_for(Grading.LOCAL) is local


@pytest.mark.docker
def test_with_an_engine_docker_is_chosen_whatever_the_model(docker_runner: Runner) -> None:
    assert docker_runner.image.startswith("sha256:")
    assert choose(None, only_references=True) is Grading.DOCKER
    assert choose(None, only_references=False) is Grading.DOCKER
    assert choose("docker", only_references=False) is Grading.DOCKER
    assert runner_for(Grading.DOCKER) is docker_runner


def inspect_eval(
    folder: Path, *arguments: str, **variables: str
) -> "subprocess.CompletedProcess[str]":
    """Run an evaluation as a user without Docker does, with logs in a folder."""
    program = str(Path(sys.executable).with_name("inspect"))
    common = ("--log-dir", str(folder / "logs"), "--display", "plain")
    known = {key: value for key, value in os.environ.items() if not key.endswith("_API_KEY")}
    return subprocess.run(
        [program, "eval", *arguments, *common],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**known, "DOCKER_HOST": f"unix://{folder}/nonexistent", **variables},
        timeout=180,
    )


def test_an_evaluation_without_docker_ends_in_one_line_before_any_model_call(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as api:
        port = api.getsockname()[1]
        done = inspect_eval(
            tmp_path,
            "tasks/security.py",
            "--model",
            "openai/gpt-4o",
            OPENAI_API_KEY="x",
            OPENAI_BASE_URL=f"http://127.0.0.1:{port}/v1",
        )
        api.settimeout(0)
        with pytest.raises(BlockingIOError):  # nobody has called
            api.accept()
    assert done.returncode != 0
    said = (done.stdout + done.stderr).strip()
    assert "\n" not in said
    assert "install Docker" in said
    assert "`-T grading=local`" in said
    assert "Traceback" not in said
    assert list_eval_logs(str(tmp_path / "logs")) == []


def test_reference_solutions_need_neither_docker_nor_a_key(tmp_path: Path) -> None:
    slug = family("security")[0].slug
    options = ("--model", "replay/secure", "--epochs", "1", "-T", "k=1", "-T", f"only={slug}")
    done = inspect_eval(tmp_path, "codebench/security", *options)
    assert done.returncode == 0, done.stderr
    assert "No Docker engine" in done.stderr
    (path,) = list_eval_logs(str(tmp_path / "logs"))
    log = read_eval_log(path)
    (sample,) = log.samples or []
    assert sample.id == slug
    assert sample.scores is not None
    assert sample.scores["secure_success"].value == "C"
    assert (log.eval.metadata or {})["grading"] == "committed"


def test_a_missing_key_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(Exception, match=r"No .*ANTHROPIC_API_KEY.* defined in the environment"):
        inspect_ai.eval(
            "codebench/security",
            model="anthropic/claude-x",
            task_args={"grading": "local"},
            log_dir=str(tmp_path),
            display="none",
        )
    assert list_eval_logs(str(tmp_path)) == []
