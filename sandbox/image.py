"""The grading image: built from this folder when it is first needed, named by what is in it."""

import os
import subprocess
from pathlib import Path

import click
from docker.errors import DockerException

from codebench.digest import digest_of
from codebench.sandbox.engine import Engine
from codebench.sandbox.faults import EngineFault

__all__ = ["ensure_image", "image_name"]

CONTEXT = Path(__file__).resolve().parent
_REPOSITORY = "codebench-judge"


def image_name() -> str:
    """The image's name; its tag is a digest of everything that goes into it."""
    files = [CONTEXT / name for name in ("Dockerfile", "requirements.txt", "__init__.py")]
    files += sorted((CONTEXT / "judge").glob("*.*"))
    digest = digest_of({path.relative_to(CONTEXT).as_posix(): path.read_bytes() for path in files})
    return f"{_REPOSITORY}:{digest[:16]}"


def ensure_image(engine: Engine) -> str:
    """The id of the grading image, which is built if it is not there.

    Raises:
        EngineFault: It cannot be built, or the engine does not answer.
    """
    name = image_name()
    try:
        if not engine.client.images(name):
            _build(name)
        return str(engine.client.images(name)[0]["Id"])
    except (DockerException, OSError, LookupError) as error:
        raise EngineFault(
            f"The Docker engine could not provide the grading image {name}: {error}."
        ) from error


def _build(name: str) -> None:
    click.echo(f"Building the grading image {name} (first use, about a minute) ...", err=True)
    command = ["docker", "build", "--quiet", "--tag", name, *_certificate(), str(CONTEXT)]
    environment = {**os.environ, "DOCKER_BUILDKIT": "1"}
    try:
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise EngineFault(
            "The `docker` command is missing: it is needed to build the grading image."
        ) from None
    if result.returncode != 0:
        raise EngineFault(_explain(result.stderr))


def _certificate() -> list[str]:
    bundle = os.environ.get("CODEBENCH_CA_BUNDLE")
    return ["--secret", f"id=ca,src={bundle}"] if bundle else []


def _explain(output: str) -> str:
    if "no space left on device" in output.lower():
        return (
            "The grading image could not be built, because the disk is full: free some space "
            "(`docker system df` shows what takes it)."
        )
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    cause = next(
        (line for line in reversed(lines) if "ERROR" in line or "error" in line),
        lines[-1] if lines else "?",
    )
    return (
        f"The grading image could not be built: {cause[:300]} (to see all of it: "
        f"`docker build {CONTEXT}`; behind a proxy that inspects TLS set CODEBENCH_CA_BUNDLE to "
        "its certificate file)."
    )
