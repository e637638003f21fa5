"""Looks at the machine: is everything there that grading needs, and does the sandbox hold?"""

import base64
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from docker.errors import DockerException

from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.engine import Engine, connect
from codebench.sandbox.faults import GradingFault
from codebench.sandbox.image import ensure_image, image_name
from codebench.sandbox.judge.job import Job
from codebench.sandbox.leftovers import remove_leftovers

__all__ = ["Check", "State", "look_inside", "look_outside"]

PROBE = Path(__file__).resolve().parent / "sandbox" / "probe"
_LEAST_DISK = 2 * 10**9
_GIGABYTE = 10**9


class State(StrEnum):
    """How a check ended."""

    GOOD = "good"
    WARNING = "warning"
    """Grading works, and is safe."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    found: str
    remedy: str = ""
    """What to do, where the state is not good."""


def look_outside() -> tuple[list[Check], DockerRunner | None]:
    """Engine, compose, disk and image; and a runner where there are an engine and an image.

    Docker's own packages are asked, and what dead runs have left is removed.
    """
    try:
        engine = connect()
    except GradingFault as fault:
        return [Check("engine", State.BAD, "none that is usable", str(fault))], None
    checks = [Check("engine", State.GOOD, f"{engine.version} at {engine.address}")]
    checks += [_compose(), _disk(engine), _leftovers(engine)]
    try:
        image = ensure_image(engine)
    except GradingFault as fault:
        return [*checks, Check("image", State.BAD, "cannot be provided", str(fault))], None
    checks.append(Check("image", State.GOOD, image_name()))
    return checks, DockerRunner(engine, image)


def _compose() -> Check:
    try:
        result = subprocess.run(
            ["docker", "compose", "version", "--short"], capture_output=True, text=True, check=False
        )
        found = result.stdout.strip() if result.returncode == 0 else ""
    except FileNotFoundError:
        found = ""
    if found:
        return Check("compose", State.GOOD, found)
    remedy = (
        "Install the compose plugin: agents that work in a sandbox need it, plain models do not."
    )
    return Check("compose", State.WARNING, "missing", remedy)


def _disk(engine: Engine) -> Check:
    root = Path(str(engine.client.info().get("DockerRootDir", "")))
    if not root.is_dir():
        return Check("disk", State.GOOD, "the engine's, on another machine")
    free = shutil.disk_usage(root).free
    found = f"{free / _GIGABYTE:.1f} GB free in {root}"
    if free >= _LEAST_DISK:
        return Check("disk", State.GOOD, found)
    remedy = "Free some space: `docker system df` shows what takes it, `docker image prune` helps."
    return Check("disk", State.WARNING, found, remedy)


def _leftovers(engine: Engine) -> Check:
    try:
        count = remove_leftovers(engine)
    except (DockerException, OSError) as error:
        return Check("left over", State.WARNING, "cannot be listed", str(error)[:200])
    return Check("left over", State.GOOD, f"{count} containers of dead runs removed")


def look_inside(runner: DockerRunner) -> list[Check]:
    """What a submission finds in its container: one check for each hidden test of the probe."""
    source = (PROBE / "probe.py").read_bytes()
    job = Job(
        nonce=secrets.token_hex(16),
        seed="probe",
        entry=("probe.py",),
        files={"probe.py": base64.b64encode(source).decode("ascii")},
        tests={"test_functional.py": (PROBE / "test_functional.py").read_text(encoding="utf-8")},
    )
    try:
        report = runner.grade(job)
    except GradingFault as fault:
        return [Check("container", State.BAD, "the judge gives no report", str(fault))]
    found: dict[str, list[tuple[str, bool]]] = {}
    for test in report.tests:
        name = test.id.partition("::test_")[2].partition("[")[0]
        found.setdefault(name, []).append((test.label, test.passed))
    return list(_checks(found))


def _checks(found: Mapping[str, list[tuple[str, bool]]]) -> Iterable[Check]:
    for name, results in found.items():
        label = results[0][0]
        if all(passed for _, passed in results):
            yield Check(name.replace("_", " "), State.GOOD, label)
        else:
            yield Check(name.replace("_", " "), State.BAD, f"not so: {label}", REMEDIES[name])


_OPTIONS = "The engine ignores an option of the container: use Docker 24.0.6 or newer with runc."
REMEDIES: Mapping[str, str] = {
    "user": _OPTIONS,
    "capabilities": "Do not run the engine with a runtime or a proxy that adds capabilities.",
    "no_new_privileges": _OPTIONS,
    "seccomp": "Start the engine with its seccomp profile: `docker info` must list seccomp.",
    "namespaces": "Start the engine with its default seccomp profile, which forbids it.",
    "network": "The engine ignores network mode none: check for a plugin or runtime that adds one.",
    "read_only_root": _OPTIONS,
    "mounts": "Remove default mounts from the engine's configuration (daemon.json, CDI, hooks).",
    "devices": "Remove default devices from the engine's configuration (daemon.json, CDI, hooks).",
    "hidden_files": "The engine ignores rights of tmpfs mounts: report it with `docker version`.",
    "judge_process": "The kernel lets a user read another's processes: use a newer kernel.",
    "environment": "Remove proxies and variables from ~/.docker/config.json and daemon.json.",
    "process_limits": "The engine forbids setting limits: check default-ulimits in daemon.json.",
    "memory_limit": "Turn the memory cgroup on (kernel option `cgroup_enable=memory`).",
    "pids_limit": "Turn the pids cgroup on; rootless engines need cgroup v2 with delegation.",
    "cpu_limit": "Turn the cpu cgroup on; rootless engines need cgroup v2 with delegation.",
}
"""What to do where a hidden test of the probe fails, by its name."""
