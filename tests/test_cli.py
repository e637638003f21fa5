"""The command line: what it prints, on which stream, and how it exits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import FIXTURES
from making import MORE, make_challenge

from codebench.cli import main


@pytest.fixture(autouse=True)
def _no_earlier_results(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


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


def test_validate_records_what_it_found_and_tries_mutants_of_what_changed(tmp_path: Path) -> None:
    for name in ("doubling", "twice"):
        make_challenge(tmp_path / name, MORE)
    make_challenge(tmp_path / "unsound", {**MORE, "solutions/correct_sum/double.py": None})
    arguments = ["validate", "--challenges", str(tmp_path), "--grading", "local", "--repeats", "1"]
    first = _run(*arguments, "--mutants", "--most", "2", "--record", "--json")
    recorded = json.loads((tmp_path / "measured.json").read_text())
    assert json.loads(first.stdout)["mutants"] == {
        "killed": 10,
        "repelled": 0,
        "total": 10,
        "possible": 13,
    }
    assert "2 of 3 challenges recorded" in first.stderr
    assert sorted(recorded) == ["doubling", "twice"]
    catalogue = (tmp_path / "catalogue.md").read_text()
    assert "| `doubling` | Doubling | function | easy | - | 1 | 4/4 | - |" in catalogue
    assert "| `unsound` | Doubling | function | easy | - | - | - | - |" in catalogue

    wrong = "def double(number):\n    return 3 * number\n"
    make_challenge(tmp_path / "twice", {**MORE, "solutions/wrong_triple/double.py": wrong})
    chosen = ["--only", "doubling,twice", "--mutants=changed", "--most", "1", "--json"]
    second = json.loads(_run(*arguments, *chosen).stdout)
    assert second["mutants"]["total"] == 4 + 2  # four of the record, two of now


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Say which: --all, --only SLUG,... or --challenges FOLDER."),
        (["--all", "--record"], "--record needs --mutants: mutation scores are part of the"),
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
