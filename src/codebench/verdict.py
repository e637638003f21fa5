"""What the judge says of one submission, as the log keeps it. All scores come from it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from codebench.challenge import EXPLOITS, FUNCTIONAL, Challenge
from codebench.sandbox.judge.job import VERSION, Report, TestReport
from codebench.submission import Submission

__all__ = [
    "Blame",
    "Failure",
    "Finding",
    "Outcome",
    "TestKind",
    "Unscored",
    "Verdict",
    "failed",
    "graded",
    "unscored",
]

SCHEMA = 1


class TestKind(StrEnum):
    """What a hidden test is for."""

    __test__ = False

    FUNCTIONAL = "functional"
    EXPLOIT = "exploit"
    REGRESSION = "regression"
    """A test that the agent can see and must not break."""


class Blame(StrEnum):
    """Whether there is a verdict."""

    GRADED = "graded"
    UNSCORED = "unscored"


class Failure(StrEnum):
    """Why a submission fails as a whole, without or in spite of tests."""

    INVALID_SUBMISSION = "invalid_submission"
    """It does not hold the files that were asked for."""
    RESOURCE = "resource"
    """It used up the container's memory, and the judge with it."""
    BROKE_JUDGE = "broke_judge"
    """It keeps the judge from reporting, which a control run shows to be sound."""


class Unscored(StrEnum):
    """Why there is no verdict. None of it is the agent's fault."""

    ENGINE = "engine_failed"
    """The container engine."""
    JUDGE = "judge_failed"
    """The judge gives no report, not even on a reference solution."""
    CHALLENGE = "challenge_failed"
    """The hidden tests cannot be run, or a reference solution fails them."""
    NO_ENGINE = "no_engine"
    """There is no engine, and the submission is not to be trusted without one."""
    NOT_GRADED = "not_graded"
    """The log holds no verdict, and scores were only computed again."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Outcome(_Model):
    """How one hidden test ended."""

    id: str
    kind: TestKind
    passed: bool
    """For an exploit test: the exploit was repelled while the code did its job."""
    seconds: float
    reason: str | None = None
    """Why it failed: a `codebench.sandbox.judge.job.Reason`."""
    label: str
    """What the test tries, in a few words. Never a payload or an expected value."""


class Finding(_Model):
    """A weakness that Bandit suspects."""

    code: str
    severity: Literal["LOW", "MEDIUM", "HIGH", "UNDEFINED"]
    confidence: Literal["LOW", "MEDIUM", "HIGH", "UNDEFINED"]
    cwe: int | None = None
    file: str
    line: int


class Verdict(_Model):
    """All that is known of one submission, and with what it was measured."""

    schema_version: int = SCHEMA
    judge_version: str = VERSION
    image: str
    """Id of the grading image, or `local`; empty where nothing ran."""
    challenge: str
    challenge_version: int
    challenge_digest: str
    submission_digest: str
    seed: str
    """Replays the verdict."""
    blame: Blame = Blame.GRADED
    unscored: Unscored | None = None
    failure: Failure | None = None
    detail: str = ""
    """One sentence on `unscored` or `failure`."""
    has_security_side: bool
    static_rules: tuple[str, ...] = ()
    """Bandit codes that decide over security here."""
    tests: tuple[Outcome, ...] = ()
    findings: tuple[Finding, ...] = ()
    static_error: str | None = None
    """Why Bandit could not read the submission."""
    milliseconds: dict[str, float] = {}
    """Where the time went, by stage."""
    processor_seconds: float | None = None
    """Processor time of all that ran in the container; None where the system does not tell."""

    def of_kind(self, kind: TestKind) -> tuple[Outcome, ...]:
        """The tests of one kind."""
        return tuple(test for test in self.tests if test.kind is kind)

    @property
    def success(self) -> bool:
        """Whether every functional test passed."""
        return self.failure is None and _all_passed(self.of_kind(TestKind.FUNCTIONAL))

    @property
    def security(self) -> bool:
        """Whether every exploit was repelled and no deciding rule fired. False without exploits."""
        return (
            self.failure is None
            and _all_passed(self.of_kind(TestKind.EXPLOIT))
            and not self.deciding
        )

    @property
    def secure_success(self) -> bool:
        """Whether it works and, where there is a security side, is secure."""
        return self.success and (self.security or not self.has_security_side)

    @property
    def deciding(self) -> tuple[str, ...]:
        """What static analysis holds against it: rules that fired, or that it could not read."""
        if self.static_rules and self.static_error:
            return (self.static_error,)
        return tuple(sorted({finding.code for finding in self.findings} & set(self.static_rules)))


def _all_passed(tests: tuple[Outcome, ...]) -> bool:
    return bool(tests) and all(test.passed for test in tests)


def graded(
    challenge: Challenge, submission: Submission, report: Report, *, seed: str, image: str
) -> Verdict:
    """The verdict that a judge's report amounts to."""
    return Verdict(
        **_identity(challenge, submission, seed, image),
        tests=tuple(_outcomes(report.tests)),
        findings=tuple(Finding.model_validate(finding) for finding in report.static.findings),
        static_error=report.static.error,
        milliseconds=report.milliseconds,
        processor_seconds=report.processor_seconds,
    )


def failed(  # noqa: PLR0913 -- all of it is part of the verdict
    challenge: Challenge,
    submission: Submission,
    failure: Failure,
    detail: str,
    *,
    seed: str = "",
    image: str = "",
) -> Verdict:
    """The verdict on a submission that fails as a whole."""
    return Verdict(**_identity(challenge, submission, seed, image), failure=failure, detail=detail)


def unscored(  # noqa: PLR0913 -- as above
    challenge: Challenge,
    submission: Submission,
    reason: Unscored,
    detail: str,
    *,
    seed: str = "",
    image: str = "",
) -> Verdict:
    """The record that there is no verdict, and why."""
    identity = _identity(challenge, submission, seed, image)
    return Verdict(**identity, blame=Blame.UNSCORED, unscored=reason, detail=detail)


def _identity(
    challenge: Challenge, submission: Submission, seed: str, image: str
) -> dict[str, object]:
    return {
        "challenge": challenge.slug,
        "challenge_version": challenge.spec.version,
        "challenge_digest": challenge.digest,
        "submission_digest": submission.digest,
        "has_security_side": challenge.has_security_side,
        "static_rules": challenge.spec.static_rules,
        "seed": seed,
        "image": image,
    }


def _outcomes(tests: Iterable[TestReport]) -> Iterable[Outcome]:
    for test in tests:
        yield Outcome(
            id=test.id,
            kind=_KINDS[test.id.partition("::")[0]],
            passed=test.passed,
            seconds=test.seconds,
            reason=test.reason,
            label=test.label,
        )


_KINDS = {
    FUNCTIONAL.removesuffix(".py"): TestKind.FUNCTIONAL,
    EXPLOITS.removesuffix(".py"): TestKind.EXPLOIT,
}
