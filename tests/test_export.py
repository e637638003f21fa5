"""`codebench export`: tables say what logs say, hidden parts stay, mistakes are named."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from datasets import load_dataset
from fake_hub import Hub, hub
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from making import evaluate
from run_logs import Values, foreign_log, suite_log

from codebench.catalogue import installed, lookup
from codebench.cli import main
from codebench.tasks import security

VALUES: Values = {"a": ["SW", "?", "W"]}
SLUGS = ["session-codec", "sheet-cell"]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, EvalLog]:
    """A folder with one real run of the suite, graded in plain processes."""
    folder = tmp_path_factory.mktemp("logs")
    model = "replay/wrong"
    log = evaluate(security(k=2, only=SLUGS, grading="local"), model, folder, epochs=2)
    return folder, log


def export(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


def refusal(*arguments: str | Path) -> str:
    """The one sentence."""
    result = export(*arguments)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert "Traceback" not in result.output
    *_, line = result.stderr.splitlines()
    return line.removeprefix("Error: ")


def loaded(folder: Path, name: str) -> list[dict[str, Any]]:
    """A table as anybody loads it."""
    cache = folder.parent / f"cache-{folder.name}"
    found = load_dataset(str(folder), name, split="test", cache_dir=str(cache))
    return [dict(row) for row in found]


def head(folder: Path) -> Any:
    """What the hub reads of the card."""
    return yaml.safe_load((folder / "README.md").read_text(encoding="utf-8").split("---\n")[1])


def all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_every_rollout_is_there_as_the_log_has_it(
    logs: tuple[Path, EvalLog], tmp_path: Path
) -> None:
    folder, log = logs
    result = export(folder, "--to", tmp_path / "out")
    assert result.exit_code == 0, result.output
    rows = {
        (row["challenge"], row["epoch"]): row
        for row in loaded(tmp_path / "out", "security_rollouts")
    }
    assert rows.keys() == {(slug, epoch) for slug in SLUGS for epoch in (1, 2)}
    for sample in log.samples or []:
        row = rows[str(sample.id), sample.epoch]
        verdict = sample.store["Rollout:verdict"]
        scores = {name: score.value == "C" for name, score in (sample.scores or {}).items()}
        functional = [each for each in verdict["tests"] if each["kind"] == "functional"]
        assert {name: row[name] for name in ("success", "security", "secure_success")} == {
            name: scores[name] for name in ("success", "security", "secure_success")
        }
        assert row["tests_total"] == len(functional)
        assert row["tests_passed"] == sum(each["passed"] for each in functional)
        assert row["exploits_total"] == len(verdict["tests"]) - len(functional)
        assert row["submission_digest"] == verdict["submission_digest"]
        assert (row["seed"], row["image"], row["prompt"]) == (verdict["seed"], "local", "plain")
        assert row["challenge_digest"] == lookup(str(sample.id)).digest
        assert (row["agent"], row["model"], row["rollout"]) == ("replay/wrong",) * 2 + (
            sample.epoch,
        )
        assert row["unscored"] is None


def test_every_hidden_test_is_there_with_its_outcome(
    logs: tuple[Path, EvalLog], tmp_path: Path
) -> None:
    folder, log = logs
    export(folder, "--to", tmp_path / "out")
    found = {
        (row["challenge"], row["rollout"], row["test"]): (row["kind"], row["passed"], row["reason"])
        for row in loaded(tmp_path / "out", "security_tests")
    }
    assert found == {
        (str(sample.id), sample.epoch, test["id"]): (
            test["kind"],
            test["passed"],
            test.get("reason"),
        )
        for sample in log.samples or []
        for test in sample.store["Rollout:verdict"]["tests"]
    }


def test_the_leaderboard_has_what_the_report_says(
    logs: tuple[Path, EvalLog], tmp_path: Path
) -> None:
    folder, _ = logs
    export(folder, "--to", tmp_path / "out")
    told = json.loads(CliRunner().invoke(main, ["report", str(folder), "--json"]).stdout)
    (row,) = told["tasks"][0]["rows"]
    figures = {each["measure"]: each for each in loaded(tmp_path / "out", "leaderboard")}
    for measure, field in {
        "secure_reliability_at_k": "secure_any_of_k",
        "reliability_all_k": "all_of_k",
        "security": "security",
    }.items():
        figure, reported = figures[measure], row[field]
        assert (figure["value"], figure["lower"], figure["upper"]) == (
            reported["estimate"],
            reported["lower"],
            reported["upper"],
        )
        assert (figure["k"], figure["challenges"]) == (reported["k"], 2)
    assert len(figures) == 7


def test_hidden_parts_stay_unless_they_are_asked_for(
    logs: tuple[Path, EvalLog], tmp_path: Path
) -> None:
    folder, _ = logs
    export(folder, "--to", tmp_path / "open", "--files")
    export(folder, "--to", tmp_path / "all", "--files", "--hidden")
    challenges = {row["challenge"]: row for row in loaded(tmp_path / "open", "challenges")}
    assert challenges.keys() == set(SLUGS)
    assert {"tests", "solutions", "driver"}.isdisjoint(challenges["sheet-cell"])
    assert challenges["sheet-cell"]["prompt"] == lookup("sheet-cell").prompt
    assert all(row["files"] is None for row in loaded(tmp_path / "open", "security_rollouts"))
    for row in loaded(tmp_path / "all", "challenges"):
        challenge = lookup(row["challenge"])
        assert {each["name"]: each["text"] for each in row["tests"]} == challenge.tests
        assert {each["name"]: each["text"].encode() for each in row["solutions"]} == {
            f"{solution.name}/{name}": data
            for solution in challenge.solutions
            for name, data in solution.files.items()
        }
    for row in loaded(tmp_path / "all", "security_rollouts"):
        wrong = lookup(row["challenge"]).expected("wrong")  # type: ignore[arg-type]
        assert {each["name"]: each["text"].encode() for each in row["files"]} in [
            solution.files for solution in wrong
        ]
    assert "do not train on it" in (tmp_path / "all" / "README.md").read_text(encoding="utf-8")


def test_files_of_an_agent_go_along_only_when_asked_for(tmp_path: Path) -> None:
    answer = ModelOutput.from_content("mockllm/model", "```python\n# of my own\n```")
    answer.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=[answer])
    task = security(k=1, only="sheet-cell", grading="local")
    evaluate(task, model, tmp_path / "logs", epochs=1)
    export(tmp_path / "logs", "--to", tmp_path / "without")
    export(tmp_path / "logs", "--to", tmp_path / "with", "--files")
    assert "files" not in loaded(tmp_path / "without", "security_rollouts")[0]
    (row,) = loaded(tmp_path / "with", "security_rollouts")
    (name,) = lookup("sheet-cell").spec.entry
    assert row["files"] == [{"name": name, "text": "# of my own\n"}]


def test_without_logs_the_challenges_alone(tmp_path: Path) -> None:
    result = export("--to", tmp_path / "out", "--json")
    assert json.loads(result.stdout) == {
        "rows": {"challenges": len(installed())},
        "folder": str(tmp_path / "out"),
        "address": None,
    }
    assert [row["challenge"] for row in loaded(tmp_path / "out", "challenges")] == sorted(
        challenge.slug for challenge in installed()
    )


def test_the_card_declares_every_table_and_column(
    logs: tuple[Path, EvalLog], tmp_path: Path
) -> None:
    folder, _ = logs
    export(folder, "--to", tmp_path / "out", "--title", "A | title", "--licence", "cc-by-4.0")
    declared = head(tmp_path / "out")
    assert (declared["license"], declared["pretty_name"]) == ("cc-by-4.0", "A | title")
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    for config in declared["configs"]:
        (part,) = config["data_files"]
        assert part["split"] == "test"
        assert (tmp_path / "out" / part["path"]).is_file()
        section = text.split(f"### {config['config_name']}\n")[1].split("###")[0]
        columns = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
        assert columns == list(loaded(tmp_path / "out", config["config_name"])[0])
    pictures = re.findall(r"\]\((figures/\S+)\)", text)
    assert pictures
    assert {f"figures/{path.name}" for path in (tmp_path / "out" / "figures").iterdir()} == set(
        pictures
    )


def test_names_from_logs_cannot_break_the_card(tmp_path: Path) -> None:
    suite_log(tmp_path / "logs", {"a": ["SW", "W"]}, model="mockllm/<img src=x>|[y](z)`")
    result = export(tmp_path / "logs", "--to", tmp_path / "out")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert r"mockllm/\<img src=x\>\|\[y\](z)\`" in text
    assert "<img" not in text.replace(r"\<img", "")


def test_other_suites_have_rollouts_without_verdicts(tmp_path: Path) -> None:
    foreign_log(tmp_path / "logs", {"a": [0.2, 0.8], "b": [0.9, "error"]})
    result = export(tmp_path / "logs", "--to", tmp_path / "out", "--threshold", "0.5", "--json")
    assert json.loads(result.stdout)["rows"].keys() == {"leaderboard", "theirs_rollouts"}
    rows = loaded(tmp_path / "out", "theirs_rollouts")
    assert [row["success"] for row in rows] == [False, True, True, None]
    assert rows[3]["unscored"] == "RuntimeError"
    assert {row["tests_total"] for row in rows} == {None}


def test_push_sends_every_file_with_the_users_token(tmp_path: Path) -> None:
    suite_log(tmp_path / "logs", VALUES)
    with hub("secret") as told:
        result = pushed(told, "secret", tmp_path / "logs", "--to", tmp_path / "out", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["address"] == f"{told.address}/datasets/owner/name"
    (made,) = told.made
    assert (made["type"], made["name"], made["organization"]) == ("dataset", "name", "owner")
    assert made.get("private", made.get("visibility")) in {True, "private"}
    assert told.files == {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    assert b'load_dataset("owner/name"' in told.files["README.md"]


def test_a_hub_that_refuses_is_named_in_one_sentence(tmp_path: Path) -> None:
    log = suite_log(tmp_path / "logs", VALUES)
    with hub("secret") as told:
        result = pushed(told, "another", log)
    assert (result.returncode, told.files) == (1, {})
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: owner/name: cannot be sent to the hub: ")
    assert "another" not in result.stderr
    gone = pushed(told, "secret", log)  # its server has ended
    assert (gone.returncode, len(gone.stderr.splitlines())) == (1, 1)
    assert "cannot be sent to the hub" in gone.stderr


def test_without_a_token_nothing_is_tried(tmp_path: Path) -> None:
    with hub("secret") as told:
        result = pushed(told, "", tmp_path / "missing.eval", home=tmp_path)
    assert (result.returncode, told.made) == (1, [])
    assert result.stderr == (
        "Error: Sending needs a token that may write: set HF_TOKEN, or log in with "
        "`hf auth login`.\n"
    )


def pushed(
    told: Hub, token: str, *arguments: str | Path, home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as the client reads its settings when it is imported."""
    settings = {"HF_ENDPOINT": told.address, "HF_TOKEN": token}
    settings |= {"HF_HOME": str(home)} if home else {}
    return subprocess.run(
        [sys.executable, "-m", "codebench", "export", "--push", "owner/name", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | settings,
    )


def test_mistakes_are_named_in_one_sentence(tmp_path: Path) -> None:
    log = suite_log(tmp_path / "logs", VALUES)
    assert refusal(log) == "Say where to: --to FOLDER, --push OWNER/NAME, or both."
    assert "is there already and not an empty folder" in refusal(log, "--to", tmp_path / "logs")
    assert "is there already" in refusal(log, "--to", log)
    assert "k=3 is more than the 2 scored rollouts" in refusal(
        log, "--to", tmp_path / "x", "-k", "3"
    )
    assert "there is no such" in refusal(tmp_path / "no.eval", "--to", tmp_path / "x")
    assert "no such folder of challenges" in refusal("--to", tmp_path / "x", "--challenges", "no")
    assert not (tmp_path / "x").exists()


def test_without_the_extra_the_remedy_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("codebench.export")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "datasets", None)
    assert "install `codebench[data]`" in refusal("--to", tmp_path / "x")
