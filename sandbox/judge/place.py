"""Where a judge works: its folders, its users, and whether it is locked in a container."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

__all__ = ["EMPTY_INI", "Place"]

EMPTY_INI = Path(__file__).with_name("empty.ini")
"""Given to tools that would otherwise look for a configuration beside the submission."""


@dataclass(frozen=True, slots=True)
class Place:
    """Folders and users of one judge."""

    root: Path
    """Holds `judge` (hidden), `code` (the submission and its driver) and `scratch`."""

    locked: bool
    """In a container with users of its own. False: a plain process, which isolates nothing."""

    uid: int
    """User of everything the submission does; its own for each rollout, because the kernel counts
    processes per user over all containers."""

    @classmethod
    def container(cls) -> "Place":
        """The folders that the runner mounts, and a user that no other container has."""
        return cls(Path("/grade"), locked=True, uid=_unused_uid())

    @classmethod
    def local(cls, root: Path) -> "Place":
        """A folder that the caller removes, and no user but our own."""
        return cls(root, locked=False, uid=-1)

    @property
    def errands(self) -> int:
        """User of what reads hostile files or runs errands among the submission's, but is ours."""
        return self.uid + 1

    @property
    def tests(self) -> Path:
        """Hidden tests; only the judge can enter."""
        return self.root / "judge"

    @property
    def submission(self) -> Path:
        """The files handed in."""
        return self.root / "code" / "submission"

    @property
    def driver(self) -> Path:
        """The challenge's own code beside the submission."""
        return self.root / "code" / "driver"

    @property
    def scratch(self) -> Path:
        """The submission's working directory."""
        return self.root / "scratch" / "files"

    @property
    def temporary(self) -> Path:
        """The submission's folder for temporary files."""
        return self.root / "scratch" / "tmp"

    def marks(self) -> tuple[int, ...]:
        """What changes with everything that is done to the submission's folders, dates included.

        The kernel alone sets the date of the last change, so not even a file that came and went
        can tell the next test that it was there.
        """
        folders = (self.root / "scratch", self.scratch, self.temporary)
        try:
            about = [folder.lstat() for folder in folders]
        except OSError:
            return ()
        return tuple(value for each in about for value in (each.st_ino, each.st_ctime_ns))

    def prepare(self) -> None:
        """Make the folders that the runner has not mounted, and empty those of an earlier job."""
        for used in (self.submission, self.driver):
            shutil.rmtree(used, ignore_errors=True)
        for folder in (self.tests, self.submission, self.driver, self.root / "scratch"):
            folder.mkdir(parents=True, exist_ok=True)
        self.tests.chmod(0o700)  # engines differ in the mode they give to a mount
        (self.root / "code").chmod(0o755)
        (self.root / "scratch").chmod(0o1777)


_MANY = (100_000, 200_000_000)
_FEW = (10_000, 60_000)


def _unused_uid() -> int:
    """A random even number; few are left where the engine maps the container's users."""
    with open("/proc/self/uid_map", encoding="ascii") as lines:
        known = sum(int(line.split()[2]) for line in lines)
    low, high = _MANY if known > _MANY[1] else _FEW
    return low + 2 * (int.from_bytes(os.urandom(8)) % ((high - low) // 2))
