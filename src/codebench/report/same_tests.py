"""Refuses to mix rollouts that were measured with different tests."""

from collections import Counter
from collections.abc import Iterator, Sequence

from codebench.logs import LogError
from codebench.report.log_files import LogFile, whole_rollouts

__all__ = ["check_same_tests"]


def check_same_tests(task: str, logs: Sequence[LogFile]) -> None:
    """Check that logs of one task are of the same version of it and of each challenge.

    Task versions are N-X: results are comparable as long as N is the same. A challenge is the same
    as long as the digest of its folder is; the suite keeps it with every verdict.

    Raises:
        LogError: They are not; the message names both.
    """
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
    _check_digests(task, logs)


def _check_digests(task: str, logs: Sequence[LogFile]) -> None:
    attempted = Counter(challenge for log in logs for challenge in log.challenges)
    if not any(count > 1 for count in attempted.values()):
        return  # nothing to compare, and whole rollouts are slow to read
    known: dict[str, tuple[str, LogFile]] = {}
    for log in logs:
        for challenge, digest in _digests(log):
            other, first = known.setdefault(challenge, (digest, log))
            if other != digest:
                raise LogError(
                    f"{task}: the challenge {challenge} has digest {other[:12]} in {first.path} "
                    f"and {digest[:12]} in {log.path}, so its tests differ: report the logs apart, "
                    "or regrade the older one."
                )


def _digests(log: LogFile) -> Iterator[tuple[str, str]]:
    """Challenges and their digests, as far as the log is one of the suite."""
    if not _is_ours(log):
        return
    for sample in whole_rollouts(log, first_of_each=True):
        verdict = (sample.get("store") or {}).get("Rollout:verdict") or {}
        if verdict.get("challenge_digest"):
            yield str(sample["id"]), verdict["challenge_digest"]


def _is_ours(log: LogFile) -> bool:
    """Whether any score names the submission that it is about, as the suite's scorers do."""
    scores = (score for row in log.rows for score in row["scores"].values())
    return any("submission" in (score.get("metadata") or {}) for score in scores)
