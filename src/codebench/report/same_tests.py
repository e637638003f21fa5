"""Refuses to mix rollouts that were asked or measured differently."""

from collections.abc import Iterable, Iterator, Sequence

from codebench.logs import LogError
from codebench.report.instruments import Instrument
from codebench.report.log_files import LogFile

__all__ = ["check_same_tests"]


def check_same_tests(
    task: str, logs: Sequence[LogFile], measured: Iterable[tuple[LogFile, Instrument]]
) -> None:
    """Check that logs of one task are of the same version of it and of each challenge.

    Task versions are N-X: results are comparable as long as N is the same. A challenge is the same
    as long as the digest of its folder is, which stands with every score, and its prompt is the
    same wherever the variant of prompts is. One log may hold several of each, if its run was
    resumed after a change.

    Args:
        task: Its name.
        logs: All of it.
        measured: What their rollouts were measured with.

    Raises:
        LogError: They are not; the message names both logs.
    """
    _check_versions(task, logs)
    _check_prompts(task, logs)
    _check_digests(task, measured)


def _check_versions(task: str, logs: Sequence[LogFile]) -> None:
    versions: dict[str, LogFile] = {}
    for log in logs:
        number = str(log.spec.get("task_version", 0)).partition("-")[0]
        versions.setdefault(number, log)
    if len(versions) > 1:
        (one, first), (two, second), *_ = versions.items()
        raise LogError(
            f"{task}: {first.path} is of version {one} of the task and {second.path} of version "
            f"{two}, which cannot be compared: report them apart."
        )


def _check_prompts(task: str, logs: Sequence[LogFile]) -> None:
    known: dict[tuple[str, str], tuple[str, LogFile]] = {}
    for log in logs:
        variant = str((log.spec.get("metadata") or {}).get("prompt", "plain"))
        for challenge, prompt in _prompts(log):
            other, first = known.setdefault((variant, challenge), (prompt, log))
            if other != prompt:
                raise LogError(
                    f"{task}: the prompt of the challenge {challenge} is not the same "
                    f"{_where(first, log)}, and no regrading makes up for that: "
                    f"{_apart(first, log, 'run the older one again')}."
                )


def _prompts(log: LogFile) -> Iterator[tuple[str, str]]:
    """Challenges and digests of what the agent was told, as far as rollouts say it."""
    for row in log.rows:
        if row["metadata"].get("prompt_digest"):
            yield row["id"], str(row["metadata"]["prompt_digest"])


def _check_digests(task: str, measured: Iterable[tuple[LogFile, Instrument]]) -> None:
    known: dict[str, tuple[str, LogFile]] = {}
    for log, used in measured:
        other, first = known.setdefault(used.challenge, (used.tests, log))
        if other != used.tests:
            raise LogError(
                f"{task}: the challenge {used.challenge} has digest {other[:12]} and "
                f"{used.tests[:12]} {_where(first, log)}, so its tests differ: "
                f"{_apart(first, log, '`codebench regrade` the older one')}."
            )


def _where(first: LogFile, second: LogFile) -> str:
    if first is second:
        return f"within {first.path}"
    return f"in {first.path} and {second.path}"


def _apart(first: LogFile, second: LogFile, otherwise: str) -> str:
    """The remedy; one log cannot be reported apart from itself."""
    if first is second:
        return otherwise.replace("the older one", "it")
    return f"report the logs apart, or {otherwise}"
