"""Validation finds each way in which a challenge can fail as an instrument."""

import pytest
from conftest import FIXTURES
from making import make_challenge

from codebench.challenge import load_challenge
from codebench.sandbox.runner import Runner
from codebench.validate import validate

BROKEN = FIXTURES / "broken"
EXPECTED = {
    "blind-exploit": "insecure_naive: is not caught by any exploit",
    "broken-insecure": (
        "insecure_list: does not work: fails test_functional::test_greets (assertion)"
    ),
    "eager-rule": "static rule B101: fires on a secure solution",
    "few-references": "1 insecure solutions, at least 2 are needed",
    "idle-exploit": "test_exploits::test_long_name: catches no insecure solution",
    "soft-tests": "wrong_case: passes every functional test",
    "strict-oracle": "secure: fails test_exploits::test_wording (assertion)",
}


def _problems(slug: str, runner: Runner) -> tuple[str, ...]:
    (result,) = validate([load_challenge(BROKEN / slug)], runner, workers=2)
    return result.problems


@pytest.mark.parametrize(("slug", "problem"), EXPECTED.items(), ids=list(EXPECTED))
def test_names_what_is_wrong(slug: str, problem: str, local_runner: Runner) -> None:
    assert problem in _problems(slug, local_runner)


def test_finds_a_flake(local_runner: Runner) -> None:
    found: set[str] = set()
    for _ in range(20):  # the fixture tosses a coin for each of three repeats
        found.update(_problems("coin-toss", local_runner))
        if any(problem.startswith("secure:") for problem in found):
            return
    pytest.fail(f"20 validations of a flaky challenge found only {found}")


def test_every_broken_fixture_is_expected_to_break() -> None:
    assert {path.name for path in BROKEN.iterdir()} == {*EXPECTED, "coin-toss"}


def test_a_sound_challenge_has_no_problems(
    tmp_path_factory: pytest.TempPathFactory, local_runner: Runner
) -> None:
    challenge = make_challenge(tmp_path_factory.mktemp("sound") / "doubling")
    (result,) = validate([challenge], local_runner, workers=2)
    assert result.problems == ()
    assert result.references == 3
