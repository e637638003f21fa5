"""Whose memory ran out: the container's, or the machine's."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from making import make_challenge, submit

from codebench import blame
from codebench.grading import grade
from codebench.sandbox import docker_runner as docker_runner_module
from codebench.sandbox.judge.memory import Memory, machine_ran_out, memory
from codebench.sandbox.runner import Runner
from codebench.verdict import Blame, Unscored

LIMIT = 300 * 2**20


def version_1(folder: Path, *, kills: int = 0, most: int = 0, most_with_swap: int = 0) -> Path:
    """A control group as the kernel shows it, with the files that matter and one that does not."""
    group = folder / "memory"
    group.mkdir()
    control = f"oom_kill_disable 0\nunder_oom 0\noom_kill {kills}\n"
    (group / "memory.oom_control").write_text(control)
    (group / "memory.failcnt").write_text("0\n")  # always, with kernels of these days
    for counter, usage in {"memory": most, "memory.memsw": most_with_swap}.items():
        (group / f"{counter}.max_usage_in_bytes").write_text(f"{usage}\n")
        (group / f"{counter}.limit_in_bytes").write_text(f"{LIMIT}\n")
    return folder


@pytest.mark.parametrize(("hits", "at_limit"), [(0, False), (2, True)])
def test_a_control_group_of_version_2(tmp_path: Path, hits: int, *, at_limit: bool) -> None:
    events = f"low 0\nhigh 0\nmax 41\noom {hits}\noom_kill 3\noom_group_kill 0\n"
    (tmp_path / "memory.events").write_text(events)
    assert memory(tmp_path) == Memory(3, at_limit=at_limit)


@pytest.mark.parametrize(
    ("most", "most_with_swap", "at_limit"),
    [
        (LIMIT, LIMIT, True),
        (LIMIT - 2**15, 0, True),
        (0, LIMIT - 2**15, True),
        (LIMIT - 2**23, LIMIT - 2**22, False),
    ],
)
def test_a_control_group_of_version_1(
    tmp_path: Path, most: int, most_with_swap: int, *, at_limit: bool
) -> None:
    """The peak tells, of memory alone or together with swap."""
    group = version_1(tmp_path, kills=3, most=most, most_with_swap=most_with_swap)
    assert memory(group) == Memory(3, at_limit=at_limit)


def test_version_1_without_counting_swap(tmp_path: Path) -> None:
    group = version_1(tmp_path, kills=1, most=LIMIT)
    for name in ("max_usage_in_bytes", "limit_in_bytes"):
        (group / "memory" / f"memory.memsw.{name}").unlink()
    assert memory(group) == Memory(1, at_limit=True)


def test_a_kernel_that_tells_nothing(tmp_path: Path) -> None:
    assert memory(tmp_path) == Memory(0, at_limit=False)


@pytest.mark.parametrize(
    ("after", "machine"),
    [
        (Memory(1, at_limit=False), False),
        (Memory(2, at_limit=False), True),
        (Memory(2, at_limit=True), False),
        (Memory(1, at_limit=True), False),
    ],
)
def test_a_kill_below_the_limit_is_the_machines(after: Memory, *, machine: bool) -> None:
    assert machine_ran_out(Memory(1, at_limit=False), after) == machine


# A real container in a group of containers that has less memory than the container may use

ROOTS = {
    Path("/sys/fs/cgroup/memory"): "memory.limit_in_bytes",
    Path("/sys/fs/cgroup"): "memory.max",
}
"""Where this machine keeps control groups, of version 1 or 2, and what a limit is called there."""

LITTLE, MUCH = 120 * 2**20, 2**30
HUNGRY = "def double(number):\n    room = bytearray(150 * 2**20)\n    return 2 * number\n"


@pytest.fixture
def small_machine(docker_runner: Runner, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file with the limit of a group in which all judges are started."""
    assert isinstance(docker_runner, docker_runner_module.DockerRunner)
    driver = docker_runner.engine.client.info()["CgroupDriver"]
    root, name = next(item for item in ROOTS.items() if item[0].exists())
    group = root / f"codebench-{secrets.token_hex(8)}"
    try:
        group.mkdir()
    except OSError:
        pytest.skip("needs the right to make control groups")
    locks = docker_runner_module._locks
    changed = {"cgroup_parent": f"/{group.name}"}
    monkeypatch.setattr(docker_runner_module, "_locks", lambda job: locks(job) | changed)
    try:
        if driver != "cgroupfs" or not (group / name).exists():
            pytest.skip("needs an engine that puts containers into any control group")
        yield group / name
    finally:
        group.rmdir()


@pytest.mark.docker
def test_a_submission_is_not_blamed_for_what_the_machine_lacks(
    tmp_path: Path, docker_runner: Runner, small_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference solution fits into the little there is, which proves nothing."""
    monkeypatch.setattr(blame, "PAUSES", (0.1, 0.1))
    challenge = make_challenge(tmp_path / "doubling")
    small_machine.write_text(str(LITTLE))
    verdict = grade(challenge, submit(HUNGRY), docker_runner)
    assert (verdict.blame, verdict.unscored) == (Blame.UNSCORED, Unscored.JUDGE)
    assert "the machine has no memory left" in verdict.detail
    assert grade(challenge, submit(HUNGRY.replace("150", "15")), docker_runner).success
    small_machine.write_text(str(MUCH))
    assert grade(challenge, submit(HUNGRY), docker_runner).success


@pytest.mark.docker
def test_a_submission_that_takes_more_than_its_share_fails(
    tmp_path: Path, docker_runner: Runner, small_machine: Path
) -> None:
    small_machine.write_text(str(MUCH))
    greedy = submit(
        "import mmap\n\n\ndef double(number):\n    room = mmap.mmap(-1, 2**30)\n"
        "    for place in range(0, 2**30, 4096):\n        room[place] = 1\n"
        "    return 2 * number\n"
    )
    verdict = grade(make_challenge(tmp_path / "doubling"), greedy, docker_runner)
    assert (verdict.blame, verdict.success) == (Blame.GRADED, False)
