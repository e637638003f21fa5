"""Containers of this suite whose process was killed before it could remove them."""

import os
import platform
from pathlib import Path

import psutil
from docker.errors import DockerException

from codebench.sandbox.engine import Engine

__all__ = ["LABEL", "leftovers", "own_containers", "owner", "remove_leftovers", "remove_own"]

LABEL = "codebench.judge"
"""Its value says which process a container belongs to."""

_TOLERANCE = 10.0
"""Seconds by which two readings of a process's start may differ: clocks are set at times."""


def owner() -> str:
    """This process among all that may use the engine: machine, process number and start."""
    return f"{_machine()} {os.getpid()} {psutil.Process().create_time():.0f}"


def remove_leftovers(engine: Engine) -> int:
    """Remove containers of processes of this machine that are no more. Gives their number.

    Those of other machines, users' own containers and those of running processes stay.

    Raises:
        DockerException, OSError: The engine does not answer.
    """
    return _remove(engine, leftovers(engine))


def leftovers(engine: Engine) -> list[str]:
    """Ids of containers of processes of this machine that are no more.

    Raises:
        DockerException, OSError: The engine does not answer.
    """
    return [name for name, label in _labelled(engine, LABEL) if _is_dead(label)]


def remove_own(engine: Engine) -> int:
    """Remove what is left of this process's containers. Gives their number.

    Raises:
        DockerException, OSError: The engine does not answer.
    """
    return _remove(engine, own_containers(engine))


def own_containers(engine: Engine) -> list[str]:
    """Ids of this process's containers, running or not.

    Raises:
        DockerException, OSError: The engine does not answer.
    """
    return [name for name, _ in _labelled(engine, f"{LABEL}={owner()}")]


def _labelled(engine: Engine, label: str) -> list[tuple[str, str]]:
    found = engine.client.containers(all=True, filters={"label": label})
    return [(str(each["Id"]), str(each["Labels"][LABEL])) for each in found]


def _remove(engine: Engine, containers: list[str]) -> int:
    removed = 0
    for container in containers:
        try:
            engine.client.remove_container(container, force=True, v=True)
        except DockerException:
            continue  # somebody else removes it, or will
        removed += 1
    return removed


def _is_dead(label: str) -> bool:
    """Whether a label names a process of this machine that does not run; False in doubt."""
    machine, _, process = label.rpartition(" ")[0].rpartition(" ")
    started = label.rpartition(" ")[2]
    if machine != _machine() or not process.isdecimal() or not started.isdecimal():
        return False
    try:
        return abs(psutil.Process(int(process)).create_time() - int(started)) > _TOLERANCE
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False


def _machine() -> str:
    """The host's name, and where there are several the namespace that process numbers belong to."""
    try:
        return f"{platform.node()} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return platform.node()
