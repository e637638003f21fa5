"""Static analysis of a submission: Bandit in a process of its own, after the worker has gone."""

import json
import socket
import time
from pathlib import Path
from typing import Any

from codebench.sandbox.judge.job import StaticReport
from codebench.sandbox.judge.place import Place
from codebench.sandbox.judge.scanner import SECONDS
from codebench.sandbox.judge.workshop import Workshop

__all__ = ["scan"]

_MAX_REPORT = 8 * 2**20
_MAX_FINDINGS = 200


def scan(place: Place, workshop: Workshop, names: tuple[str, ...]) -> StaticReport:
    """Bandit's findings on the named files of the submission.

    The files are named one by one, so that no configuration beside them is read; comments that
    silence Bandit are ignored. A file that it cannot read makes the whole report an error.
    """
    files = [str(place.submission / name) for name in names if name.endswith(".py")]
    if not files:
        return StaticReport()
    try:
        with workshop.scan(files) as channel:
            data = json.loads(_read(channel))
        if data["errors"]:
            return StaticReport(error="a file could not be parsed")
        return StaticReport(tuple(_kept([_finding(result) for result in data["results"]])))
    except TimeoutError:
        return StaticReport(error="the scan took too long")
    except (ValueError, KeyError, TypeError, OSError):
        return StaticReport(error="the scan ended without a report")


def _kept(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As many as a report may hold, and the first of each kind in any case.

    A rule may decide over security: two hundred harmless findings must not push it out.
    """
    first = {finding["code"]: number for number, finding in reversed([*enumerate(findings)])}
    room = set(range(_MAX_FINDINGS)) | set(first.values())
    return [finding for number, finding in enumerate(findings) if number in room]


def _read(channel: socket.socket) -> bytes:
    end = time.monotonic() + SECONDS
    report = bytearray()
    while len(report) <= _MAX_REPORT:
        channel.settimeout(max(end - time.monotonic(), 0.001))
        chunk = channel.recv(2**16)
        if not chunk:
            break
        report += chunk
    return bytes(report)


def _finding(result: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": str(result["test_id"]),
        "severity": str(result["issue_severity"]),
        "confidence": str(result["issue_confidence"]),
        "cwe": result["issue_cwe"].get("id"),
        "file": Path(result["filename"]).name,
        "line": int(result["line_number"]),
    }
