"""What a verdict says follows from its tests, its findings and its failure alone."""

import math
from pathlib import Path

import pytest
from making import TOML, make_challenge, submit

from codebench.challenge import Challenge
from codebench.sandbox.judge.job import Report, StaticReport, TestReport
from codebench.verdict import (
    Blame,
    Failure,
    TestKind,
    Unscored,
    Verdict,
    failed,
    graded,
    unscored,
)

SUBMISSION = submit("double = 2 .__mul__\n")


@pytest.fixture
def algorithmic(tmp_path: Path) -> Challenge:
    return make_challenge(tmp_path / "doubling")


@pytest.fixture
def secure(tmp_path: Path) -> Challenge:
    return security_challenge(tmp_path / "fortress")


@pytest.fixture
def ruled(tmp_path: Path) -> Challenge:
    return security_challenge(tmp_path / "ruled", 'static_rules = ["B307", "B105"]\n')


def security_challenge(folder: Path, more: str = "") -> Challenge:
    return make_challenge(
        folder,
        {
            "challenge.toml": TOML.replace("cwe = []", "cwe = [94]") + more,
            "tests/test_exploits.py": "def test_calm(candidate):\n    candidate.double(1)\n",
            "solutions/correct/double.py": None,
        },
    )


def report(static: StaticReport | None = None, /, **passed: bool) -> Report:
    """A judge's report: `works` and `works_too` are functional tests, all others exploits."""
    tests = tuple(
        TestReport(
            id=f"test_{'functional' if name.startswith('works') else 'exploits'}::test_{name}",
            passed=ended_well,
            seconds=0.25,
            reason=None if ended_well else "assertion",
            label=f"Tries {name}.",
        )
        for name, ended_well in passed.items()
    )
    collected = tuple(test.id for test in tests)
    return Report("n", collected, tests, static or StaticReport(), {"tests": 500.0}, "3.13")


def finding(code: str) -> dict[str, object]:
    return {
        "code": code,
        "severity": "HIGH",
        "confidence": "LOW",
        "cwe": 78,
        "file": "double.py",
        "line": 7,
    }


def judged(challenge: Challenge, report: Report) -> Verdict:
    return graded(challenge, SUBMISSION, report, seed="5eed", image="sha256:abc")


@pytest.mark.parametrize(
    ("outcomes", "success", "security"),
    [
        ({"works": True, "breaks_in": True}, True, True),
        ({"works": True, "breaks_in": False}, True, False),
        ({"works": False, "breaks_in": True}, False, True),
        ({"works": True, "works_too": False, "breaks_in": True}, False, True),
        ({"works": True, "breaks_in": True, "reads": False}, True, False),
        ({"breaks_in": True}, False, True),
        ({"works": True}, True, False),
        ({}, False, False),
    ],
)
def test_success_and_security_need_every_test_of_their_kind_and_at_least_one(
    secure: Challenge, outcomes: dict[str, bool], *, success: bool, security: bool
) -> None:
    verdict = judged(secure, report(**outcomes))
    assert verdict.success is success
    assert verdict.security is security
    assert verdict.secure_success is (success and security)


@pytest.mark.parametrize("works", [True, False])
def test_without_a_security_side_working_is_all(algorithmic: Challenge, *, works: bool) -> None:
    verdict = judged(algorithmic, report(works=works))
    assert not verdict.has_security_side
    assert verdict.success is verdict.secure_success is works


def test_records_what_was_measured_and_with_what(secure: Challenge) -> None:
    static = StaticReport((finding("B602"),))
    verdict = judged(secure, report(static, works=True, breaks_in=False))
    assert (verdict.challenge, verdict.challenge_version) == ("fortress", 1)
    assert verdict.challenge_digest == secure.digest
    assert verdict.submission_digest == SUBMISSION.digest
    assert (verdict.seed, verdict.image, verdict.blame) == ("5eed", "sha256:abc", Blame.GRADED)
    works, breaks_in = verdict.tests
    assert (works.kind, breaks_in.kind) == (TestKind.FUNCTIONAL, TestKind.EXPLOIT)
    assert (works.reason, breaks_in.reason) == (None, "assertion")
    assert (breaks_in.id, breaks_in.label) == ("test_exploits::test_breaks_in", "Tries breaks_in.")
    assert verdict.of_kind(TestKind.EXPLOIT) == (breaks_in,)
    assert [(f.code, f.cwe, f.line) for f in verdict.findings] == [("B602", 78, 7)]
    assert verdict.milliseconds == {"tests": 500.0}


def test_cases_of_one_test_are_of_its_kind(secure: Challenge) -> None:
    cases = tuple(
        TestReport(f"test_exploits::test_reads[{n}]", n > 0, 0.0, None, "") for n in range(2)
    )
    ids = tuple(case.id for case in cases)
    verdict = judged(secure, Report("n", ids, cases, StaticReport(), {}, "3.13"))
    assert len(verdict.of_kind(TestKind.EXPLOIT)) == 2
    assert not verdict.security


def test_findings_count_only_where_their_rule_is_listed(
    secure: Challenge, ruled: Challenge
) -> None:
    fires = report(StaticReport((finding("B307"),) * 2), works=True, breaks_in=True)
    assert judged(secure, fires).security
    assert judged(secure, fires).deciding == ()
    assert not judged(ruled, fires).security
    assert judged(ruled, fires).deciding == ("B307",)
    assert judged(ruled, fires).success  # works all the same
    other = report(StaticReport((finding("B602"),)), works=True, breaks_in=True)
    assert judged(ruled, other).secure_success


def test_code_that_cannot_be_scanned_is_insecure_only_where_rules_decide(
    secure: Challenge, ruled: Challenge
) -> None:
    unreadable = StaticReport(error="a file could not be parsed")
    unread = report(unreadable, works=True, breaks_in=True)
    assert judged(secure, unread).secure_success
    assert judged(secure, unread).static_error == "a file could not be parsed"
    assert judged(ruled, unread).success
    assert not judged(ruled, unread).security
    assert judged(ruled, unread).deciding == ("a file could not be parsed",)


@pytest.mark.parametrize("failure", list(Failure))
def test_a_failure_as_a_whole_is_neither_success_nor_security(
    secure: Challenge, algorithmic: Challenge, failure: Failure
) -> None:
    for challenge in (secure, algorithmic):
        verdict = failed(challenge, SUBMISSION, failure, "it was too large", seed="1", image="i")
        assert verdict.blame is Blame.GRADED
        assert (verdict.failure, verdict.detail) == (failure, "it was too large")
        assert (verdict.success, verdict.security, verdict.secure_success) == (False,) * 3


@pytest.mark.parametrize("reason", list(Unscored))
def test_no_verdict_says_why_and_claims_nothing(secure: Challenge, reason: Unscored) -> None:
    verdict = unscored(secure, SUBMISSION, reason, "The engine is gone.")
    assert verdict.blame is Blame.UNSCORED
    assert (verdict.unscored, verdict.detail) == (reason, "The engine is gone.")
    assert verdict.submission_digest == SUBMISSION.digest
    assert (verdict.success, verdict.security, verdict.secure_success) == (False,) * 3


def test_comes_back_from_json_as_it_was(ruled: Challenge) -> None:
    static = StaticReport((finding("B307"), {**finding("B999"), "cwe": None}), "half of it")
    verdicts = [
        judged(ruled, report(static, works=True, breaks_in=False)),
        failed(ruled, SUBMISSION, Failure.RESOURCE, "Out of memory.", seed="1", image="i"),
        unscored(ruled, SUBMISSION, Unscored.JUDGE, "The judge is gone."),
    ]
    for verdict in verdicts:
        again = Verdict.model_validate_json(verdict.model_dump_json(exclude_none=True))
        assert again == verdict
        assert again.deciding == verdict.deciding


def test_is_closed_and_frozen(algorithmic: Challenge) -> None:
    verdict = judged(algorithmic, report(works=True))
    with pytest.raises(ValueError, match="frozen"):
        verdict.failure = Failure.RESOURCE  # type: ignore[misc]
    with pytest.raises(ValueError, match="Extra inputs"):
        Verdict.model_validate({**verdict.model_dump(), "bonus": math.inf})
