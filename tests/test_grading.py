"""From a submission to its verdict: blame, retries and seeds, with the real judge."""

from pathlib import Path

import pytest
from making import TOML, Watched, make_challenge, submit

from codebench.grading import grade
from codebench.sandbox.runner import Runner
from codebench.submission import Submission
from codebench.verdict import Blame, Failure, Verdict

RIGHT = submit("def double(number):\n    return 2 * number\n")
WRONG = submit("def double(number):\n    return 3 * number\n")
COINS = '''\
import pytest


@pytest.mark.parametrize("case", range(24))
def test_heads(rng, case):
    """A coin shows heads."""
    assert rng.random() < 0.5


def test_in_order(canary):
    """Two words happen to be in order."""
    assert canary() < canary()
'''


def test_a_right_answer_passes_and_a_wrong_one_fails_with_its_reason(
    tmp_path: Path, local_runner: Runner
) -> None:
    challenge = make_challenge(tmp_path / "doubling")
    right, wrong = (grade(challenge, answer, local_runner) for answer in (RIGHT, WRONG))
    assert (right.success, right.image) == (True, "local")
    assert [(test.id, test.label) for test in right.tests] == [
        ("test_functional::test_doubles", "Numbers are doubled.")
    ]
    assert not wrong.success
    assert [test.reason for test in wrong.tests] == ["assertion"]
    assert wrong.blame is Blame.GRADED


@pytest.mark.parametrize(
    ("submission", "complaint"),
    [
        (Submission(), "double.py missing"),
        (submit("x = 1", "twice.py"), "double.py missing"),
        (Submission.of({**RIGHT.files, "pytest.ini": b""}), "pytest.ini not asked for"),
        (submit("#" * 2**21), "larger than 1048576 bytes"),
    ],
)
def test_what_cannot_be_graded_fails_without_a_judge(
    tmp_path: Path, local_runner: Runner, submission: Submission, complaint: str
) -> None:
    runner = Watched(local_runner)
    verdict = grade(make_challenge(tmp_path / "doubling"), submission, runner)
    assert runner.jobs == []
    assert (verdict.blame, verdict.failure) == (Blame.GRADED, Failure.INVALID_SUBMISSION)
    assert (verdict.detail, verdict.seed, verdict.image) == (complaint, "", "")
    assert verdict.submission_digest == submission.digest


def test_the_seed_of_a_verdict_replays_it(tmp_path: Path, local_runner: Runner) -> None:
    challenge = make_challenge(tmp_path / "coins", {"tests/test_functional.py": COINS})
    first, other = (grade(challenge, RIGHT, local_runner) for _ in range(2))
    again = grade(challenge, RIGHT, local_runner, seed=first.seed)
    assert again.seed == first.seed != other.seed
    assert heads(again) == heads(first) != heads(other)
    assert len(heads(first)) == 25


def heads(verdict: Verdict) -> list[tuple[str, bool]]:
    """How each test ended, which is chance."""
    return [(test.id, test.passed) for test in verdict.tests]


def test_the_judge_gets_all_that_the_challenge_says(tmp_path: Path, local_runner: Runner) -> None:
    toml = TOML + 'preload = ["colorsys"]\n[limits]\ncall_seconds = 2.5\n'
    driver = "def double(number):\n    import double\n    return -double.double(-number)\n"
    files = {"challenge.toml": toml, "driver.py": driver}
    challenge = make_challenge(tmp_path / "doubling", files)
    runner = Watched(local_runner)
    assert grade(challenge, RIGHT, runner, seed="5eed", nonce="0nce").success
    (job,) = runner.jobs
    assert (job.seed, job.nonce, job.entry) == ("5eed", "0nce", ("double.py",))
    assert (job.tests, job.driver) == (challenge.tests, driver)
    assert (job.preload, job.service) == (("colorsys",), None)
    assert job.limits == challenge.spec.limits


def test_a_submission_reaches_the_judge_byte_for_byte(tmp_path: Path, local_runner: Runner) -> None:
    test = 'def test_name(candidate):\n    assert candidate.name() == "caf\\xe9"\n'
    challenge = make_challenge(tmp_path / "cafe", {"tests/test_functional.py": test})
    latin = b"# coding: latin-1\ndef name():\n    return 'caf\xe9'\n"
    assert grade(challenge, Submission.of({"double.py": latin}), local_runner).success
