"""The connection to the container engine."""

import os
import re
import threading
from dataclasses import dataclass, field
from typing import Any

import docker
from docker.context import ContextAPI
from docker.errors import DockerException
from docker.tls import TLSConfig

from codebench.sandbox.faults import EngineFault

__all__ = ["MINIMUM", "Engine", "connect"]

MINIMUM = (24, 0, 6)
"""Oldest engine that is supported, the same that Inspect's own Docker sandbox asks for."""

_SECONDS = 60


@dataclass(frozen=True)
class Engine:
    """An engine that has answered, with one client for each thread that uses it."""

    address: str
    api_version: str
    version: str
    tls: TLSConfig | bool = False
    _clients: threading.local = field(default_factory=threading.local, repr=False)

    @property
    def client(self) -> "docker.APIClient":
        """This thread's client."""
        if not hasattr(self._clients, "client"):
            self._clients.client = docker.APIClient(
                base_url=self.address, version=self.api_version, timeout=_SECONDS, tls=self.tls
            )
        return self._clients.client  # type: ignore[no-any-return]


def connect() -> Engine:
    """The engine that the `docker` command would use.

    Raises:
        EngineFault: No engine answers, or it is older than `MINIMUM`.
    """
    address, tls = _address()
    try:
        client = docker.APIClient(base_url=address, version="auto", timeout=10, tls=tls)
        version = str(client.version()["Version"])
    except (DockerException, OSError) as error:
        raise EngineFault(_missing(error)) from error
    if _numbers(version) < MINIMUM:
        wanted = ".".join(map(str, MINIMUM))
        raise EngineFault(
            f"The Docker engine is {version}, but grading needs {wanted} or newer: update Docker."
        )
    return Engine(address, str(client.api_version), version, tls)


def _address() -> tuple[str, TLSConfig | bool]:
    """Where the engine listens: DOCKER_HOST, else the current context, else the usual socket."""
    from docker.utils import kwargs_from_env  # noqa: PLC0415

    if os.environ.get("DOCKER_HOST"):
        settings: dict[str, Any] = dict(kwargs_from_env())
        return str(settings["base_url"]), settings.get("tls", False)
    try:
        context = ContextAPI.get_current_context()
        host = context.Host if context is not None else None
    except (DockerException, OSError, ValueError):
        host = None
    return host or "unix:///var/run/docker.sock", False


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _missing(error: Exception) -> str:
    if isinstance(error.__context__, PermissionError) or "Permission denied" in str(error):
        return (
            "The Docker engine refuses this user: add yourself to the `docker` group and log in "
            "again."
        )
    return (
        "No Docker engine answers: install Docker (https://docs.docker.com/engine/install) or "
        "start it (`sudo systemctl start docker`, or open Docker Desktop)."
    )
