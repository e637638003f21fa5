"""Which way of grading a run uses, decided before the first model call is paid for."""

import contextlib
from enum import StrEnum
from functools import cache

import click

from codebench.sandbox.faults import EngineFault
from codebench.sandbox.runner import Runner

__all__ = ["Grading", "GradingUnavailable", "choose", "runner_for"]


class Grading(StrEnum):
    """How submissions are graded."""

    DOCKER = "docker"
    """In locked containers."""
    LOCAL = "local"
    """As plain processes of this machine, which isolates nothing. Must be asked for by name."""
    COMMITTED = "committed"
    """As plain processes, the suite's own reference solutions only; where no engine answers."""


class GradingUnavailable(Exception):
    """Submissions cannot be graded here. The message says what is missing and what to do."""


_LOCAL_MEANS = (
    "`-T grading=local` would run the submissions as plain processes of this machine, with your "
    "rights, files and network: only for code that you trust."
)


def choose(asked: str | None, *, only_references: bool) -> Grading:
    """How to grade, after making sure that it is possible.

    Args:
        asked: `docker`, `local`, or None for docker with the fallback of `Grading.COMMITTED`.
        only_references: Whether the model answers with the suite's reference solutions. Then no
            engine is needed; each submission is checked again before it runs.

    Raises:
        GradingUnavailable: It is not possible, or `asked` is not a way of grading.
    """
    if asked not in {None, Grading.DOCKER, Grading.LOCAL}:
        raise GradingUnavailable(f"grading={asked}: there are docker and local.")
    try:
        if asked == Grading.LOCAL:
            runner_for(Grading.LOCAL)
            click.echo("Grading without isolation, as asked.", err=True)
            return Grading.LOCAL
        return _docker(fall_back=only_references and asked is None)
    except EngineFault as fault:
        raise GradingUnavailable(
            f"{fault} {'' if asked == Grading.LOCAL else _LOCAL_MEANS}".strip()
        ) from fault


def _docker(*, fall_back: bool) -> Grading:
    try:
        runner_for(Grading.DOCKER)
    except EngineFault:
        if not fall_back:
            raise
        runner_for(Grading.COMMITTED)
        note = (
            "No Docker engine: the suite's own reference solutions are graded as plain processes."
        )
        click.echo(note, err=True)
        return Grading.COMMITTED
    return Grading.DOCKER


def runner_for(grading: Grading) -> Runner:
    """What grades in this way, one for the whole process.

    Raises:
        EngineFault: It does not work here.
    """
    return _docker_runner() if grading is Grading.DOCKER else _local_runner()


@cache
def _docker_runner() -> Runner:
    # Imported here: every run of Inspect imports this package, and few of them grade.
    from docker.errors import DockerException  # noqa: PLC0415

    from codebench.sandbox.docker_runner import DockerRunner  # noqa: PLC0415
    from codebench.sandbox.engine import connect  # noqa: PLC0415
    from codebench.sandbox.image import ensure_image  # noqa: PLC0415
    from codebench.sandbox.leftovers import remove_leftovers  # noqa: PLC0415

    engine = connect()
    image = ensure_image(engine)
    with contextlib.suppress(DockerException, OSError):  # it is for tidiness only
        remove_leftovers(engine)
    return DockerRunner(engine, image)


@cache
def _local_runner() -> Runner:
    from codebench.sandbox.local_runner import LocalRunner  # noqa: PLC0415

    return LocalRunner()
