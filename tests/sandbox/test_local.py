"""The judge as a plain process: what it takes care of, and what it leaves behind."""

import dataclasses
import json
import os
import struct
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sandbox_helpers import Bench, job, reasons

from codebench.sandbox import wire
from codebench.sandbox.faults import Cancelled, JudgeFault
from codebench.sandbox.judge.job import Job, Limits, Report
from codebench.sandbox.runner import Runner

CALLS = "def test_x(candidate):\n    assert candidate.double(2) == 4\n"
DOUBLE = "def double(x):\n    return 2 * x\n"


def alive(pid: int) -> bool:
    """Whether a process is still there and no zombie."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 5
    while alive(pid):
        assert time.monotonic() < deadline, "a worker is left behind"
        time.sleep(0.02)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files of our own, so that other runs do not matter."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary"


def test_nothing_is_left_of_a_grade(local_runner: Runner, temporary: Path) -> None:
    report = local_runner.grade(job({"test_functional.py": CALLS}, DOUBLE))
    assert [test.passed for test in report.tests] == [True]
    assert list(temporary.iterdir()) == []


def hanging(folder: Path) -> Job:
    """A job whose submission writes down its process and never ends."""
    path = str(folder / "pid")
    source = f"""
import os

def double(x):
    with open({path + ".new"!r}, "w") as file:
        file.write(str(os.getpid()))
    os.rename({path + ".new"!r}, {path!r})
    while True:
        pass
"""
    return job({"test_functional.py": CALLS}, source, Limits(call_seconds=60, total_seconds=60))


def worker_of(folder: Path) -> int:
    deadline = time.monotonic() + 30
    while not (folder / "pid").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return int((folder / "pid").read_text())


def test_a_cancelled_job_ends_with_all_its_processes(
    local_runner: Runner, tmp_path: Path, temporary: Path
) -> None:
    endless = hanging(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        report: Future[Report] = pool.submit(local_runner.grade, endless)
        worker = worker_of(tmp_path)
        started = time.monotonic()
        local_runner.cancel(endless.nonce)
        with pytest.raises(Cancelled):
            report.result()
        assert time.monotonic() - started < 5
    try:
        wait_until_gone(worker)
    finally:
        if alive(worker):
            os.kill(worker, 9)
    assert list(temporary.iterdir()) == []


def test_cancelling_what_is_not_there_does_nothing(local_runner: Runner) -> None:
    local_runner.cancel("no such job")


def test_a_submission_does_not_get_the_environment(
    local_runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEBENCH_TEST_SECRET", "hush")
    tests = """
        def test_environment(candidate):
            names = candidate.names()
            assert "PATH" in names and "HOME" in names
            assert "CODEBENCH_TEST_SECRET" not in names
            assert len(names) < 8
    """
    source = "import os\n\ndef names():\n    return list(os.environ)\n"
    assert reasons(Bench(tmp_path, local_runner, tests).grade(source)) == {"environment": None}


def test_output_does_not_reach_the_report(local_runner: Runner, tmp_path: Path) -> None:
    source = """
        import os, sys

        print("import" * 10_000)

        def double(x):
            print("call" * 10_000)
            os.write(1, b"raw")
            sys.stderr.write("error")
            return 2 * x
    """
    assert reasons(Bench(tmp_path, local_runner, CALLS).grade(source)) == {"x": None}


def test_jobs_at_a_time_do_not_disturb_each_other(local_runner: Runner, tmp_path: Path) -> None:
    tests = """
        def test_x(candidate, scratch):
            candidate.leave(str(candidate.own()))
            assert scratch.read("file") == str(candidate.own()).encode()
            assert scratch.names() == ["file"]
    """
    source = """
        import time

        def own():
            return NUMBER

        def leave(text):
            with open("file", "w") as file:
                file.write(text)
            time.sleep(0.2)
    """
    bench = Bench(tmp_path, local_runner, tests)
    with ThreadPoolExecutor(3) as pool:
        verdicts = pool.map(bench.grade, [source.replace("NUMBER", str(n)) for n in range(3)])
        assert [reasons(verdict) for verdict in verdicts] == [{"x": None}] * 3


# Reports that cannot be believed

JOB = dataclasses.replace(job({"test_functional.py": CALLS}), nonce="mine")


def packed(**changes: Any) -> bytes:
    """A sound report as bytes, with some fields changed."""
    test = {"id": "t::a", "passed": True, "seconds": 0.1, "reason": None, "label": ""}
    report: dict[str, object] = {
        "nonce": "mine",
        "collected": ["t::a"],
        "tests": [test | change for change in changes.pop("tests", [{}])],
        "static": {"findings": [], "error": None},
        "milliseconds": {},
        "python": "3.13.5",
        "error": None,
    }
    body = json.dumps(report | changes).encode()
    return struct.pack("!I", len(body)) + body


def test_a_sound_report_is_read() -> None:
    report = wire.unpack(packed(tests=[{"passed": False, "reason": "crash"}]), JOB)
    assert [(test.id, test.passed, test.reason) for test in report.tests] == [
        ("t::a", False, "crash")
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\0",
        packed()[:-1],
        packed() + b"x",
        packed() + packed(),
        struct.pack("!I", 2**31) + packed(),
        struct.pack("!I", 200_000) + b"[" * 200_000,
        struct.pack("!I", 2) + b"{}",
        struct.pack("!I", 2) + b"[]",
        packed(nonce="another's"),
        packed(error="the hidden tests could not be collected"),
        packed(error=["no text"]),
        packed(tests=[], collected=[]),
        packed(tests=[]),
        packed(tests=[{}, {}]),
        packed(tests=[{}, {}], collected=["t::a", "t::a"]),
        packed(tests=[{"id": "t::b"}]),
        packed(tests=[{}, {"id": "t::b"}]),
        packed(collected=["t::a", "t::b"]),
        packed(tests=[{"unknown": 1}]),
        packed(unknown=1),
        packed(static=None),
    ],
)
def test_a_report_that_cannot_be_believed_is_a_fault_of_the_judge(data: bytes) -> None:
    with pytest.raises(JudgeFault):
        wire.unpack(data, JOB)
