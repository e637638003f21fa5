"""The model that needs no key answers with reference solutions, each in its turn."""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import click
import inspect_ai
import pytest
from inspect_ai import Task
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, get_model
from making import TOML, make_challenge

from codebench import catalogue
from codebench.answer import read_files
from codebench.catalogue import installed, load_folder
from codebench.challenge import Challenge
from codebench.replay import ReplayAPI, _answer
from codebench.tasks import algorithmic, security

NAMES = ["secure", "secure_b", "secure_c", "insecure_a", "insecure_b", "wrong_a", "wrong_b"]


@pytest.fixture(autouse=True)
def _no_private_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_private", {})


@pytest.fixture
def guarded(tmp_path: Path) -> Path:
    """A folder with a challenge whose solutions return their own names."""
    solutions = {
        f"solutions/{name}/double.py": f"def double(number):\n    return {name!r}\n"
        for name in NAMES
    }
    without = {f"solutions/{name}/double.py": None for name in ("correct", "wrong_square")}
    make_challenge(
        tmp_path / "guarded" / "guarded",
        {
            "challenge.toml": TOML.replace("cwe = []", "cwe = [94]"),
            "tests/test_exploits.py": "def test_calm(candidate):\n    candidate.double(1)\n",
            "solutions/wrong_same/double.py": None,
            **without,
            **solutions,
        },
    )
    return tmp_path / "guarded"


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A folder with a challenge that has no security side."""
    make_challenge(
        tmp_path / "plain" / "plain",
        {"solutions/correct_b/double.py": "def double(number):\n    return number + number\n"},
    )
    return tmp_path / "plain"


def answers(log: EvalLog) -> list[str]:
    """What was answered, in the order of the epochs."""
    samples = sorted(log.samples or [], key=lambda sample: sample.epoch)
    return [sample.output.completion for sample in samples]


def names(log: EvalLog) -> list[str]:
    """The solutions that were answered with, by the name that each returns."""
    return [answer.split("'")[1] if "'" in answer else answer for answer in answers(log)]


def run(
    task: Callable[..., Task], folder: Path, policy: str, epochs: int, **model_args: Any
) -> EvalLog:
    """An evaluation that ends before grading."""
    (log,) = inspect_ai.eval(
        task(challenges=str(folder), k=1, grading="local"),
        model=f"replay/{policy}",
        model_args=model_args,
        epochs=epochs,
        score=False,
        log_dir=str(folder.parent / "logs"),
        display="none",
    )
    assert log.status == "success", log.error
    return log


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("secure", ["secure", "secure_b", "secure_c", "secure"]),
        ("insecure", ["insecure_a", "insecure_b", "insecure_a", "insecure_b"]),
        ("wrong", ["wrong_a", "wrong_b", "wrong_a", "wrong_b"]),
        ("empty", ["I have no answer."] * 4),
    ],
)
def test_a_policy_shows_all_its_solutions_in_turn(
    guarded: Path, policy: str, expected: list[str]
) -> None:
    log = run(security, guarded, policy, epochs=4)
    assert names(log) == expected
    assert log.eval.model == f"replay/{policy}"
    assert all(usage.total_tokens > 0 for usage in log.stats.model_usage.values())


@pytest.mark.parametrize("policy", ["secure", "insecure"])
def test_without_a_security_side_working_solutions_are_correct(plain: Path, policy: str) -> None:
    first, second, third = answers(run(algorithmic, plain, policy, epochs=3))
    assert first == third == "```python double.py\ndef double(number):\n    return 2 * number\n```"
    assert "number + number" in second


def test_mixed_is_the_same_for_the_same_seed(guarded: Path) -> None:
    mixes = [
        names(run(security, guarded, "mixed", 16, success=0.6, security=0.5, seed=seed))
        for seed in (1, 1, 2)
    ]
    assert mixes[0] == mixes[1] != mixes[2]


@pytest.mark.parametrize(
    ("success", "security", "expected"),
    [(0, 1, {"wrong"}), (1, 0, {"insecure"}), (1, 1, {"secure"})],
)
def test_mixed_keeps_to_certainties(
    guarded: Path, success: int, security: int, expected: set[str]
) -> None:
    model = get_model("replay/mixed", success=success, security=security)
    assert {kind for kind, count in drawn(model, guarded, 100).items() if count} == expected


def drawn(model: Model, folder: Path, rollouts: int) -> Counter[str]:
    """How often each kind of solution is drawn for the challenges of a folder."""
    assert isinstance(model.api, ReplayAPI)
    solutions = [
        model.api._solution(challenge, epoch)
        for challenge in load_folder(folder)
        for epoch in range(1, rollouts + 1)
    ]
    return Counter(str(solution.expectation) for solution in solutions if solution is not None)


@pytest.mark.parametrize(("success", "security"), [(0.7, 0.6), (0.2, 0.9), (0.5, 0.5)])
def test_mixed_works_and_is_secure_as_often_as_it_says(
    guarded: Path, success: float, security: float
) -> None:
    rollouts = 4000
    model = get_model("replay/mixed", success=success, security=security, seed=11)
    counts = drawn(model, guarded, rollouts)
    assert counts.total() == rollouts
    works = (counts["secure"] + counts["insecure"]) / rollouts
    for share, truth in ((works, success), (counts["secure"] / rollouts, success * security)):
        assert abs(share - truth) < 4 * sqrt(truth * (1 - truth) / rollouts)


def test_challenges_are_drawn_independently(tmp_path: Path) -> None:
    for slug in ("here", "there"):
        make_challenge(tmp_path / slug)
    here, there = load_folder(tmp_path)
    api = get_model("replay/mixed", success=0.5, seed=3).api
    assert isinstance(api, ReplayAPI)

    def kinds(challenge: Challenge) -> list[bool]:
        solutions = [api._solution(challenge, epoch) for epoch in range(1, 2001)]
        return [solution is not None and solution.name == "correct" for solution in solutions]

    agree = sum(a == b for a, b in zip(kinds(here), kinds(there), strict=True))
    assert abs(agree - 1000) < 4 * sqrt(2000 * 0.25)


@pytest.mark.parametrize(
    ("name", "model_args", "complaint"),
    [
        ("perfect", {}, "replay/perfect: there are secure, insecure, wrong, empty, mixed"),
        ("secure", {"success": 0.5}, "replay/secure takes no argument -M success="),
        ("mixed", {"secuirty": 0.5}, "replay/mixed takes no argument -M secuirty="),
        ("mixed", {"success": 1.5}, "-M success=1.5: must be a probability from 0 to 1"),
        ("mixed", {"security": -0.1}, "-M security=-0.1: must be a probability"),
        ("mixed", {"success": "often"}, "-M success=often: must be a probability"),
        ("mixed", {"success": True}, "-M success=True: must be a probability"),
        ("mixed", {"success": float("nan")}, "-M success=nan: must be a probability"),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    name: str, model_args: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(click.ClickException) as refused:
        get_model(f"replay/{name}", **model_args)
    assert complaint in refused.value.message
    assert "\n" not in refused.value.message


def test_every_installed_solution_is_read_back_byte_for_byte() -> None:
    """What is graded is the committed solution itself: its digest is what makes it trusted."""
    changed = [
        f"{challenge.slug}/{solution.name}"
        for challenge in installed()
        for solution in challenge.solutions
        if {
            name: text.encode()
            for name, text in read_files(_answer(solution), challenge.spec.files).items()
        }
        != solution.files
    ]
    assert changed == []
