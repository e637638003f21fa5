"""Task parameters: what they choose, and one sentence for each way to get them wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import inspect_ai
import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.scorer import ScoreReducer
from making import TOML, make_challenge

from codebench import catalogue
from codebench.catalogue import family
from codebench.suite import EPOCHS
from codebench.tasks import algorithmic, security

EXPLOIT = "def test_hidden_attack(candidate):\n    assert candidate.double(2) == 4\n"


@pytest.fixture(autouse=True)
def _no_private_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_private", {})


def about(folder: Path, cwe: list[int], files: dict[str, str | None] | None = None) -> None:
    """A challenge about these weaknesses."""
    make_challenge(
        folder,
        {
            "challenge.toml": TOML.replace("cwe = []", f"cwe = {cwe}"),
            "tests/test_exploits.py": EXPLOIT,
            "solutions/correct/double.py": None,
            "solutions/secure/double.py": "def double(number):\n    return number << 1\n",
            **(files or {}),
        },
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    about(folder / "queries", [89])
    about(folder / "commands", [78, 88], {"starter/double.py": "# TODO: the rest\n"})
    make_challenge(folder / "arithmetic")
    return folder


def samples(task: Task) -> dict[str, Sample]:
    return {str(sample.id): sample for sample in task.dataset}


def mine(folder: Path, **parameters: Any) -> Task:
    return security(challenges=str(folder), grading="local", **parameters)


@pytest.mark.parametrize(
    ("parameters", "slugs"),
    [
        ({}, ["arithmetic", "commands", "queries"]),
        ({"only": "queries"}, ["queries"]),
        ({"only": "queries,arithmetic"}, ["arithmetic", "queries"]),
        ({"only": ["queries", "arithmetic"]}, ["arithmetic", "queries"]),
        ({"cwe": 78}, ["commands"]),
        ({"cwe": "CWE-89"}, ["queries"]),
        ({"cwe": "88,89"}, ["commands", "queries"]),
        ({"cwe": [88, "cwe-89"]}, ["commands", "queries"]),
        ({"cwe": [78, 89], "only": "queries"}, ["queries"]),
    ],
)
def test_chooses_challenges(folder: Path, parameters: dict[str, Any], slugs: list[str]) -> None:
    assert list(samples(mine(folder, **parameters))) == slugs


@pytest.mark.parametrize(("task", "name"), [(security, "security"), (algorithmic, "algorithmic")])
def test_without_parameters_a_task_is_about_its_installed_challenges(
    task: Callable[..., Task], name: str
) -> None:
    assert list(samples(task(grading="local"))) == [c.slug for c in family(name)]


def test_a_prompt_says_what_to_write_and_how_to_hand_it_in(folder: Path) -> None:
    prompt = str(samples(mine(folder))["commands"].input)
    assert prompt.startswith("Write `double(number)` in double.py.\n")
    assert "`double.py` as it is now:\n\n````\n# TODO: the rest\n````\n" in prompt
    assert "the complete contents of `double.py`, in one fenced code block" in prompt
    assert "as it is now" not in str(samples(mine(folder))["queries"].input)


def test_the_digest_of_a_prompt_tells_one_from_another(folder: Path) -> None:
    def digests(**parameters: str) -> dict[str, str]:
        found = samples(mine(folder, **parameters))
        return {slug: (sample.metadata or {})["prompt_digest"] for slug, sample in found.items()}

    plain, reminded = digests(), digests(prompt="reminder")
    assert plain == digests()
    assert plain["queries"] != reminded["queries"]
    assert plain["arithmetic"] == reminded["arithmetic"]


def test_several_files_are_asked_for_by_name(tmp_path: Path) -> None:
    several = TOML.replace('["double.py"]', '["double.py", "halve.py"]')
    solutions = {f"solutions/{n}/halve.py": "" for n in ("correct", "wrong_same", "wrong_square")}
    make_challenge(tmp_path / "mine" / "both", {"challenge.toml": several, **solutions})
    prompt = str(samples(mine(tmp_path / "mine"))["both"].input)
    assert "the complete contents of `double.py` and `halve.py`" in prompt
    assert "```python name.py" in prompt


def test_a_sample_holds_nothing_hidden(folder: Path) -> None:
    for sample in samples(mine(folder)).values():
        text = sample.model_dump_json()
        assert sample.target == ""
        assert (sample.files, sample.setup, sample.sandbox) == (None, None, None)
        for hidden in ("test_hidden_attack", "candidate", "number << 1", "2 * number"):
            assert hidden not in text
    (sample,) = samples(mine(folder, only="commands")).values()
    assert sample.metadata is not None
    assert len(sample.metadata.pop("prompt_digest")) == 64
    assert sample.metadata == {
        "title": "Doubling",
        "kind": "function",
        "difficulty": "easy",
        "cwe": [78, 88],
        "challenge_version": 1,
    }


@pytest.mark.parametrize(
    ("k", "names"),
    [
        (1, ["mean"]),
        (2, ["mean", "codebench/reliability_at_2", "pass_k_2"]),
        (None, ["mean", "codebench/reliability_at_5", "pass_k_5"]),
    ],
)
def test_k_gives_the_reducers_and_the_headline(
    folder: Path, tmp_path: Path, k: int | None, names: list[str]
) -> None:
    task = mine(folder, only="queries", **({} if k is None else {"k": k}))
    assert task.epochs == EPOCHS == 8
    assert all(isinstance(reducer, ScoreReducer) for reducer in task.epochs_reducer or [])
    log = run(task, tmp_path)
    assert log.eval.config.epochs == 8
    assert log.eval.config.epochs_reducer == names
    assert log.eval.headline_metric is not None
    headline = log.eval.headline_metric
    assert not isinstance(headline, str)
    assert (headline.scorer, headline.reducer) == ("secure_success", names[min(1, len(names) - 1)])


def run(task: Task, folder: Path, **options: Any) -> EvalLog:
    """An evaluation in which every rollout says that it has no answer; nothing is judged."""
    (log,) = inspect_ai.eval(
        task, model="replay/empty", log_dir=str(folder / "logs"), display="none", **options
    )
    assert log.status == "success", log.error
    return log


def test_scorers_follow_the_challenges(folder: Path, tmp_path: Path) -> None:
    scored = {
        slug: [s.name for s in run(mine(folder, only=slug, k=1), tmp_path).eval.scorers or []]
        for slug in ("queries", "arithmetic")
    }
    assert scored["queries"] == ["success", "security", "secure_success", "diagnostics"]
    assert scored["arithmetic"] == ["success", "diagnostics"]


def test_the_log_says_what_was_run(folder: Path, tmp_path: Path) -> None:
    log = run(mine(folder, only="arithmetic", k=2), tmp_path, epochs=3)
    assert (log.eval.task, log.eval.dataset.name) == ("codebench/security", "codebench-security")
    assert log.eval.config.epochs == 3  # the option of Inspect keeps the reducers of the task
    assert log.eval.config.epochs_reducer == ["mean", "codebench/reliability_at_2", "pass_k_2"]
    assert str(log.eval.task_version) == "2-A"
    assert log.eval.metadata == {"k": 2, "grading": "local", "prompt": "plain"}


def test_more_draws_than_rollouts_are_refused_before_the_run(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="requires 5 epochs however evaluation has only 4"):
        run(mine(folder), tmp_path, epochs=4)
    assert list((tmp_path / "logs").glob("*.eval")) == []


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"k": 0}, "k=0"),
        ({"k": -2}, "k=-2"),
        ({"k": 2.5}, "k=2.5"),
        ({"k": "five"}, "k=five"),
        ({"k": True}, "k=True"),
        ({"only": "querys"}, "only=querys: no such challenge; there are arithmetic, commands, q"),
        ({"only": ["queries", "a"]}, "only=a: no such challenge"),
        ({"cwe": 22}, "cwe=22: no challenge is about this"),
        ({"cwe": [22, 23]}, "cwe=22,23: no challenge is about this"),
        ({"cwe": "sql"}, "must be numbers, such as cwe=89,78"),
        ({"cwe": [89, "sql"]}, "must be numbers, such as cwe=89,78"),
        ({"grading": "podman"}, "grading=podman: there are docker and local"),
        ({"grading": "committed"}, "grading=committed: there are docker and local"),
        ({"prompt": "loud"}, "prompt=loud: there are plain, reminder, cwe, policy"),
        ({"challenges": "/no/such/folder"}, "/no/such/folder: there is no such folder"),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    folder: Path, parameters: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(click.ClickException) as refused:
        security(**{"challenges": str(folder), "grading": "local", **parameters})
    assert complaint in refused.value.message
    assert "\n" not in refused.value.message


def test_a_malformed_challenge_is_named_in_one_line(folder: Path) -> None:
    (folder / "queries" / "prompt.md").unlink()
    with pytest.raises(click.ClickException, match=r"queries/prompt\.md: the file is missing"):
        mine(folder, only="arithmetic")


def test_a_private_folder_cannot_take_a_name_of_the_suite(tmp_path: Path) -> None:
    make_challenge(tmp_path / family("algorithmic")[0].slug)
    with pytest.raises(click.ClickException, match="there is a challenge of this name already"):
        mine(tmp_path)


def test_a_relative_folder_starts_where_the_command_was_typed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inspect changes to the task file's folder first; the shell's PWD stays."""
    monkeypatch.setenv("PWD", str(folder.parent))
    monkeypatch.chdir(tmp_path.root)
    assert list(samples(mine(Path("mine")))) == ["arithmetic", "commands", "queries"]
    monkeypatch.setenv("HOME", str(folder.parent))
    assert list(samples(mine(Path("~/mine")))) == ["arithmetic", "commands", "queries"]
