"""From each job on standard input to a report on standard output."""

import base64
import gc
import json
import os
import platform
import struct
import sys
import time
from pathlib import Path
from typing import BinaryIO

from codebench.sandbox.judge import isolation
from codebench.sandbox.judge.clock import container_seconds
from codebench.sandbox.judge.examiner import examine
from codebench.sandbox.judge.job import (
    NO_MEMORY,
    NOT_COLLECTED,
    TESTS_KILLED,
    Job,
    Report,
    StaticReport,
)
from codebench.sandbox.judge.memory import Memory, machine_ran_out, memory
from codebench.sandbox.judge.notes import Outcomes
from codebench.sandbox.judge.place import Place
from codebench.sandbox.judge.static import scan
from codebench.sandbox.judge.workshop import WorkerFault, Workshop

_LENGTH = struct.Struct("!I")
_NOT_EMPTY = "something of the submission could not be removed"


class Laps:
    """Milliseconds of each stage, by name."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}
        self._last = time.monotonic()

    def end(self, name: str) -> None:
        """Note the time since the stage before ended."""
        now = time.monotonic()
        self.milliseconds[name] = round(1000 * (now - self._last), 1)
        self._last = now


def main() -> None:
    """Grade one submission in a container's folders, or with `--local` in a temporary one."""
    laps = Laps()
    workshop = Workshop()  # before the job is read: what it forks must know nothing
    channel_in, channel_out = _take_channel()
    isolation.hide_memory()
    gc.disable()  # nothing of what is imported now is ever garbage
    import pytest  # noqa: F401, PLC0415 -- while the host still sends the job

    gc.freeze()
    gc.enable()
    laps.end("boot")
    place = Place.local(Path(sys.argv[2])) if "--local" in sys.argv else Place.container()
    last = False
    while not last:
        job = Job.from_json(_receive(channel_in))
        laps.end("receive")
        _send(channel_out, grade(job, place, workshop, laps))
        laps, last = Laps(), job.last
    workshop.close()


def _take_channel() -> tuple[BinaryIO, BinaryIO]:
    """Move the host's channel away from the descriptors that everything inherits."""
    channel = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    isolation.silence()
    return channel


def _receive(stream: BinaryIO) -> dict[str, object]:
    (length,) = _LENGTH.unpack(stream.read(_LENGTH.size))
    return json.loads(stream.read(length))  # type: ignore[no-any-return]


def _send(stream: BinaryIO, report: Report) -> None:
    body = json.dumps(report.to_json()).encode("ascii")
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()


def grade(job: Job, place: Place, workshop: Workshop, laps: Laps) -> Report:
    """Run the hidden tests and Bandit on one submission.

    Args:
        job: The submission and everything hidden that belongs to it.
        place: Folders and users.
        workshop: Its zygote was started before the job was known.
        laps: Takes the time of each stage.
    """
    before = container_seconds() if place.locked else None
    used = memory()
    place.prepare()
    _lay_out(job, place)
    workshop.prepare(place, job)
    laps.end("prepare")
    outcomes = examine(job, place, workshop)
    laps.end("tests")
    empty = _empty(workshop)
    laps.end("sweep")
    static = _static(job, place, workshop) if empty else StaticReport(error=_NOT_EMPTY)
    laps.end("static")
    return Report(
        nonce=job.nonce,
        collected=tuple(outcomes.labels),
        tests=tuple(outcomes.tests),
        static=static,
        milliseconds=laps.milliseconds,
        python=platform.python_version(),
        processor_seconds=None if before is None else (container_seconds() or before) - before,
        error=(_starved(used) if place.locked else None) or _error(outcomes),
    )


def _static(job: Job, place: Place, workshop: Workshop) -> StaticReport:
    return scan(place, workshop, tuple(job.files)) if job.scanned else StaticReport()


def _error(outcomes: Outcomes) -> str | None:
    if outcomes.broken:
        return NOT_COLLECTED
    return None if outcomes.done or outcomes.late else TESTS_KILLED


def _starved(before: Memory) -> str | None:
    return NO_MEMORY if machine_ran_out(before, memory()) else None


def _lay_out(job: Job, place: Place) -> None:
    for name, content in job.files.items():
        (place.submission / name).parent.mkdir(parents=True, exist_ok=True)
        (place.submission / name).write_bytes(base64.b64decode(content))
    for name, source in job.tests.items():
        (place.tests / name).write_text(source, encoding="utf-8")
    (place.tests / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    if job.driver is not None:
        (place.driver / "driver.py").write_text(job.driver, encoding="utf-8")


def _empty(workshop: Workshop) -> bool:
    """End everything the submission started; Bandit must not meet it."""
    try:
        workshop.sweep()
    except WorkerFault:
        return False
    return True


if __name__ == "__main__":
    main()
