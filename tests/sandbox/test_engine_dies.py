"""An engine that is killed in the middle, and one whose disk is full: nobody's submission fails.

A second engine is started for it, in a network of its own, where a first one must not be disturbed.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from making import make_challenge, submit

from codebench import blame
from codebench.grading import grade
from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.engine import connect
from codebench.sandbox.faults import EngineFault
from codebench.sandbox.image import ensure_image, image_name
from codebench.sandbox.leftovers import remove_leftovers
from codebench.sandbox.runner import Runner
from codebench.verdict import Blame, Unscored

pytestmark = pytest.mark.docker

SLOW = """
import time


def test_slow(candidate, rng):
    time.sleep(1)
    number = rng.randrange(1000)
    assert candidate.double(number) == 2 * number
"""
RIGHT = submit("def double(x):\n    return x + x\n")


class Daemon:
    """A container engine with everything of its own, on a small disk in memory."""

    def __init__(self, folder: Path) -> None:
        self.disk = folder / "data"
        self.address = f"unix://{folder / 'socket'}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {
            "--host": self.address,
            "--data-root": self.disk,
            "--exec-root": self._folder / "run",
            "--pidfile": self._folder / "pid",
            "--bridge": "none",
            "--log-level": "fatal",
        }
        words = [str(word) for pair in options.items() for word in pair]
        command = ["unshare", "--net", "dockerd", *words, "--iptables=false", "--ip6tables=false"]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 60
        while self._docker("info").returncode:
            assert time.monotonic() < deadline, "the second engine does not start"
            time.sleep(0.2)

    def kill(self) -> None:
        """As a crash would: at once, and only the engine itself."""
        if self._process:
            self._process.kill()
            self._process.wait()
        (self._folder / "pid").unlink(missing_ok=True)

    def load(self, image: str) -> None:
        with subprocess.Popen(["docker", "save", image], stdout=subprocess.PIPE) as saved:
            loaded = self._docker("load", stdin=saved.stdout)
        assert loaded.returncode == 0

    def containers(self) -> list[str]:
        return self._docker("ps", "--all", "--quiet").stdout.decode().split()

    def _docker(self, *words: str, **options: object) -> "subprocess.CompletedProcess[bytes]":
        command = ["docker", "--host", self.address, *words]
        return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]

    def end(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(30)
        with suppress(OSError, ValueError):
            helper = self._folder / "run" / "containerd" / "containerd.pid"
            os.kill(int(helper.read_text()), signal.SIGTERM)
        time.sleep(0.5)


@pytest.fixture(scope="module")
def daemon(docker_runner: Runner) -> Iterator[Daemon]:
    assert docker_runner.image  # the first engine has it
    if os.geteuid() != 0 or not shutil.which("dockerd") or not shutil.which("unshare"):
        pytest.skip("needs root and dockerd, for a second engine")
    folder = Path("/tmp") / f"codebench-{os.getpid()}"  # the name of a socket must be short
    (folder / "data").mkdir(parents=True)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1500m", "tmpfs", str(folder / "data")], check=True
    )
    daemon = Daemon(folder)
    try:
        daemon.start()
        daemon.load(image_name())
        yield daemon
    finally:
        daemon.end()
        subprocess.run(["umount", "--recursive", "--lazy", str(folder / "data")], check=False)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def second(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> Iterator[DockerRunner]:
    """A runner on the second engine."""
    monkeypatch.setenv("DOCKER_HOST", daemon.address)
    engine = connect()
    yield DockerRunner(engine, ensure_image(engine))
    blame._engine_is_down.clear()


def test_rollouts_outlive_an_engine_that_is_killed(
    daemon: Daemon, second: DockerRunner, tmp_path: Path
) -> None:
    challenge = make_challenge(tmp_path / "doubling", {"tests/test_functional.py": SLOW})
    with ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(grade, challenge, RIGHT, second) for _ in range(9)]
        time.sleep(2.5)
        daemon.kill()
        time.sleep(2)
        daemon.start()
        verdicts = [future.result() for future in futures]
    assert not [verdict.detail for verdict in verdicts if verdict.failure]
    scored = [verdict for verdict in verdicts if verdict.blame is Blame.GRADED]
    assert all(verdict.success for verdict in scored)
    assert all(verdict.unscored is Unscored.ENGINE for verdict in verdicts if verdict.unscored)
    assert len(scored) >= 6  # it is waited for
    second.close()
    assert daemon.containers() == []


def test_without_an_engine_nobody_fails(
    daemon: Daemon, second: DockerRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blame, "PAUSES", (0.1, 0.1))
    challenge = make_challenge(tmp_path / "doubling", {"tests/test_functional.py": SLOW})
    daemon.kill()
    verdict = grade(challenge, RIGHT, second)
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.ENGINE)
    assert verdict.detail.startswith("The Docker engine failed while a submission was graded")
    with pytest.raises(EngineFault, match="No Docker engine answers"):
        connect()
    daemon.start()
    assert grade(challenge, RIGHT, second).success


def test_a_full_disk_is_named_and_nobody_fails(
    daemon: Daemon, second: DockerRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blame, "PAUSES", (0.1,))
    challenge = make_challenge(tmp_path / "doubling", {"tests/test_functional.py": SLOW})
    filler = daemon.disk / "filler"
    with suppress(OSError), filler.open("wb") as file:
        while True:
            file.write(bytes(2**20))
    verdict = grade(challenge, RIGHT, second)
    filler.unlink()
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.ENGINE)
    assert verdict.detail.startswith("The engine's disk is full")
    assert grade(challenge, RIGHT, second).success
    remove_leftovers(second.engine)
    assert daemon.containers() == []
