"""The command line: what it prints, on which stream, and how it exits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import FIXTURES
from making import MORE, make_challenge

from codebench.cli import main


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_validate_prints_one_json_object(tmp_path: Path) -> None:
    make_challenge(tmp_path / "doubling", MORE)
    result = _run("validate", "--challenges", str(tmp_path), "--grading", "local", "--json")
    summary = json.loads(result.stdout)
    assert result.exit_code == 0
    assert summary["challenges"] == 1
    assert summary["failed"] == []
    assert summary["references"] == {"secure": 0, "insecure": 0, "wrong": 3, "correct": 2}
    assert "doubling: ok" in result.stderr


def test_validate_fails_and_names_the_reason() -> None:
    result = _run(
        "validate",
        "--challenges",
        str(FIXTURES / "broken"),
        "--only",
        "soft-tests",
        "--grading",
        "local",
        "--json",
    )
    assert result.exit_code == 1
    (failed,) = json.loads(result.stdout)["failed"]
    assert failed["challenge"] == "soft-tests"
    assert "wrong_word: passes every functional test" in failed["problems"]


def test_validate_prints_a_table_for_people(tmp_path: Path) -> None:
    make_challenge(tmp_path / "doubling", MORE)
    result = _run("validate", "--challenges", str(tmp_path), "--grading", "local")
    assert "sound" in result.stdout
    assert "doubling" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Say which: --all, --only SLUG,... or --challenges FOLDER."),
        (["--only", "no-such"], "only=no-such: no such challenge; there are "),
        (["--challenges", "/nowhere"], "/nowhere: there is no such folder of challenges."),
    ],
)
def test_a_mistake_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    result = _run("validate", *arguments)
    assert result.exit_code != 0
    assert sentence in result.stderr
    assert "Traceback" not in result.output


def test_a_malformed_challenge_is_named_by_file_and_field(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "challenge.toml").write_text('title = "Odd"\n')
    result = _run("validate", "--challenges", str(tmp_path), "--grading", "local")
    assert result.exit_code == 1
    assert "odd/challenge.toml: kind: Field required." in result.stderr
