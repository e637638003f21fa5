"""Which challenges there are, and which of them a run is about."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from codebench.challenge import Challenge, ChallengeError, load_challenge
from codebench.digest import digest_of

__all__ = ["committed", "family", "installed", "load_folder", "lookup", "register", "select"]

TASKS = Path(__file__).resolve().parent / "tasks"
FAMILIES = ("security", "algorithmic")

_private: dict[str, Challenge] = {}


def load_folder(folder: Path) -> tuple[Challenge, ...]:
    """The challenges in a folder, by slug.

    Raises:
        ChallengeError: One is malformed, or there is none.
    """
    if not folder.is_dir():
        raise ChallengeError(f"{folder}: there is no such folder of challenges.")
    folders = sorted(
        path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))
    )
    if not folders:
        raise ChallengeError(
            f"{folder}: no challenges in it; each is a folder with a challenge.toml."
        )
    return tuple(load_challenge(path) for path in folders)


@cache
def family(name: str) -> tuple[Challenge, ...]:
    """The installed challenges of a task: `security` or `algorithmic`."""
    return load_folder(TASKS / name)


def installed() -> tuple[Challenge, ...]:
    """All challenges that the package brings."""
    return tuple(challenge for name in FAMILIES for challenge in family(name))


def register(challenges: Iterable[Challenge]) -> None:
    """Make private challenges known to `lookup` in this process.

    Raises:
        ChallengeError: A slug is taken already, by the suite or by another folder.
    """
    taken = {challenge.slug: challenge for challenge in installed()} | _private
    for challenge in challenges:
        other = taken.get(challenge.slug)
        if other is not None and other.folder != challenge.folder:
            raise ChallengeError(
                f"{challenge.folder}: there is a challenge of this name already in {other.folder}."
            )
        _private[challenge.slug] = challenge


def lookup(slug: str) -> Challenge:
    """The challenge of an Inspect sample id.

    Raises:
        ChallengeError: It is neither installed nor registered.
    """
    for challenge in (*_private.values(), *installed()):
        if challenge.slug == slug:
            return challenge
    raise ChallengeError(
        f"{slug}: no challenge of this name; a private one needs -T challenges=<its folder>."
    )


def select(
    challenges: Sequence[Challenge], only: Sequence[str] = (), cwe: Sequence[int] = ()
) -> tuple[Challenge, ...]:
    """The challenges with one of these slugs and CWEs; an empty filter lets all through.

    Raises:
        ChallengeError: A slug is unknown or stands twice, or nothing is left.
    """
    slugs = {challenge.slug for challenge in challenges}
    unknown = [slug for slug in only if slug not in slugs]
    if unknown:
        raise ChallengeError(
            f"only={','.join(unknown)}: no such challenge; there are {', '.join(sorted(slugs))}."
        )
    twice = [slug for slug, count in Counter(c.slug for c in challenges).items() if count > 1]
    if twice:
        raise ChallengeError(f"{twice[0]}: two challenges have this name.")
    chosen = [
        c
        for c in challenges
        if (not only or c.slug in only) and (not cwe or set(cwe) & set(c.spec.cwe))
    ]
    if not chosen:
        raise ChallengeError(f"cwe={','.join(map(str, cwe))}: no challenge is about this.")
    return tuple(chosen)


@cache
def committed() -> frozenset[str]:
    """Digests of all reference solutions of the suite: trusted, because they are ours."""
    return frozenset(
        digest_of(solution.files) for challenge in installed() for solution in challenge.solutions
    )
