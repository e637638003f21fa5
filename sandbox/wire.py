"""Job and report as bytes, the same for every way to start a judge."""

import dataclasses
import json
import struct
from collections import Counter
from typing import Any

from codebench.sandbox.faults import ChallengeFault, JudgeFault, MachineFault
from codebench.sandbox.judge.clock import BUDGET_PATIENCE
from codebench.sandbox.judge.job import (
    NO_MEMORY,
    NOT_COLLECTED,
    Job,
    Report,
    StaticReport,
    TestReport,
)

__all__ = ["MAX_REPORT", "complete", "pack", "patience", "unpack"]

MAX_REPORT = 4 * 2**20
"""Bytes of a report that are read at most."""

_LENGTH = struct.Struct("!I")
_SECONDS_AROUND_TESTS = 45.0
_FAULTS = {NOT_COLLECTED: ChallengeFault, NO_MEMORY: MachineFault}
"""What an error of a judge is, other than its own fault."""


def pack(job: Job) -> bytes:
    """The job as the judge reads it."""
    body = json.dumps(dataclasses.asdict(job)).encode("ascii")
    return _LENGTH.pack(len(body)) + body


def patience(job: Job) -> float:
    """Seconds after which a judge is given up: its tests and its own work around them."""
    return BUDGET_PATIENCE * job.limits.total_seconds + _SECONDS_AROUND_TESTS


def complete(data: bytes | bytearray) -> bool:
    """Whether a whole report has arrived, or more than one may have."""
    if len(data) < _LENGTH.size:
        return False
    length: int = _LENGTH.unpack_from(data)[0]
    return len(data) >= _LENGTH.size + length or length > MAX_REPORT


def unpack(data: bytes | bytearray, job: Job) -> Report:
    """The report on a job.

    Raises:
        JudgeFault: It is not whole, not on this job, or does not report each test exactly once.
        ChallengeFault: The hidden tests cannot be run.
        MachineFault: The machine has no memory left.
    """
    if not complete(data):
        raise JudgeFault("The judge ended without a report.")
    try:
        report = _report(json.loads(data[_LENGTH.size :]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise JudgeFault("The judge's report cannot be read.") from None
    if report.nonce != job.nonce:
        raise JudgeFault("The judge's report is on another submission.")
    if report.error:
        kind = _FAULTS.get(str(report.error), JudgeFault)
        raise kind(f"The judge could not grade: {report.error}.")
    reported = [test.id for test in report.tests]
    if (
        not reported
        or Counter(reported) != Counter(set(report.collected))
        or len(report.collected) != len(reported)
    ):
        raise JudgeFault("The judge did not report each hidden test exactly once.")
    return report


def _report(data: dict[str, Any]) -> Report:
    static = StaticReport(tuple(data["static"]["findings"]), data["static"]["error"])
    tests = tuple(TestReport(**test) for test in data["tests"])
    return Report(
        **{**data, "collected": tuple(data["collected"]), "tests": tests, "static": static}
    )
