"""Explanations are Markdown that says what happened and lets nobody else's text act."""

from pathlib import Path

import pytest
from making import TOML, make_challenge, submit

from codebench.challenge import Challenge
from codebench.sandbox.judge.job import Report, StaticReport, TestReport
from codebench.scorers import explain
from codebench.verdict import Failure, Unscored, Verdict, failed, graded, unscored

SUBMISSION = submit("x = 1\n")
ALL = (explain.success, explain.security, explain.secure_success, explain.diagnostics)


@pytest.fixture
def secure(tmp_path: Path) -> Challenge:
    return make_challenge(
        tmp_path / "fortress",
        {
            "challenge.toml": TOML.replace("cwe = []", 'cwe = [94]\nstatic_rules = ["B307"]'),
            "tests/test_exploits.py": "def test_calm(candidate):\n    candidate.double(1)\n",
            "solutions/correct/double.py": None,
        },
    )


def judged(
    challenge: Challenge, *tests: tuple[str, str | None, str], static: StaticReport | None = None
) -> Verdict:
    """A verdict of tests, each an id, the reason of its failure and its label."""
    reports = tuple(
        TestReport(name, reason is None, 0.0, reason, label) for name, reason, label in tests
    )
    ids = tuple(report.id for report in reports)
    report = Report("n", ids, reports, static or StaticReport(), {}, "3.13")
    return graded(challenge, SUBMISSION, report, seed="1", image="local")


def finding(line: int, **changes: object) -> dict[str, object]:
    usual = {"code": "B602", "severity": "HIGH", "confidence": "LOW", "cwe": 78, "file": "a.py"}
    return {**usual, "line": line, **changes}


@pytest.mark.parametrize(("passed", "total"), [(0, 1), (2, 3), (12, 12)])
def test_counts_are_read_back_from_an_explanation(
    secure: Challenge, passed: int, total: int
) -> None:
    tests = [
        (f"test_functional::test_{n}", None if n < passed else "timeout", "9 of 9")
        for n in range(total)
    ]
    verdict = judged(secure, *tests, ("test_exploits::test_calm", None, "Calm."))
    assert explain.counted(explain.success(verdict)) == (passed, total)
    for other in (explain.security(verdict), explain.diagnostics(verdict), "", "Fine."):
        assert explain.counted(other) is None


def test_a_failed_test_is_a_row_and_a_passed_one_is_counted(secure: Challenge) -> None:
    verdict = judged(
        secure,
        ("test_functional::test_a", None, "Adds."),
        ("test_functional::test_b", "timeout", "Adds a lot."),
        ("test_exploits::test_c", "assertion", "The text makes a file."),
    )
    assert explain.success(verdict) == (
        "1 of 2 functional tests passed.\n\n"
        "| failed | what it tries | reason |\n|---|---|---|\n"
        "| `test_functional::test_b` | Adds a lot. | timeout |"
    )
    assert explain.security(verdict) == (
        "0 of 1 exploits repelled.\n\n"
        "| not repelled | what it tries | reason |\n|---|---|---|\n"
        "| `test_exploits::test_c` | The text makes a file. | assertion |"
    )
    both = explain.secure_success(verdict)
    assert both.startswith("The submission **does not work** and **is not secure**.\n\n")
    assert explain.success(verdict) in both
    assert explain.security(verdict) in both


def test_a_rule_that_decides_is_named(secure: Challenge) -> None:
    static = StaticReport((finding(3, code="B307"), finding(4)))
    tests = [("test_functional::test_a", None, ""), ("test_exploits::test_c", None, "")]
    verdict = judged(secure, *tests, static=static)
    assert explain.security(verdict).startswith("1 of 1 exploits repelled.\n\nStatic analysis")
    assert "B307" in explain.security(verdict)
    assert "B602" not in explain.security(verdict)
    assert "**works** and **is not secure**" in explain.secure_success(verdict)


def test_without_a_security_side_nothing_is_said_of_it(tmp_path: Path) -> None:
    challenge = make_challenge(tmp_path / "doubling")
    verdict = judged(challenge, ("test_functional::test_a", None, ""))
    assert explain.secure_success(verdict) == (
        "The submission **works**.\n\n1 of 1 functional tests passed."
    )


def test_a_finding_has_its_rule_weakness_place_and_weight(secure: Challenge) -> None:
    static = StaticReport((finding(7), finding(9, code="B999", cwe=None, severity="UNDEFINED")))
    text = explain.diagnostics(judged(secure, ("test_functional::a", None, ""), static=static))
    assert text == (
        "Bandit found 2:\n\n"
        "| rule | CWE | where | severity | confidence |\n|---|---|---|---|---|\n"
        "| B602 | CWE-78 | `a.py:7` | HIGH | LOW |\n"
        "| B999 |  | `a.py:9` | UNDEFINED | LOW |"
    )


def test_many_findings_are_counted_and_the_first_are_shown(secure: Challenge) -> None:
    static = StaticReport(tuple(finding(line) for line in range(1, 151)))
    text = explain.diagnostics(judged(secure, ("test_functional::a", None, ""), static=static))
    assert text.startswith("Bandit found 150:")
    assert "`a.py:20`" in text
    assert "`a.py:21`" not in text


def test_no_findings_and_no_scan_are_told_apart(secure: Challenge) -> None:
    test = ("test_functional::a", None, "")
    unread = judged(secure, test, static=StaticReport(error="a file could not be parsed"))
    assert explain.diagnostics(judged(secure, test)) == "Bandit found nothing."
    assert explain.diagnostics(unread) == "Bandit gave no findings: a file could not be parsed."


@pytest.mark.parametrize("hostile", ["|", "`", "<b>", "&lt;", "\n", "\r", "\u2028", "\x1b[31m"])
def test_text_of_others_stays_text_in_its_cell(secure: Challenge, hostile: str) -> None:
    test = (f"test_functional::a{hostile}b", "assertion", f"one{hostile}two")
    static = StaticReport((finding(1, file=f"x{hostile}y.py"),))
    verdict = judged(secure, test, static=static)
    for text in (explain.success(verdict), explain.diagnostics(verdict)):
        _, _, head, _, row = text.splitlines()
        assert row.count("|") == head.count("|")
        assert row.count("`") == 2
        assert "<" not in row
        assert row.isprintable()


def test_a_failure_as_a_whole_and_a_missing_verdict_are_one_sentence(secure: Challenge) -> None:
    flawed = failed(secure, SUBMISSION, Failure.INVALID_SUBMISSION, "`x`|<y> missing")
    gone = unscored(secure, SUBMISSION, Unscored.ENGINE, "The engine has gone.")
    for text in ALL:
        assert text(flawed) == (
            "Failed as a whole, **invalid_submission**: &#96;x&#96;&#124;&lt;y> missing."
        )
        assert text(gone) == "Not scored, **engine_failed**: The engine has gone."
