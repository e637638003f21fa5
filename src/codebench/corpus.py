"""Submissions that test the judge: attacks and hostile ones, which must fail, and honest ones.

A committed one is a folder `sandbox/_corpus/<kind>/<challenge>/<name>/` whose first file begins
with two comments: what it tries, and `ends:` with the reasons it may fail for. Where that would
spoil the file, both stand in `<name>.about` beside the folder.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from codebench.catalogue import installed, load_folder
from codebench.challenge import Challenge, ChallengeError
from codebench.collecting import from_folder, from_tar
from codebench.submission import Submission

__all__ = ["CHALLENGES", "Kind", "Trial", "challenges", "committed_trials", "trials_in"]

FOLDER = (
    Path(__file__).resolve().parent / "sandbox" / "_corpus"
)  # hidden from `inspect list tasks`, which stumbles over odd files
CHALLENGES = FOLDER / "challenges"
"""Small challenges that attacks aim at."""

_TAR = ".tar"


class Kind(StrEnum):
    """What a submission is there for."""

    ATTACK = "attacks"
    """Wants to be taken for a solution, which it is not."""
    HOSTILE = "hostile"
    """Is malformed or greedy, so that a grader might stumble."""
    HONEST = "honest"
    """Solves its challenge in an unusual way, and must pass."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One submission, and how it must end."""

    kind: Kind
    challenge: Challenge
    name: str
    submission: Submission
    about: str = ""
    """What it tries, in one sentence."""
    ends: frozenset[str] = frozenset()
    """Reasons it may fail for; empty: any."""

    @property
    def title(self) -> str:
        """Challenge and name."""
        return f"{self.challenge.slug}/{self.name}"


@cache
def challenges() -> Mapping[str, Challenge]:
    """Challenges a trial can be on, by slug: the corpus's own and the suite's."""
    return {challenge.slug: challenge for challenge in (*installed(), *load_folder(CHALLENGES))}


def committed_trials(kind: Kind) -> tuple[Trial, ...]:
    """The corpus's submissions of one kind."""
    return tuple(_trials(kind, FOLDER / kind, challenges()))


def trials_in(folder: Path, known: Mapping[str, Challenge]) -> tuple[Trial, ...]:
    """A user's own attacks, laid out as `<challenge>/<name>/<files>` or `<challenge>/<name>.tar`.

    Args:
        folder: Holds a folder for each challenge.
        known: Challenges by slug.

    Raises:
        ChallengeError: The folder is empty, or a challenge is unknown.
    """
    if not folder.is_dir():
        raise ChallengeError(f"{folder}: there is no such folder of submissions.")
    trials = tuple(_trials(Kind.ATTACK, folder, known))
    if not trials:
        raise ChallengeError(f"{folder}: no submissions in it; each is <challenge>/<name>/<files>.")
    return trials


def _trials(kind: Kind, folder: Path, known: Mapping[str, Challenge]) -> Iterable[Trial]:
    for slug in _visible(folder):
        if not slug.is_dir():
            continue
        if slug.name not in known:
            raise ChallengeError(
                f"{slug}: there is no challenge of this name; --challenges FOLDER adds some."
            )
        challenge = known[slug.name]
        for path in _visible(slug):
            if path.is_dir() or path.suffix == _TAR:
                yield _trial(kind, challenge, path)


def _visible(folder: Path) -> Sequence[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__")))


def _trial(kind: Kind, challenge: Challenge, path: Path) -> Trial:
    names = challenge.spec.files
    if path.is_dir():
        submission = from_folder(path, names)
    else:
        with path.open("rb") as archive:
            submission = from_tar(archive, names)
    about, ends = _comments(path, submission)
    name = path.name.removesuffix(_TAR)
    return Trial(kind, challenge, name, submission, about, frozenset(ends.split()))


def _comments(path: Path, submission: Submission) -> tuple[str, str]:
    """The two comments at the head, empty where there are none."""
    beside = path.with_name(f"{path.name}.about")
    entry = next(iter(submission.files.values()), b"")
    text = (beside.read_bytes() if beside.is_file() else entry).decode("utf-8", "replace")
    about, ends = [*text.splitlines()[:2], "", ""][:2]
    if not ends.startswith("# ends:"):
        return "", ""
    return about.removeprefix("#").strip(), ends.removeprefix("# ends:").strip()
