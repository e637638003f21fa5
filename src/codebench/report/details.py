"""What only whole rollouts tell: which exploits succeeded, and what static analysis saw of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from codebench.report.log_files import whole_rollouts
from codebench.report.reading import TaskLogs
from codebench.verdict import Blame, TestKind, Verdict

__all__ = ["Agreement", "Details", "Exploit", "details_of"]

_SERIOUS = {"MEDIUM", "HIGH"}
"""Severities of Bandit that count as a finding here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exploit:
    """One attack on one challenge, over the working rollouts of all agents."""

    challenge: str
    """Id of the challenge."""

    id: str
    """Id of the test."""

    label: str
    """What it tries."""

    times: int
    """Working rollouts in which it succeeded."""

    of: int
    """Working rollouts in which it was tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Static analysis against exploits, over the working rollouts of all agents.

    Of code that does not work an exploit test says little: it fails with the rest.
    """

    both: int
    """Bandit has a finding of medium or high severity, and an exploit succeeded."""

    static_only: int
    """Such a finding, and every exploit was repelled."""

    exploit_only: int
    """No such finding, and an exploit succeeded."""

    neither: int
    """Neither."""

    left_out: int
    """Rollouts that do not work, are unscored, or that Bandit could not read."""

    @property
    def rollouts(self) -> int:
        """Rollouts in the table."""
        return self.both + self.static_only + self.exploit_only + self.neither


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What only whole rollouts tell."""

    exploits: tuple[Exploit, ...]
    """The ones that succeeded most come first; those that never did are left out."""

    tried: int
    """Different exploits that were tried at all."""

    agreement: Agreement
    """Static analysis against exploits."""


def details_of(task: TaskLogs) -> Details | None:
    """Read the verdicts of all rollouts; None where the logs hold none about security.

    Raises:
        LogError: A log cannot be read.
    """
    if not task.scoring.suite or not task.has_security_side:
        return None
    verdicts = list(_verdicts(task))
    if not verdicts:
        return None
    judged = [each for each in verdicts if _works(each)]
    exploits = _exploits(judged)
    read = [verdict for verdict in judged if not verdict.static_error]
    return Details(
        exploits=tuple(each for each in exploits if each.times),
        tried=len(exploits),
        agreement=_agreement(read, left_out=len(task.rollouts) - len(read)),
    )


def _verdicts(task: TaskLogs) -> Iterator[Verdict]:
    for log in task.logs:
        for sample in whole_rollouts(log):
            stored = (sample.get("store") or {}).get("Rollout:verdict")
            try:
                yield Verdict.model_validate(stored)
            except ValidationError:
                continue  # none, or of another version: counted as left out


def _works(verdict: Verdict) -> bool:
    return verdict.blame is Blame.GRADED and verdict.has_security_side and verdict.success


def _exploits(verdicts: Iterable[Verdict]) -> list[Exploit]:
    tried: Counter[tuple[str, str]] = Counter()
    fell: Counter[tuple[str, str]] = Counter()
    labels: dict[tuple[str, str], str] = {}
    for verdict in verdicts:
        for test in verdict.of_kind(TestKind.EXPLOIT):
            key = verdict.challenge, test.id
            tried[key] += 1
            fell[key] += not test.passed
            labels[key] = test.label
    found = [
        Exploit(challenge=key[0], id=key[1], label=labels[key], times=fell[key], of=tried[key])
        for key in tried
    ]
    return sorted(found, key=lambda each: (-each.times / each.of, each.challenge, each.id))


def _agreement(verdicts: Iterable[Verdict], left_out: int) -> Agreement:
    cells = Counter(
        (
            any(finding.severity in _SERIOUS for finding in verdict.findings),
            any(not test.passed for test in verdict.of_kind(TestKind.EXPLOIT)),
        )
        for verdict in verdicts
    )
    return Agreement(
        both=cells[True, True],
        static_only=cells[True, False],
        exploit_only=cells[False, True],
        neither=cells[False, False],
        left_out=left_out,
    )
