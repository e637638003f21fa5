"""What outlives a test, what a hidden test does with hostile answers, and what dies in between."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import docker.errors
import psutil
import pytest
from making import make_challenge, submit
from sandbox_helpers import Bench, reasons

from codebench.grading import grade
from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.leftovers import LABEL, owner, remove_leftovers, remove_own
from codebench.sandbox.runner import Runner
from codebench.verdict import Blame, Failure

pytestmark = pytest.mark.docker


def test_memory_that_is_shared_by_number_does_not_outlive_a_test(
    docker_runner: Runner, tmp_path: Path
) -> None:
    tests = """
        import pytest

        @pytest.mark.parametrize("turn", range(2))
        @pytest.mark.parametrize("kind", ["shmget", "semget", "msgget"])
        def test_new(candidate, kind, turn):
            assert candidate.exists(kind) is False
            assert candidate.make(kind) is True
    """
    source = """
        import ctypes

        libc = ctypes.CDLL(None)
        SIZES = {"shmget": (4096,), "semget": (1,), "msgget": ()}
        CREATE = 0o1000

        def exists(kind):
            return getattr(libc, kind)(4711, *SIZES[kind], 0o600) >= 0

        def make(kind):
            return getattr(libc, kind)(4711, *SIZES[kind], CREATE | 0o600) >= 0
    """
    verdict = Bench(tmp_path, docker_runner, tests).grade(source)
    assert set(reasons(verdict).values()) == {None}
    assert len(verdict.tests) == 6


def test_a_named_queue_cannot_be_made(docker_runner: Runner, tmp_path: Path) -> None:
    tests = "def test_none(candidate):\n    assert candidate.make() is False\n"
    source = """
        import ctypes

        libc = ctypes.CDLL(None)

        def make():
            return libc.mq_open(b"/queue", 0o102, 0o600, None) >= 0
    """
    assert Bench(tmp_path, docker_runner, tests).grade(source).success


HANGS = """
    def test_first(candidate):
        assert candidate.number() is not None

    def test_hangs(candidate):
        assert 3 ** candidate.number() == 9

    def test_last(candidate):
        assert candidate.number() is not None
"""


def test_an_answer_that_hangs_a_test_in_c_ends_at_the_budget(
    docker_runner: Runner, tmp_path: Path
) -> None:
    toml = "[limits]\ncall_seconds = 1.0\ntotal_seconds = 4.0\n"
    bench = Bench(tmp_path, docker_runner, HANGS, toml=toml)
    started = time.monotonic()
    verdict = bench.grade("def number():\n    return 3 * 10**8\n")
    assert time.monotonic() - started < 30
    assert reasons(verdict) == {"first": None, "hangs": "budget", "last": "budget"}
    assert {test.label for test in verdict.tests} == {""}
    assert verdict.static_error is None  # the judge itself is well


def test_an_answer_that_takes_a_tests_memory_fails_the_test(
    docker_runner: Runner, tmp_path: Path
) -> None:
    tests = """
        def test_it(candidate):
            assert len("x" * candidate.double(8)) == 16

        def test_next(candidate):
            assert candidate.double(8) > 0
    """
    verdict = Bench(tmp_path, docker_runner, tests).grade("def double(x):\n    return 2**34\n")
    assert reasons(verdict) == {"it": "test_error", "next": None}


def test_an_answer_that_gets_the_tests_killed_is_the_submissions_failure(
    docker_runner: Runner, tmp_path: Path
) -> None:
    tests = """\
import os


def test_it(candidate):
    if candidate.double(8) != 16:
        os.kill(os.getpid(), 9)
"""
    challenge = make_challenge(tmp_path / "doubling", {"tests/test_functional.py": tests})
    verdict = grade(challenge, submit("def double(x):\n    return x\n"), docker_runner)
    assert (verdict.blame, verdict.failure) == (Blame.GRADED, Failure.BROKE_JUDGE)
    assert "the process that runs the tests was killed" in verdict.detail


def test_an_object_is_neither_true_nor_false(docker_runner: Runner, tmp_path: Path) -> None:
    tests = """
        def test_is_true(candidate):
            assert candidate.answer()

        def test_is_not_false(candidate):
            assert not candidate.answer()
    """
    verdict = Bench(tmp_path, docker_runner, tests).grade("def answer():\n    return object()\n")
    assert reasons(verdict) == {"is_true": "test_error", "is_not_false": "test_error"}


# Containers that a killed process left


def labelled(runner: DockerRunner, label: str) -> str:
    """A container as the runner makes them, that some process is said to have started."""
    made = runner.engine.client.create_container(image=runner.image, labels={LABEL: label})
    return str(made["Id"])


@pytest.fixture
def real(docker_runner: Runner) -> DockerRunner:
    assert isinstance(docker_runner, DockerRunner)
    return docker_runner


def exists(runner: DockerRunner, container: str) -> bool:
    try:
        runner.engine.client.inspect_container(container)
    except docker.errors.NotFound:
        return False
    return True


def test_only_containers_of_dead_processes_of_this_machine_are_removed(real: DockerRunner) -> None:
    machine, pid, started = owner().rsplit(" ", 2)
    labels = {
        "dead": f"{machine} 4194305 {started}",
        "number in use again": f"{machine} {pid} {int(started) - 5000}",
        "ours": owner(),
        "running": f"{machine} 1 {owner_of_init()}",
        "another machine": f"elsewhere {machine.partition(' ')[2]} 4194305 {started}",
        "not a label of ours": "4711",
    }
    made = {name: labelled(real, label) for name, label in labels.items()}
    try:
        assert remove_leftovers(real.engine) >= 2
        gone = {name for name, container in made.items() if not exists(real, container)}
        assert gone == {"dead", "number in use again"}
        assert real.containers() == [made["ours"]]
        assert remove_own(real.engine) == 1
        assert real.containers() == []
        assert exists(real, made["running"])
    finally:
        for container in made.values():
            if exists(real, container):
                real.engine.client.remove_container(container, force=True)


def owner_of_init() -> int:

    return int(psutil.Process(1).create_time())


def test_a_container_that_is_removed_from_outside_is_graded_again(
    real: DockerRunner, tmp_path: Path
) -> None:

    challenge = make_challenge(tmp_path / "doubling", {"tests/test_functional.py": SLOW})
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(grade, challenge, submit("def double(x):\n    return 2 * x\n"), real)
        deadline = time.monotonic() + 20
        while not real.containers():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(0.7)
        remove_own(real.engine)
        verdict = future.result()
    assert verdict.success, verdict.detail
    assert real.containers() == []


SLOW = """
import time


def test_slow(candidate):
    time.sleep(1.5)
    assert candidate.double(2) == 4
"""
