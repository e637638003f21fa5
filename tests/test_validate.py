"""Validation finds each way in which a challenge can fail as an instrument."""

from pathlib import Path

import pytest
from conftest import FIXTURES
from making import MORE, make_challenge

from codebench.challenge import Challenge, load_challenge
from codebench.sandbox.runner import Runner
from codebench.validation import Known, Measured, Proof, Validation, validate

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
ONCE = Proof(repeats=1, mutants=0)


def _validated(challenge: Challenge, runner: Runner, proof: Proof = ONCE) -> Validation:
    return validate(challenge, runner, proof, workers=2)


@pytest.mark.parametrize(("slug", "problem"), EXPECTED.items(), ids=list(EXPECTED))
def test_names_what_is_wrong(slug: str, problem: str, local_runner: Runner) -> None:
    assert problem in _validated(load_challenge(BROKEN / slug), local_runner).problems


def test_every_broken_fixture_is_expected_to_break() -> None:
    assert {path.name for path in BROKEN.iterdir()} == {*EXPECTED, "coin-toss"}


def test_finds_a_flake_and_says_how_to_replay_it(local_runner: Runner) -> None:
    challenge = load_challenge(BROKEN / "coin-toss")
    for _ in range(20):  # the fixture tosses a coin for each grading, the first one included
        result = _validated(challenge, local_runner, Proof(repeats=8, mutants=0))
        if any("repeats" in problem for problem in result.problems):
            (problem, *_) = [p for p in result.problems if "repeats" in p]
            assert "test_functional::test_lucky (assertion) with seed " in problem
            assert result.measured.flakes > 0
            return
    pytest.fail("20 validations of a flaky challenge found no flake")


IN_ORDER = '''\
SEEN = []


def test_first(candidate):
    """Comes first."""
    SEEN.append("first")
    assert candidate.double(3) == 6


def test_second(candidate):
    """Relies on the first."""
    assert SEEN == ["first"]
    assert candidate.double(4) == 8
'''


def test_finds_tests_that_rely_on_their_order(tmp_path: Path, local_runner: Runner) -> None:
    parts = {**MORE, "tests/test_functional.py": IN_ORDER}
    challenge = make_challenge(tmp_path / "doubling", parts)
    result = _validated(challenge, local_runner, Proof(repeats=17, mutants=0))
    problems = [p for p in result.problems if "only with its tests in another order" in p]
    assert problems, result.problems


def test_a_sound_challenge_has_no_problems(tmp_path: Path, local_runner: Runner) -> None:
    challenge = make_challenge(tmp_path / "doubling", MORE)
    result = _validated(challenge, local_runner, Proof(repeats=2, mutants=9))
    measured = result.measured
    assert result.problems == ()
    assert (measured.functional, measured.exploits, measured.bandit) == (1, 0, ())
    assert (measured.repeats, measured.flakes) == (4, 0)
    assert [mutation.solution for mutation in measured.mutants] == ["correct", "correct_sum"]
    assert all(m.killed == m.tried == m.possible > 1 for m in measured.mutants)


SOFT = '''\
def test_doubles(candidate, rng):
    """Numbers are doubled."""
    number = rng.randrange(5, 1000)
    assert candidate.double(number) == 2 * number
'''
BRANCHY = """\
def double(number):
    if number < 0:
        return -(2 * -number)
    return 2 * number
"""


def test_names_the_mutants_that_live(tmp_path: Path, local_runner: Runner) -> None:
    parts = {**MORE, "tests/test_functional.py": SOFT, "solutions/correct/double.py": BRANCHY}
    challenge = make_challenge(tmp_path / "doubling", parts)
    result = _validated(challenge, local_runner, Proof(repeats=1, mutants=60))
    problem, *_ = result.problems
    assert problem.startswith("correct: the functional tests kill ")
    assert "double.py:3: minus removed" in problem
    assert "double.py:2: Lt to LtE" in problem
    assert result.measured.mutants[0].score < 0.9
    assert result.measured.mutants[1].score == 1.0


def test_the_same_files_are_not_graded_twice(tmp_path: Path, local_runner: Runner) -> None:
    challenge = make_challenge(tmp_path / "doubling", MORE)
    known = Known(ONCE, "local", tmp_path / "known")
    first = validate(challenge, local_runner, ONCE, workers=2, known=known)
    second = validate(challenge, local_runner, ONCE, workers=2, known=known)
    assert second.measured == first.measured
    assert (first.seconds > 0, second.seconds) == (True, 0.0)
    other = Known(Proof(repeats=2, mutants=0), "local", tmp_path / "known")
    assert other.get(challenge) is None
    changed = make_challenge(tmp_path / "doubling", {"prompt.md": "Write `double(number)`.\n"})
    assert known.get(changed) is None


def test_problems_are_looked_at_again(tmp_path: Path, local_runner: Runner) -> None:
    challenge = load_challenge(BROKEN / "soft-tests")
    known = Known(ONCE, "local", tmp_path / "known")
    validate(challenge, local_runner, ONCE, workers=2, known=known)
    assert known.get(challenge) is None


def _recorded(challenge: Challenge, version: int, decisive: str) -> Measured:
    return Measured(
        contents=challenge.contents,
        decisive=decisive,
        version=version,
        functional=1,
        exploits=0,
        bandit=(),
        repeats=2,
        flakes=0,
        seconds=0.1,
        slowest=0.1,
        mutants=(),
    )


def test_a_change_of_tests_needs_a_new_version(tmp_path: Path, local_runner: Runner) -> None:
    challenge = make_challenge(tmp_path / "doubling", MORE)
    cases = {(1, "other"): 1, (0, "other"): 0, (1, challenge.digest): 0, (2, "other"): 1}
    for (version, decisive), problems in cases.items():
        recorded = _recorded(challenge, version, decisive)
        result = validate(challenge, local_runner, ONCE, workers=2, recorded=recorded)
        assert len(result.problems) == problems, (version, decisive)
