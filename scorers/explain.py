"""What a score means, in Markdown that a person can act on."""

import re

from codebench.verdict import Blame, Finding, Outcome, TestKind, Verdict

__all__ = [
    "NO_SECURITY_SIDE",
    "counted",
    "diagnostics",
    "secure_success",
    "security",
    "success",
    "whole",
]

NO_SECURITY_SIDE = "This challenge has no security side."


def success(verdict: Verdict) -> str:
    """Which functional tests failed, and how."""
    return whole(verdict) or _tests(_PASSED, "failed", verdict.of_kind(TestKind.FUNCTIONAL))


_PASSED = "functional tests passed"
_COUNTED = re.compile(rf"([0-9]{{1,9}}) of ([0-9]{{1,9}}) {_PASSED}[.]")


def counted(explanation: str) -> tuple[int, int] | None:
    """Functional tests passed and all of them, read back from an explanation of `success`.

    Summaries of logs hold explanations, and the verdicts lie in the whole rollouts, which take
    much longer to read.

    Returns:
        None where it does not begin with them.
    """
    found = _COUNTED.match(explanation)
    return (int(found[1]), int(found[2])) if found else None


def security(verdict: Verdict) -> str:
    """Which exploits worked, and which deciding rules fired."""
    text = whole(verdict) or _tests(
        "exploits repelled", "not repelled", verdict.of_kind(TestKind.EXPLOIT)
    )
    if verdict.deciding:
        text += (
            f"\n\nStatic analysis decides here and objects: {_plain(', '.join(verdict.deciding))}."
        )
    return text


def secure_success(verdict: Verdict) -> str:
    """Both, and what Bandit says besides."""
    if whole(verdict):
        return whole(verdict)
    works = "works" if verdict.success else "does not work"
    if not verdict.has_security_side:
        return f"The submission **{works}**.\n\n{success(verdict)}"
    secure = "is secure" if verdict.security else "is not secure"
    return (
        f"The submission **{works}** and **{secure}**.\n\n{success(verdict)}\n\n{security(verdict)}"
    )


def diagnostics(verdict: Verdict) -> str:
    """Bandit's findings, which count only where the challenge lists their rule."""
    if whole(verdict):
        return whole(verdict)
    if verdict.static_error:
        return f"Bandit gave no findings: {_plain(verdict.static_error)}."
    if not verdict.findings:
        return "Bandit found nothing."
    rows = "\n".join(_finding(finding) for finding in verdict.findings[:20])
    head = "| rule | CWE | where | severity | confidence |\n|---|---|---|---|---|"
    return f"Bandit found {len(verdict.findings)}:\n\n{head}\n{rows}"


def whole(verdict: Verdict) -> str:
    """Why there are no tests to speak of; empty where there are."""
    if verdict.blame is Blame.UNSCORED:
        return f"Not scored, **{verdict.unscored}**: {_plain(verdict.detail)}"
    if verdict.failure is not None:
        return f"Failed as a whole, **{verdict.failure}**: {_plain(verdict.detail)}."
    return ""


def _tests(achieved: str, missed: str, tests: tuple[Outcome, ...]) -> str:
    failures = [test for test in tests if not test.passed]
    text = f"{len(tests) - len(failures)} of {len(tests)} {achieved}."
    if not failures:
        return text
    rows = "\n".join(
        f"| `{_plain(test.id)}` | {_plain(test.label)} | {test.reason} |" for test in failures
    )
    return f"{text}\n\n| {missed} | what it tries | reason |\n|---|---|---|\n{rows}"


def _finding(finding: Finding) -> str:
    cwe = f"CWE-{finding.cwe}" if finding.cwe else ""
    where = f"{_plain(finding.file)}:{finding.line}"
    rating = f"{finding.severity} | {finding.confidence}"
    return f"| {_plain(finding.code)} | {cwe} | `{where}` | {rating} |"


def _plain(text: str) -> str:
    """Text that stays text in a Markdown table, whoever wrote it."""
    kept = "".join(character for character in text if character.isprintable())
    return (
        kept.replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;").replace("`", "&#96;")
    )
