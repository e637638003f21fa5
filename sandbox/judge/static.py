"""Static analysis of a submission: Bandit in a process of its own, after the worker has gone."""

import json
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from codebench.sandbox.judge import isolation
from codebench.sandbox.judge.job import StaticReport
from codebench.sandbox.judge.place import EMPTY_INI, Place

__all__ = ["scan"]

_SECONDS = 20
_MAX_MEMORY = 256 * 2**20
_MAX_REPORT = 8 * 2**20
_MAX_FINDINGS = 200


def scan(place: Place, names: tuple[str, ...]) -> StaticReport:
    """Bandit's findings on the named files of the submission.

    The files are named one by one, so that no configuration beside them is read; comments that
    silence Bandit are ignored. A file that it cannot read makes the whole report an error.
    """
    files = [name for name in names if name.endswith(".py")]
    if not files:
        return StaticReport()
    try:
        output = _run(place, files)
        data = json.loads(output)
        if data["errors"]:
            return StaticReport(error="a file could not be parsed")
        return StaticReport(tuple(_finding(result) for result in data["results"][:_MAX_FINDINGS]))
    except subprocess.TimeoutExpired:
        return StaticReport(error="the scan took too long")
    except (ValueError, KeyError, TypeError, OSError):
        return StaticReport(error="the scan ended without a report")


def _run(place: Place, files: list[str]) -> bytes:
    command = [
        sys.executable,
        "-I",
        "-B",
        "-m",
        "bandit",
        "--quiet",
        "--format",
        "json",
        "--ignore-nosec",
    ]
    command += ["--ini", str(EMPTY_INI), *(str(place.submission / name) for name in files)]
    with (place.tests / "bandit.json").open("w+b") as output:
        result = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/"},
            preexec_fn=lambda: _enter(place),
            check=False,
        )
        if result.returncode == -signal.SIGALRM:
            raise subprocess.TimeoutExpired(command, _SECONDS)
        output.seek(0)
        return output.read()


def _enter(place: Place) -> None:
    """Bound the process that reads hostile files; a report past its limit is cut and fails."""
    signal.alarm(_SECONDS)  # kept by exec: the judge may not kill a process of another user
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MAX_REPORT, _MAX_REPORT))
    if place.locked:
        resource.setrlimit(resource.RLIMIT_DATA, (_MAX_MEMORY, _MAX_MEMORY))
        isolation.become(place.uid + 1)


def _finding(result: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": str(result["test_id"]),
        "severity": str(result["issue_severity"]),
        "confidence": str(result["issue_confidence"]),
        "cwe": result["issue_cwe"].get("id"),
        "file": Path(result["filename"]).name,
        "line": int(result["line_number"]),
    }
