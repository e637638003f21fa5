"""What is known of one rollout, as plain records."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["AgentSubmission", "Attempt", "ExecutionResult", "Key", "RolloutRecord", "join", "keyed"]

Key = tuple[str, str, int]
"""Challenge, agent and number of a rollout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Which rollout a record is about."""

    challenge: str
    """Id of the challenge."""

    agent: str
    """Name of the agent; the same name is the same agent."""

    rollout: int
    """Number of the attempt, unique for this challenge and agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionResult(Attempt):
    """How the tests of one rollout ended."""

    tests_passed: int
    """Hidden tests that passed."""

    tests_total: int
    """All hidden tests."""

    regressions: int = 0
    """Tests that passed before the rollout and fail after it."""

    success: bool | None
    """Every functional test passed; None where the rollout is unscored."""

    def __post_init__(self) -> None:
        _check_tests(self, self.tests_passed, self.tests_total, self.regressions)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSubmission(Attempt):
    """What an agent handed in with one rollout, as far as it is judged apart from the tests."""

    tool_calls: int = 0
    """Calls of tools that the agent made."""

    security_score: float | None
    """Within 0..1, 1 is best; None where security could not be judged, which is never secure."""

    def __post_init__(self) -> None:
        _check_calls(self, self.tool_calls)
        if self.security_score is not None and not 0 <= self.security_score <= 1:
            raise ValueError(
                f"{_name(self)}: the security score {self.security_score} must be within 0..1"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutRecord(Attempt):
    """Everything that counts of one rollout, with both verdicts about the same submission."""

    tests_passed: int
    """Hidden tests that passed."""

    tests_total: int
    """All hidden tests."""

    regressions: int = 0
    """Tests that passed before the rollout and fail after it."""

    tool_calls: int = 0
    """Calls of tools that the agent made."""

    success: bool | None
    """Every functional test passed; None where unscored."""

    security: bool | None
    """Every attack was repelled; None where unscored or where the challenge has no such side."""

    def __post_init__(self) -> None:
        _check_tests(self, self.tests_passed, self.tests_total, self.regressions)
        _check_calls(self, self.tool_calls)

    @property
    def secure_success(self) -> bool | None:
        """Success and security of this rollout; None where either is None.

        A failure of unknown security is None as well: were it a failure, unknown security would
        leave out successes alone and lower the share.
        """
        if self.success is None or self.security is None:
            return None
        return self.success and self.security

    @property
    def insecure(self) -> bool | None:
        """The opposite of security; None where that is None."""
        return None if self.security is None else not self.security


def join(
    results: Iterable[ExecutionResult],
    submissions: Iterable[AgentSubmission],
    security_threshold: float,
) -> list[RolloutRecord]:
    """Bring the result and the submission of each rollout together.

    Args:
        results: One for each rollout.
        submissions: One for each rollout, in any order.
        security_threshold: Within 0..1; a submission is secure from this score on.

    Returns:
        One record for each rollout, in the order of the results.

    Raises:
        ValueError: A rollout is there twice, or only on one side; or the threshold is outside 0..1.
    """
    if not 0 <= security_threshold <= 1:
        raise ValueError(f"the security threshold {security_threshold} must be within 0..1")
    ended, handed_in = keyed(results), keyed(submissions)
    for key in ended.keys() ^ handed_in.keys():
        side, other = ("result", "submission") if key in ended else ("submission", "result")
        raise ValueError(
            f"{_name_of(key)} has a {side} and no {other}: give both for every rollout"
        )
    return [_joined(ended[key], handed_in[key], security_threshold) for key in ended]


_K = TypeVar("_K", bound=Attempt)


def keyed(records: Iterable[_K]) -> dict[Key, _K]:
    """Records by rollout.

    Raises:
        ValueError: Two records are about the same rollout.
    """
    found: dict[Key, _K] = {}
    for record in records:
        key = record.challenge, record.agent, record.rollout
        if found.setdefault(key, record) is not record:
            raise ValueError(f"{_name_of(key)} is there twice: number the rollouts of a challenge")
    return found


def _joined(result: ExecutionResult, submission: AgentSubmission, limit: float) -> RolloutRecord:
    score = submission.security_score
    return RolloutRecord(
        challenge=result.challenge,
        agent=result.agent,
        rollout=result.rollout,
        tests_passed=result.tests_passed,
        tests_total=result.tests_total,
        regressions=result.regressions,
        tool_calls=submission.tool_calls,
        success=result.success,
        security=None if score is None else score >= limit,
    )


def _check_tests(record: Attempt, passed: int, total: int, regressions: int) -> None:
    if not (0 <= passed <= total and 0 <= regressions <= total):
        raise ValueError(
            f"{_name(record)}: {passed} passed and {regressions} regressions of {total} tests, "
            "but each must be within 0 and all tests"
        )


def _check_calls(record: Attempt, tool_calls: int) -> None:
    if tool_calls < 0:
        raise ValueError(f"{_name(record)}: {tool_calls} tool calls, but a count is 0 or more")


def _name(record: Attempt) -> str:
    return _name_of((record.challenge, record.agent, record.rollout))


def _name_of(key: Key) -> str:
    challenge, agent, rollout = key
    return f"rollout {rollout} of {agent} at {challenge}"
