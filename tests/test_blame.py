"""Model fault, challenge fault and infrastructure fault are told apart by controls."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from making import Watched, make_challenge, submit

from codebench import blame
from codebench.challenge import Challenge
from codebench.grading import grade
from codebench.sandbox.faults import EngineFault, GradingFault, JudgeFault, MachineFault
from codebench.sandbox.runner import Runner
from codebench.verdict import Blame, Failure, Unscored

RIGHT = submit("def double(number):\n    return number + number\n")
WRONG = submit("def double(number):\n    return 3 * number\n")
NOTHING = submit("def double(number):\n    return None\n")
ENGINE, JUDGE = EngineFault("The engine has gone."), JudgeFault("The judge said nothing.")
MEMORY = JudgeFault("The container ran out of memory.", out_of_memory=True)
MACHINE = MachineFault("The machine has no memory left.")
PASSES = None


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(blame, "PAUSES", (0.0,) * 4)
    yield
    blame._engine_is_down.clear()


@pytest.fixture
def doubling(tmp_path: Path) -> Challenge:
    return make_challenge(tmp_path / "doubling")


def kinds(runner: Watched) -> str:
    """Which jobs a runner got: s for a submission, c for a control."""
    control = base64.b64encode(b"def double(number):\n    return 2 * number\n").decode()
    return "".join("c" if job.files["double.py"] == control else "s" for job in runner.jobs)


@pytest.mark.parametrize("fault", [ENGINE, JUDGE, MEMORY, MACHINE])
@pytest.mark.parametrize("control", [PASSES, ENGINE])
def test_a_fault_that_does_not_repeat_is_nobodys(
    doubling: Challenge, local_runner: Runner, fault: GradingFault, control: GradingFault | None
) -> None:
    runner = Watched(local_runner, [fault, control])
    verdict = grade(doubling, RIGHT, runner)
    assert verdict.success
    assert (verdict.blame, verdict.unscored, verdict.detail) == (Blame.GRADED, None, "")
    assert kinds(runner) == "scs"
    assert runner.jobs[0] == runner.jobs[2]
    assert {job.seed for job in runner.jobs} == {verdict.seed}


def test_the_first_verdict_stands(doubling: Challenge, local_runner: Runner) -> None:
    runner = Watched(local_runner, [JUDGE])
    assert not grade(doubling, WRONG, runner).success
    assert kinds(runner) == "scs"  # nobody asks again for a better one


@pytest.mark.parametrize(
    ("fault", "failure"),
    [
        (JUDGE, Failure.BROKE_JUDGE),
        (ENGINE, Failure.BROKE_JUDGE),  # a judge can be broken so that it looks like the engine
        (MEMORY, Failure.RESOURCE),
    ],
)
def test_faults_between_two_controls_that_pass_are_the_submissions(
    doubling: Challenge, local_runner: Runner, fault: GradingFault, failure: Failure
) -> None:
    runner = Watched(local_runner, [fault, PASSES, fault, PASSES])
    verdict = grade(doubling, RIGHT, runner)
    assert (verdict.blame, verdict.failure, verdict.detail) == (Blame.GRADED, failure, str(fault))
    assert (verdict.success, verdict.security, verdict.tests) == (False, False, ())
    assert (verdict.seed, verdict.image) == (runner.jobs[0].seed, "watched")
    assert kinds(runner) == "scsc"


def test_a_control_that_fails_in_between_takes_the_evidence_away(
    doubling: Challenge, local_runner: Runner
) -> None:
    faults: list[GradingFault | None] = [JUDGE, PASSES, JUDGE, ENGINE, JUDGE, PASSES, PASSES]
    runner = Watched(local_runner, faults)
    assert grade(doubling, RIGHT, runner).success
    assert kinds(runner) == "scscscs"


@pytest.mark.parametrize(
    ("faults", "reason", "detail"),
    [
        ([ENGINE] * 10, Unscored.ENGINE, "The engine has gone."),
        (
            [JUDGE] * 10,
            Unscored.JUDGE,
            "The judge said nothing. A reference solution gets no report either.",
        ),
        ([JUDGE, ENGINE] * 5, Unscored.ENGINE, "The judge said nothing."),
        ([ENGINE, JUDGE] * 5, Unscored.ENGINE, "The engine has gone."),
    ],
)
def test_faults_of_both_leave_the_rollout_unscored(
    doubling: Challenge,
    local_runner: Runner,
    faults: list[GradingFault | None],
    reason: Unscored,
    detail: str,
) -> None:
    runner = Watched(local_runner, list(faults))
    verdict = grade(doubling, RIGHT, runner)
    assert (verdict.blame, verdict.unscored, verdict.detail) == (Blame.UNSCORED, reason, detail)
    assert (verdict.failure, verdict.tests, verdict.success) == (None, (), False)
    assert kinds(runner) == "sc" * 5


@pytest.mark.parametrize("control", [PASSES, JUDGE, MACHINE])
def test_a_machine_without_memory_is_never_the_submissions_fault(
    doubling: Challenge, local_runner: Runner, control: GradingFault | None
) -> None:
    """A control that passes tells nothing here: it may need less."""
    runner = Watched(local_runner, [MACHINE, control] * 5)
    verdict = grade(doubling, RIGHT, runner)
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.JUDGE)
    assert (verdict.detail, verdict.failure, verdict.tests) == (str(MACHINE), None, ())
    assert kinds(runner) == "sc" * 5


def test_a_machine_without_memory_is_no_evidence(doubling: Challenge, local_runner: Runner) -> None:
    faults: list[GradingFault | None] = [MACHINE, PASSES, JUDGE, PASSES, MACHINE, PASSES, JUDGE]
    runner = Watched(local_runner, [*faults, PASSES, PASSES])
    assert grade(doubling, RIGHT, runner).success
    assert kinds(runner) == "sc" * 4 + "s"


def test_waiting_for_an_engine_is_done_once(doubling: Challenge, local_runner: Runner) -> None:
    runner = Watched(local_runner, [ENGINE] * 12)
    for attempts in (10, 12):
        assert grade(doubling, RIGHT, runner).unscored is Unscored.ENGINE
        assert len(runner.jobs) == attempts
    assert grade(doubling, RIGHT, runner).success
    runner.faults = [ENGINE, ENGINE]
    assert grade(doubling, RIGHT, runner).success  # it has reported since: it is waited for again


def test_without_a_reference_solution_nobody_is_blamed(
    tmp_path: Path, local_runner: Runner
) -> None:
    challenge = make_challenge(tmp_path / "doubling", {"solutions/correct/double.py": None})
    runner = Watched(local_runner, [JUDGE] * 5)
    verdict = grade(challenge, RIGHT, runner)
    assert (verdict.unscored, len(runner.jobs)) == (Unscored.JUDGE, 5)
    assert verdict.detail.endswith("There is no reference solution to tell whose fault it is.")


def test_a_reference_solution_that_fails_is_the_challenges_fault(
    tmp_path: Path, local_runner: Runner
) -> None:
    bad = {"solutions/correct/double.py": "def double(number):\n    return 0\n"}
    runner = Watched(local_runner, [JUDGE, PASSES] * 5)
    verdict = grade(make_challenge(tmp_path / "doubling", bad), RIGHT, runner)
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.CHALLENGE)
    assert verdict.detail.endswith("A reference solution fails its tests besides.")


@pytest.mark.parametrize("expected", ["sc", "s"])
def test_hidden_tests_that_cannot_be_collected_are_the_challenges_fault(
    tmp_path: Path, local_runner: Runner, expected: str
) -> None:
    files: dict[str, str | None] = {"tests/test_functional.py": "import no_such_package\n"}
    if expected == "s":  # there is no reference to ask
        files["solutions/correct/double.py"] = None
    runner = Watched(local_runner)
    verdict = grade(make_challenge(tmp_path / "doubling", files), RIGHT, runner)
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.CHALLENGE)
    assert "could not be collected" in verdict.detail
    assert kinds(runner) == expected


STUMBLES = """\
def test_doubles(candidate):
    assert candidate.double(4) == 8


def test_stumbles(candidate):
    assert candidate.double(4) / {divisor} == 8
"""


def test_a_test_that_stumbles_over_the_reference_too_is_the_challenges_fault(
    tmp_path: Path, local_runner: Runner
) -> None:
    files = {"tests/test_functional.py": STUMBLES.format(divisor="0")}
    runner = Watched(local_runner)
    verdict = grade(make_challenge(tmp_path / "doubling", files), RIGHT, runner)
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.CHALLENGE)
    assert "test_functional::test_stumbles" in verdict.detail
    assert kinds(runner) == "sc"
    assert runner.jobs[0].seed == runner.jobs[1].seed


@pytest.mark.parametrize("control", [PASSES, JUDGE])
def test_a_test_that_stumbles_over_the_submission_alone_fails_it(
    tmp_path: Path, local_runner: Runner, control: GradingFault | None
) -> None:
    files = {"tests/test_functional.py": STUMBLES.format(divisor="1")}
    runner = Watched(local_runner, [PASSES, control])
    verdict = grade(make_challenge(tmp_path / "doubling", files), NOTHING, runner)
    assert (verdict.blame, verdict.success) == (Blame.GRADED, False)
    assert [test.reason for test in verdict.tests] == ["assertion", "test_error"]
    assert kinds(runner) == "sc"
