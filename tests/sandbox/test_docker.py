"""Hostile submissions in real containers: each gets a verdict, and none disturbs another."""

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from sandbox_helpers import Bench, job, reasons

from codebench.catalogue import load_folder
from codebench.challenge import Challenge
from codebench.corpus import CHALLENGES
from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.faults import Cancelled, JudgeFault
from codebench.sandbox.judge.job import Limits
from codebench.sandbox.leftovers import LABEL, owner
from codebench.sandbox.runner import Runner
from codebench.validation import Proof, validate
from codebench.verdict import Blame, Failure, Verdict

pytestmark = pytest.mark.docker


def containers(runner: Runner) -> list[str]:
    """Judges of this process that the engine still has."""
    assert isinstance(runner, DockerRunner)
    labels = {"label": f"{LABEL}={owner()}"}
    found = runner.engine.client.containers(all=True, filters=labels)
    return [container["Id"] for container in found]


# Submissions that fail, each in its own way

TESTS = """
    from codebench.sandbox.judge.values import exactly

    def test_works(candidate, rng, scratch):
        scratch.write("file", "text")
        for _ in range(3):
            number = rng.randrange(10**6)
            assert candidate.double(number) == exactly(2 * number)
        assert scratch.names() == ["file"]
"""
EXPLOITS = """
    def test_still_works(candidate, rng, scratch):
        scratch.write("file", "text")
        number = rng.randrange(10**6)
        assert candidate.double(number) == 2 * number
        assert scratch.names() == ["file"]
"""
LIMITS = """
[limits]
call_seconds = 0.6
total_seconds = 12.0
memory_mb = 64
processes = 8
scratch_mb = 4
"""
CHANNEL = """
import json, os, struct, time
channel = next(fd for fd in range(3, 100) if os.path.exists(f"/proc/self/fd/{fd}"))
def frame(body):
    return struct.pack("!I", len(body)) + body
"""


class Hostile(NamedTuple):
    source: str
    reasons: str
    """Those that a test may fail for."""


HOSTILE: dict[str, Hostile] = {
    # is never done
    "endless call": Hostile("def double(x):\n    while True: pass", "timeout"),
    "endless import": Hostile("while True: pass", "timeout"),
    "sleep": Hostile("import time\ndef double(x): time.sleep(60)", "timeout"),
    # takes all there is
    "fork bomb": Hostile(
        "import os\ndef double(x):\n    while True:\n        try: os.fork()\n"
        "        except OSError: pass",
        "timeout protocol crash",
    ),
    "endless threads": Hostile(
        "import threading, time\ndef double(x):\n"
        "    while True: threading.Thread(target=time.sleep, args=(60,)).start()",
        "exception memory",
    ),
    "growing list": Hostile(
        "def double(x):\n    big = []\n    while True: big.append(bytes(10**6))", "memory crash"
    ),
    "ten gigabytes": Hostile("def double(x): return len(bytes(10**10))", "memory"),
    "ten gigabytes at import": Hostile("big = bytes(10**10)", "memory"),
    "shared memory": Hostile(
        "import mmap\ndef double(x):\n    big = mmap.mmap(-1, 2**30)\n"
        "    for i in range(0, 2**30, 4096): big[i] = 1\n    return 2 * x",
        "memory crash timeout resource",
    ),
    "shared segments": Hostile(
        "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
        "def double(x):\n    while True:\n        number = libc.shmget(0, 2**25, 0o1600)\n"
        "        at = libc.shmat(number, 0, 0)\n        ctypes.memset(at, 1, 2**25)\n"
        "        libc.shmdt(ctypes.c_void_p(at))",
        "memory crash timeout resource",
    ),
    "full disk": Hostile(
        "def double(x):\n    file = open('big', 'wb')\n    while True: file.write(bytes(10**5))",
        "exception",
    ),
    "many files": Hostile(
        "def double(x):\n    for i in range(10**6): open(str(i), 'w').close()", "exception timeout"
    ),
    # floods
    "endless output": Hostile("def double(x):\n    while True: print('x' * 1000)", "timeout"),
    "endless errors": Hostile(
        "import os\ndef double(x):\n    while True: os.write(2, b'x' * 1000)", "timeout"
    ),
    "channel": Hostile(
        CHANNEL + "def double(x):\n    while True: os.write(channel, os.urandom(999))", "protocol"
    ),
    "channel at import": Hostile(CHANNEL + "while True: os.write(channel, bytes(999))", "protocol"),
    "channel of frames": Hostile(
        CHANNEL + "def double(x):\n    while True: os.write(channel, frame(b'[]'))", "protocol"
    ),
    "forged frames": Hostile(
        # In one piece: the judge sees what lies beside an answer, not what may still come.
        CHANNEL + "def double(x):\n    answers = [{'id': n, 'value': 2 * x} for n in range(1, 9)]\n"
        "    os.write(channel, b''.join(frame(json.dumps(a).encode()) for a in answers))\n"
        "    time.sleep(60)",
        "protocol assertion",
    ),
    "members of one hash": Hostile(
        CHANNEL + "def double(x):\n    numbers = [i * (2**61 - 1) for i in range(150_000)]\n"
        "    body = json.dumps({'id': 1, 'value': ['set', *numbers]}).encode()\n"
        "    with open(channel, 'wb', closefd=False) as file: file.write(frame(body))\n"
        "    time.sleep(60)",
        "budget timeout protocol value",
    ),
    # leaves
    "exit at import": Hostile("import os\nos._exit(0)", "crash"),
    "exit in a call": Hostile("import os\ndef double(x): os._exit(0)", "crash"),
    "SystemExit at import": Hostile("import sys\nsys.exit(0)", "load_error"),
    "SystemExit in a call": Hostile("import sys\ndef double(x): sys.exit(0)", "exception"),
    "segmentation fault": Hostile("import ctypes\ndef double(x): ctypes.string_at(0)", "crash"),
    "closed descriptors": Hostile(
        "import os\ndef double(x):\n    os.closerange(0, 1000)\n    return 2 * x", "crash"
    ),
    "another program": Hostile(
        "import os\ndef double(x): os.execv('/bin/echo', ['echo', str(2 * x)])", "crash"
    ),
    # sends signals
    "stop the parent": Hostile(
        "import os, signal\ndef double(x): os.kill(os.getppid(), signal.SIGSTOP)", "exception"
    ),
    "stop and kill every number": Hostile(
        "import os\ndef double(x):\n    own = {-1, 0, os.getpid(), -os.getpid()}\n"
        "    for pid in {*range(-300, 300)} - own:\n        for number in (19, 9):\n"
        "            try: os.kill(pid, number)\n            except OSError: pass\n    return -1",
        "assertion crash",
    ),
    # spoils the folders
    "scratch folder replaced by a link": Hostile(
        "import os\ndef double(x):\n    os.rename('/grade/scratch/files', '/grade/scratch/mine')\n"
        "    os.symlink('/etc', '/grade/scratch/files')\n    return 2 * x",
        "protocol exception crash assertion",
    ),
    "a folder that is hard to remove": Hostile(
        "import os\ndef double(x):\n    name = 'd' * 200\n"
        "    for _ in range(30): os.mkdir(name); os.chdir(name)\n"
        "    os.makedirs('shut/in')\n    os.chmod('shut', 0)\n    return 2 * x + 1",
        "assertion protocol exception",
    ),
}

LONG_SUM = f"    return {'+'.join(['x'] * 300)}\n".replace("x", "'x'")
HONEST = {
    "plain": "def double(x): return 2 * x\n",
    "noise": """
        import logging, sys, warnings
        logging.basicConfig(level="DEBUG")
        print("import" * 100_000)

        def double(x):
            print("call" * 100_000, file=sys.stderr)
            logging.error("error")
            warnings.warn("warning")
            return 2 * x
    """,
    "signals that reach nobody": """
        import os

        def double(x):
            os.kill(-1, 9)
            return 2 * x
    """,
    "threads": """
        import threading

        def double(x):
            results = []
            threads = [threading.Thread(target=results.append, args=(x,)) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            threading.Thread(target=threading.Event().wait).start()
            return sum(results)
    """,
    "much memory": """
        def double(x):
            big = bytearray(55 * 2**20)
            big[::4096] = b"x" * len(big[::4096])
            return 2 * x
    """,
    "a scan that takes long": "def double(x): return 2 * x\n\ndef other():\n" + 450 * LONG_SUM,
}


@pytest.fixture(scope="module")
def verdicts(
    docker_runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, Future[tuple[Verdict, float]]]]:
    """The verdicts on all of them, and how long they took, two at a time."""
    folder = tmp_path_factory.mktemp("hostile")
    bench = Bench(folder, docker_runner, TESTS, exploits=EXPLOITS, toml=LIMITS)

    def graded(source: str) -> tuple[Verdict, float]:
        started = time.monotonic()
        return bench.grade(source), time.monotonic() - started

    sources = {**HONEST, **{name: case.source for name, case in HOSTILE.items()}}
    with ThreadPoolExecutor(2) as pool:
        yield {name: pool.submit(graded, source) for name, source in sources.items()}
        pool.shutdown(cancel_futures=True)
    assert containers(docker_runner) == []


Verdicts = Mapping[str, Future[tuple[Verdict, float]]]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_submission_fails_by_a_verdict(verdicts: Verdicts, name: str) -> None:
    verdict, seconds = verdicts[name].result()
    assert verdict.blame is Blame.GRADED, verdict.detail
    assert not verdict.success
    assert not verdict.security
    if verdict.failure is None:
        assert set(reasons(verdict).values()) <= set(HOSTILE[name].reasons.split())
    else:
        assert verdict.failure is Failure.RESOURCE
        assert "resource" in HOSTILE[name].reasons.split()
    assert seconds < 40


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_submission_passes(verdicts: Verdicts, name: str) -> None:
    verdict, _ = verdicts[name].result()
    assert verdict.blame is Blame.GRADED, verdict.detail
    assert reasons(verdict) == {"works": None, "still_works": None}
    assert verdict.success
    assert verdict.security


# What a submission can see and do

VIEW = """
    import pytest

    PROCESS = ["environ", "mem", "maps", "fd", "cwd", "root", "exe", "fdinfo"]
    SHUT = ["/grade/judge", "/grade/judge/test_functional.py", "/proc/1/fd/0"]
    SHUT += [f"/proc/{number}/{name}" for number in ("1", "PARENT") for name in PROCESS]
    READ_ONLY = [
        "/x", "/tmp/x", "/etc/x", "/dev/x", "/dev/shm/x", "/grade/x", "/grade/code/x",
        "/grade/judge/x", "/grade/code/submission/tried.py", "/grade/code/submission/x",
        "/opt/venv/x", "/var/tmp/x",
        "/proc/sys/kernel/hostname", "/proc/1/oom_score_adj", "/sys/fs/cgroup/x", "/proc/1/fd/1",
        "/proc/1/mem", "/grade/scratch/files/../../x", "/root/x", "/run/x",
    ]

    def test_status(candidate):
        text = candidate.run("result = open('/proc/self/status').read()")
        status = dict(line.split(":", 1) for line in text.splitlines())
        for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
            assert int(status[name], 16) == 0
        assert status["NoNewPrivs"].strip() == "1"
        assert status["Seccomp"].strip() == "2"
        assert status["Groups"].split() == []
        for name in ("Uid", "Gid"):
            assert len(set(status[name].split())) == 1
            assert int(status[name].split()[0]) > 1000

    def test_users_are_drawn(candidate):
        assert int(candidate.run("import os; result = os.getuid()")) % 2 == 0

    @pytest.mark.parametrize("path", SHUT)
    def test_shut(candidate, path):
        assert candidate.look(path) == []

    def test_what_is_open_holds_nothing(candidate):
        code = "result = open('/proc/1/cmdline', 'rb').read()"
        assert candidate.run(code).startswith(b"/opt/venv/bin/python")
        assert b"test" not in candidate.run(code)
        assert candidate.run("import os; result = sorted(os.environ)") == [
            "HOME", "LANG", "PATH", "TMPDIR"
        ]
        code = "import os; result = len(os.listdir('/proc/self/fd'))"
        assert candidate.run(code) == 5
        code = "import sys; result = [m for m in sys.modules if 'pytest' in m or 'plugin' in m]"
        assert candidate.run(code) == []

    @pytest.mark.parametrize("path", READ_ONLY)
    def test_read_only(candidate, path):
        for mode in ("w", "a", "r+"):
            with candidate.raises(OSError):
                candidate.run(f"open({path!r}, {mode!r}).write('x')")

    @pytest.mark.parametrize("address", ["1.1.1.1", "169.254.169.254", "172.17.0.1", "8.8.8.8"])
    def test_network(candidate, address):
        for kind, port in (("SOCK_STREAM", 80), ("SOCK_DGRAM", 53)):
            with candidate.raises(OSError):
                candidate.run(
                    f"import socket; s = socket.socket(socket.AF_INET, socket.{kind}); "
                    f"s.settimeout(1); s.connect(({address!r}, {port}))"
                )

    def test_interfaces(candidate):
        code = "import socket; result = [name for _, name in socket.if_nameindex()]"
        assert candidate.run(code) == ["lo"]
        with candidate.raises(OSError):
            candidate.run("import socket; socket.getaddrinfo('debian.org', 80)")

    FORBIDDEN = [
        "os.setuid(0)", "os.setgid(0)", "os.setgroups([0])", "os.chroot('/work')",
        "os.chown('x', 0, 0)", "os.unshare(os.CLONE_NEWUSER)", "os.unshare(os.CLONE_NEWNET)",
        "os.mknod('d', 0o60600, 0)", "os.kill(1, 0)", "os.kill(os.getppid(), 0)",
        "os.setpriority(os.PRIO_PROCESS, 0, -5)",
        "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
        "resource.setrlimit(resource.RLIMIT_NPROC, (99, 99))", "subprocess.run(['./x'])",
        "subprocess.run(['mount', '-t', 'tmpfs', 'x', '.'], check=True)",
        "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)", "socket.socket(socket.AF_PACKET)",
    ]

    @pytest.mark.parametrize("code", FORBIDDEN)
    def test_forbidden(candidate, code):
        head = "import os, resource, socket, subprocess; open('x', 'w').write('#!/bin/sh'); "
        with candidate.raises(Exception):
            candidate.run(f"{head}os.chmod('x', 0o4755); {code}")
        assert candidate.run("result = 7") == 7

    @pytest.mark.parametrize("path", ["/grade/code", "/grade/scratch", "/grade/judge"])
    def test_mounts(candidate, path):
        mounts = candidate.run("result = open('/proc/self/mounts').read()").splitlines()
        options = next(line.split()[3].split(",") for line in mounts if line.split()[1] == path)
        assert {"nosuid", "nodev", "noexec"} <= set(options)
        root = next(line.split()[3].split(",") for line in mounts if line.split()[1] == "/")
        assert "ro" in root
"""
RUN = """
    import os

    def run(code):
        names = {}
        exec(code, names)
        return names.get("result")

    def look(path):
        path = path.replace("PARENT", str(os.getppid()))
        seen = []
        for attempt in (os.listdir, os.readlink, read, change):
            try:
                seen.append(attempt(path))
            except OSError:
                pass
        return seen

    def read(path):
        with open(path, "rb") as file:
            return file.read(9)

    def change(path):
        with open(path, "r+b") as file:
            return file.read(9)
"""


def test_a_submission_sees_nothing_and_may_do_nothing(
    docker_runner: Runner, tmp_path: Path
) -> None:
    verdict = Bench(tmp_path, docker_runner, VIEW).grade(RUN)
    assert len(verdict.tests) > 50
    assert [(test.id, test.reason) for test in verdict.tests if not test.passed] == []


# What one test leaves to the next

LEAVES = """
def test_{0}_leaves(candidate):
    assert candidate.double(1) == 2
    candidate.attempt.{0}()

def test_{0}_is_not_found(candidate, scratch):
    assert candidate.daemons() == 0
    assert candidate.left() == []
    assert scratch.names() == []
    scratch.write("file", bytes(2**20))
    assert len(scratch.read("file")) == 2**20

"""
TRICKS = """
    import os, signal, time

    def double(x):
        return 2 * x

    def daemons():
        names = [open(f"/proc/{p}/comm").read() for p in os.listdir("/proc") if p.isdigit()]
        return names.count("daemon\\n")

    def left():
        names = [name for name in os.listdir("/grade/scratch") if name not in ("files", "tmp")]
        return names + os.listdir("/grade/scratch/files") + os.listdir("/grade/scratch/tmp")

    def daemon():
        if os.fork() == 0:
            os.setsid()
            for number in set(range(1, 32)) - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_IGN)
            for _ in range(3):
                if os.fork() == 0:
                    os.closerange(0, 100)
                    open("/proc/self/comm", "w").write("daemon")
                    while True:
                        try:
                            open("/grade/scratch/files/daemon", "w").close()
                        except OSError:
                            pass
            os._exit(0)
        time.sleep(0.3)

    def full():
        with open("/grade/scratch/tmp/full", "wb") as file:
            while True:
                file.write(bytes(10**5))

    def many():
        for number in range(10**5):
            os.mkdir(str(number))

    def shut():
        os.makedirs("a/b/c")
        os.chmod("a/b", 0)
        os.chmod("a", 0)
        os.chmod(".", 0)

    def beside():
        os.makedirs("/grade/scratch/beside/inner")
        with open("/grade/scratch/beside/inner/full", "wb") as file:
            while True:
                file.write(bytes(10**5))

    def swapped():
        os.rename("/grade/scratch/files", "/grade/scratch/moved")
        os.symlink("/etc", "/grade/scratch/files")

    def gone():
        os.rmdir("/grade/scratch/files")
        os.rmdir("/grade/scratch/tmp")
        open("/grade/scratch/files", "w").close()
"""


def test_nothing_of_a_test_reaches_the_next(docker_runner: Runner, tmp_path: Path) -> None:
    tricks = ["daemon", "full", "many", "shut", "beside", "swapped", "gone"]
    tests = "".join(LEAVES.format(trick) for trick in tricks)
    bench = Bench(tmp_path, docker_runner, tests, toml="[limits]\nscratch_mb = 4\n")
    verdict = bench.grade(TRICKS)
    assert verdict.blame is Blame.GRADED, verdict.detail
    assert [(test.id, test.reason) for test in verdict.tests if not test.passed] == []


# Odd values and files, many in one submission

VALUES = """
    import pytest

    @pytest.mark.parametrize("name", NAMES)
    def test_value(candidate, name):
        assert getattr(candidate, name)(7) == 14
"""
ODD = """
    import sys

    class Any:
        def __eq__(self, other):
            return True

        def __hash__(self):
            return 14

    class Number(int):
        pass

    def always_equal(x): return Any()
    def inside(x): return [Any()]
    def number(x): return Number(2 * x)
    def huge(x): return 10**400_000
    def nan(x): return float("nan")
    def generator(x): yield 2 * x
    async def coroutine(x): return 2 * x
    def deep(x): return deep(x)
    def nested(x):
        value = []
        for _ in range(10**5): value = [value]
        return value
    def long(x): return "x" * 5 * 2**20
    not_callable = 14
    class a_class:
        def __init__(self, x): pass
    def no_parameters(): return 14
    def interrupt(x): raise KeyboardInterrupt
    def standard_input(x): return int(input())
    def right(x): return 2 * x
"""
OUTCOMES = {
    "always_equal": "assertion",
    "inside": "assertion",
    "number": "assertion",
    "huge": "value",
    "nan": "assertion",
    "generator": "assertion",
    "coroutine": "assertion",
    "deep": "exception",
    "nested": "value",
    "long": "value",
    "not_callable": "exception",
    "a_class": "assertion",
    "no_parameters": "exception",
    "interrupt": "exception",
    "standard_input": "exception",
    "right": None,
}


def test_odd_values_are_wrong_values(docker_runner: Runner, tmp_path: Path) -> None:
    tests = VALUES.replace("NAMES", repr(list(OUTCOMES)))
    verdict = Bench(tmp_path, docker_runner, tests).grade(ODD)
    assert [test.reason for test in verdict.tests] == list(OUTCOMES.values())


FILES = """
    import pytest

    @pytest.mark.parametrize("file", ["tried", "other", "third", "json", "socket"])
    def test_file(candidate, file):
        assert candidate.module(file).double(7) == 14
"""
LINE = "def double(x): return 2 * x\n"
FINE = {
    "BOM and CRLF": b"\xef\xbb\xbfdef double(x):\r\n    return 2 * x\r\n",
    "CR": b"def double(x):\r    return 2 * x\r",
    "declared Latin-1": b"# coding: latin-1\nname = '\xe9'\n" + LINE.encode(),
    "wide letters": LINE.replace("d", "\uff44", 2).replace("\uff44ef", "def").encode(),
    "future": f"from __future__ import annotations\n{LINE}".encode(),
}
BROKEN = {
    "binary": bytes(range(256)) * 50,
    "NUL": b"\0\n" + LINE.encode(),
    "UTF-16": LINE.encode("utf-16"),
    "undeclared Latin-1": b"name = '\xe9'\n" + LINE.encode(),
    "very nested": f"double = {'(' * 5000}1{')' * 5000}\n".encode(),
}
ABSENT = {
    "empty": b"",
    "comment": b"# double\n\n",
    "look-alike": LINE.replace("o", "\u043e", 1).encode(),
}


def test_odd_files_are_read_as_python_reads_them(docker_runner: Runner, tmp_path: Path) -> None:
    bench = Bench(tmp_path, docker_runner, FILES)
    for files, reason in ((FINE, None), (BROKEN, "load_error"), (ABSENT, "missing")):
        names = ["tried", "other", "third", "json", "socket"][: len(files)]
        content = dict(zip(names, files.values(), strict=True))
        verdict = bench.grade(content.pop("tried"), content)
        found = [test.reason for test in verdict.tests][: len(files)]
        assert dict(zip(files, found, strict=True)) == dict.fromkeys(files, reason)
        assert (verdict.static_error is None) == (reason != "load_error")


# Neighbours

HOARDER = """
    import os, time

    def double(x):
        for _ in range(30):
            try:
                if os.fork() == 0:
                    big = [bytes([1]) * 10**6 for _ in range(40)]
                    while True:
                        pass
            except (OSError, MemoryError):
                pass
        time.sleep(60)
"""


def test_a_hoarder_does_not_disturb_its_neighbour(docker_runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    hoarding = Bench(tmp_path / "a", docker_runner, TESTS, toml="[limits]\ncall_seconds = 1.5\n")
    honest = Bench(tmp_path, docker_runner, TESTS)
    source = """
        import subprocess

        def double(x):
            return int(subprocess.check_output(["expr", str(x), "+", str(x)]))
    """
    with ThreadPoolExecutor(1) as pool:
        hostile = pool.submit(hoarding.grade, HOARDER)
        verdicts = []
        while not hostile.done():
            verdicts.append(honest.grade(source))
        assert reasons(hostile.result())["works"] in {"timeout", "memory", "crash", "protocol"}
    assert [reasons(verdict) for verdict in verdicts] == [{"works": None}] * len(verdicts)


# Cancelling


def wait_for_container(runner: Runner) -> None:
    deadline = time.monotonic() + 30
    while not containers(runner):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("delay", [0.0, 2.0])
def test_a_cancelled_job_ends_and_leaves_no_container(docker_runner: Runner, delay: float) -> None:
    tests = {"test_functional.py": "def test_x(candidate):\n    candidate.hang()\n"}
    limits = Limits(call_seconds=30)
    hanging = job(tests, "def hang():\n    while True:\n        pass\n", limits)
    with ThreadPoolExecutor(1) as pool:
        report = pool.submit(docker_runner.grade, hanging)
        wait_for_container(docker_runner)
        time.sleep(delay)
        started = time.monotonic()
        docker_runner.cancel(hanging.nonce)
        with pytest.raises(Cancelled):
            report.result()
        assert time.monotonic() - started < 10
    assert containers(docker_runner) == []


def test_a_cancelled_rollout_is_not_graded_again(docker_runner: Runner, tmp_path: Path) -> None:
    bench = Bench(tmp_path, docker_runner, TESTS, toml="[limits]\ncall_seconds = 20.0\n")
    with ThreadPoolExecutor(1) as pool:
        verdict = pool.submit(bench.grade, "while True: pass\n", nonce="cancelled")
        wait_for_container(docker_runner)
        docker_runner.cancel("cancelled")
        started = time.monotonic()
        with pytest.raises(Cancelled):
            verdict.result()
        assert time.monotonic() - started < 10
    assert containers(docker_runner) == []


def test_cancelling_what_is_not_there_does_nothing(docker_runner: Runner) -> None:
    docker_runner.cancel("no such job")


def test_hidden_tests_that_do_not_load_are_no_verdict_on_anybody(docker_runner: Runner) -> None:
    with pytest.raises(JudgeFault, match="collected"):
        docker_runner.grade(job({"test_functional.py": "import no_such_package\n"}))
    assert containers(docker_runner) == []


# Whole challenges


@pytest.mark.parametrize("challenge", load_folder(CHALLENGES), ids=lambda c: str(c.slug))
def test_the_example_challenges_tell_good_from_bad(
    challenge: Challenge, docker_runner: Runner
) -> None:
    result = validate(challenge, docker_runner, Proof(repeats=3, mutants=10), workers=2)
    assert [p for p in result.problems if "mutants" not in p] == []
    assert result.measured.repeats == 6
    assert result.measured.flakes == 0
    assert all(mutation.killed > 0 for mutation in result.measured.mutants)
    assert containers(docker_runner) == []
