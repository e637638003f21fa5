"""`codebench doctor`: what it finds, what it advises, and when it says no."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from making import make_challenge

from codebench import machine
from codebench.cli import main
from codebench.corpus import challenges
from codebench.machine import REMEDIES, State, look_inside
from codebench.sandbox import docker_runner as runners
from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.runner import Runner


def doctor(*options: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *options], env={"COLUMNS": "200"})


def told(*options: str) -> dict[str, Any]:
    result = doctor("--json", *options)
    summary: dict[str, Any] = json.loads(result.stdout)
    assert result.exit_code == (0 if summary["healthy"] else 1)
    return summary


def test_without_an_engine_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    result = doctor()
    assert result.exit_code == 1
    assert "No Docker engine answers" in result.stdout
    assert "Not fit to grade" in result.stdout
    summary = told()
    assert (summary["checks_failed"], summary["attacks"]) == (["engine"], 0)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--submissions", "/no/such/folder"], "there is no such folder of submissions"),
        (["--submissions", "{empty}"], "no submissions in it"),
        (["--submissions", "{empty}", "--challenges", "{empty}"], "no challenges in it"),
    ],
)
def test_a_folder_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, options: list[str], complaint: str
) -> None:
    result = doctor(*[option.format(empty=tmp_path) for option in options])
    assert (result.exit_code, result.stdout) == (1, "")
    assert complaint in result.stderr
    assert result.stderr.count("\n") <= 3


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_a_handful_of_trials_and_every_look_inside() -> None:
    result = doctor()
    assert result.exit_code == 0, result.stdout
    assert "Fit to grade." in result.stdout
    for words in ("ledger/always-equal", "ledger/plain", "No network but its own loopback"):
        assert words in result.stdout


@pytest.mark.docker
def test_every_look_inside_has_a_remedy(docker_runner: Runner) -> None:
    assert isinstance(docker_runner, DockerRunner)
    checks = look_inside(docker_runner)
    assert {check.name.replace(" ", "_") for check in checks} == set(REMEDIES)
    assert {check.state for check in checks} == {State.GOOD}


@pytest.mark.docker
def test_a_lock_that_is_missing_is_found(
    docker_runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = runners._locks

    def weaker(job: Any) -> Mapping[str, Any]:
        rights = ["SETUID", "SETGID", "NET_RAW"]
        return {**locks(job), "cap_add": rights, "security_opt": [], "read_only": False}

    monkeypatch.setattr(runners, "_locks", weaker)
    assert isinstance(docker_runner, DockerRunner)
    bad = {check.name: check for check in look_inside(docker_runner) if check.state is State.BAD}
    assert {"capabilities", "no new privileges", "read only root"} <= set(bad)
    assert all(check.remedy and check.found.startswith("not so: ") for check in bad.values())


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_own_attacks_on_own_challenges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codebench.commands.doctor.HANDFUL", set())
    make_challenge(tmp_path / "own" / "doubling")
    sources = {
        "doubling/forges": "def double(number):\n    return 0\n",
        "doubling/solves": "def double(number):\n    return number + number\n",
        "ledger/nothing": "",
    }
    for name, source in sources.items():
        slug = name.partition("/")[0]
        file = "double.py" if slug == "doubling" else "ledger.py"
        (tmp_path / "tries" / name).mkdir(parents=True)
        (tmp_path / "tries" / name / file).write_text(source)
    options = ["--submissions", str(tmp_path / "tries"), "--challenges", str(tmp_path / "own")]
    summary = told(*options)
    assert summary["attacks"] == 3
    assert summary["passed"] == ["doubling/solves"]  # what solves a challenge is no attack
    assert (summary["infrastructure"], summary["leaked"]) == ([], [])
    reasons = {row["name"]: row["reasons"] for row in summary["trials"]}
    assert reasons == {
        "doubling/forges": ["assertion"],
        "doubling/solves": [],
        "ledger/nothing": ["missing"],
    }


@pytest.mark.docker
@pytest.mark.usefixtures("docker_runner")
def test_little_disk_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_LEAST_DISK", 10**18)
    checks, _ = machine.look_outside()
    (disk,) = [check for check in checks if check.name == "disk"]
    assert (disk.state, "docker system df" in disk.remedy) == (State.WARNING, True)


def test_challenges_of_the_corpus_and_the_suite_can_be_tried() -> None:
    assert {"ledger", "notes-service", "sheet-cell", "merge-sort"} <= set(challenges())
