"""Whose fault it is when a judge gives no report: only a control can tell.

A submission that destroys its judge looks like a machine that fails, and a machine that fails looks
like such a submission. So a known-good solution of the same challenge is graded in a fresh
container: the submission is to blame only where it fails again between two controls that pass.
"""

import threading
import time
from dataclasses import dataclass

from codebench.sandbox.faults import ChallengeFault, EngineFault, GradingFault, MachineFault
from codebench.sandbox.judge.job import Job, Reason, Report
from codebench.sandbox.runner import Runner
from codebench.verdict import Unscored

__all__ = ["BrokeJudge", "NoVerdict", "broken_tests", "report_on"]

PAUSES = (1.0, 5.0, 15.0, 30.0)
"""Seconds before each further attempt while the control fails too: time for an engine to return."""

_engine_is_down = threading.Event()
"""Set when one rollout has waited in vain: the next ones need not, until a judge reports again."""


class BrokeJudge(Exception):
    """The submission destroys its judge; `fault` says how that looked from outside."""

    def __init__(self, fault: GradingFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class NoVerdict(Exception):
    """Nobody can say anything about the submission; `reason` says whose fault it is instead."""

    def __init__(self, reason: Unscored, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class _Control:
    """How a known-good solution fared."""

    passed: bool
    fault: GradingFault | None = None
    """Why it has no report."""


def report_on(job: Job, control: Job | None, runner: Runner) -> Report:
    """The first report that is reached on a submission.

    Args:
        job: The submission.
        control: A solution of the same challenge that passes all its tests; None if there is none.
        runner: Starts the judges.

    Raises:
        BrokeJudge: The submission prevents every report.
        NoVerdict: Engine, judge or challenge are broken.
        Cancelled: The runner was told to end this job.
    """
    sound = False  # whether the control has passed since the last time the engine was in doubt
    for pause in (0.0, *(() if _engine_is_down.is_set() else PAUSES)):
        time.sleep(0.0 if sound else pause)
        try:
            report = runner.grade(job)
        except GradingFault as error:
            fault = error
        else:
            _engine_is_down.clear()
            return report
        outcome = _outcome(control, runner, fault)
        suspect = outcome.passed and not isinstance(fault, MachineFault)
        if sound and suspect:
            raise BrokeJudge(fault)
        sound = suspect
        if isinstance(outcome.fault, ChallengeFault):
            break
    raise _no_verdict(fault, outcome, has_control=control is not None)


def _outcome(control: Job | None, runner: Runner, fault: GradingFault) -> _Control:
    if control is None:
        return _Control(passed=False, fault=fault)
    try:
        report = runner.grade(control)
    except GradingFault as error:
        return _Control(passed=False, fault=error)
    return _Control(passed=all(test.passed for test in report.tests))


def _no_verdict(fault: GradingFault, control: _Control, *, has_control: bool) -> NoVerdict:
    if isinstance(fault, MachineFault):
        return NoVerdict(Unscored.JUDGE, str(fault))
    if isinstance(control.fault, ChallengeFault):
        return NoVerdict(Unscored.CHALLENGE, str(control.fault))
    if isinstance(control.fault, EngineFault) or isinstance(fault, EngineFault):
        _engine_is_down.set()
        return NoVerdict(Unscored.ENGINE, str(fault))
    if not has_control:
        told = f"{fault} There is no reference solution to tell whose fault it is."
        return NoVerdict(Unscored.JUDGE, told)
    if control.fault is not None:
        return NoVerdict(Unscored.JUDGE, f"{fault} A reference solution gets no report either.")
    told = f"{fault} A reference solution fails its tests besides."
    return NoVerdict(Unscored.CHALLENGE, told)


def broken_tests(report: Report, control: Job | None, runner: Runner) -> list[str]:
    """Tests that stumble over the submission and over a known-good solution alike.

    Such a test says nothing of the submission. Only tests whose own code raised are in doubt, and
    only then the control is run, with the same seed.

    Args:
        report: On the submission.
        control: A known-good solution, with the seed of the submission; None if there is none.
        runner: Starts the judge.
    """
    doubtful = _stumbled(report)
    if not doubtful or control is None:
        return []
    try:
        return sorted(doubtful & _stumbled(runner.grade(control)))
    except GradingFault:
        return []  # no evidence: the verdict stands


def _stumbled(report: Report) -> set[str]:
    return {test.id for test in report.tests if test.reason == Reason.TEST_ERROR}
