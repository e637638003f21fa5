"""With what the rollouts of a log were measured: tests, judge and grading image."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codebench.report.log_files import LogFile, Raw, whole_rollouts

__all__ = ["Instrument", "instruments"]

_PARTS = ("challenge_digest", "judge_version", "image")


@dataclass(frozen=True, slots=True)
class Instrument:
    """What gave a verdict."""

    challenge: str
    """Id of the challenge."""

    tests: str
    """Digest of all that decides over a verdict: tests, prompt, driver and limits."""

    judge: str
    """Version of the judge."""

    image: str
    """Id of the grading image, or `local` for plain processes; empty where nothing ran."""


def instruments(logs: Sequence[LogFile]) -> list[tuple[LogFile, Instrument]]:
    """Every log with each of its instruments, once, in the order of logs and rollouts.

    The suite keeps them with every score. Rollouts from before it did so have them in the whole
    record only, which is slow to read: that is done where a challenge stands in several logs, or
    where a log holds rollouts from before and after. Other suites keep none.

    Raises:
        LogError: A rollout cannot be read.
    """
    attempted = Counter(challenge for log in logs for challenge in log.challenges)
    several = any(count > 1 for count in attempted.values())
    found = ((log, each) for log in logs for each in _of(log, whole=several))
    return list(dict.fromkeys(found))


def _of(log: LogFile, *, whole: bool) -> Iterator[Instrument]:
    told = [_told(row) for row in log.rows]
    yield from (each for each in told if each)
    silent = any(_is_ours(row) for row, each in zip(log.rows, told, strict=True) if not each)
    if silent and (whole or any(told)):
        yield from _stored(log)


def _told(row: Raw) -> Instrument | None:
    """What the scores say; an unscored rollout counts nowhere, and says nothing."""
    for score in row["scores"].values():
        metadata = score.get("metadata") or {}
        if all(part in metadata for part in _PARTS):
            return Instrument(row["id"], *(str(metadata[part]) for part in _PARTS))
    return None


def _is_ours(row: Raw) -> bool:
    """Whether a score names the submission that it is about, as the suite's scorers do."""
    return any("submission" in (score.get("metadata") or {}) for score in row["scores"].values())


def _stored(log: LogFile) -> Iterator[Instrument]:
    for sample in whole_rollouts(log):
        verdict = (sample.get("store") or {}).get("Rollout:verdict") or {}
        if verdict.get("challenge_digest") and verdict.get("blame") != "unscored":
            yield Instrument(str(sample["id"]), *(str(verdict.get(part, "")) for part in _PARTS))
