"""Takes a submission out of a folder or a tar archive that somebody hostile has filled.

Only files that the challenge asks for are taken; others are left where they are. Whatever is wrong
with one of those is the submission's flaw, and none of it is followed, unpacked or waited for.
"""

import os
import stat
import tarfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from codebench.submission import MAX_BYTES, Submission

__all__ = ["from_folder", "from_tar"]

MAX_ARCHIVE = 64 * 2**20
"""Bytes of an archive that are looked at."""


class _Flaw(Exception):
    """Why nothing can be taken."""


def from_folder(folder: Path, names: Iterable[str]) -> Submission:
    """The files of these names in a folder.

    Links are not followed, not even to a folder; neither pipes nor devices are opened.

    Args:
        folder: Where the submission lies.
        names: Relative names that a submission may hold.
    """
    files: dict[str, bytes] = {}
    try:
        for name in names:
            data = _read(folder, name, MAX_BYTES - sum(map(len, files.values())))
            if data is not None:
                files[name] = data
    except _Flaw as flaw:
        return Submission(problem=str(flaw))
    return Submission.of(files)


def _read(folder: Path, name: str, room: int) -> bytes | None:
    """The bytes of a file; None where there is none of this name."""
    *above, last = PurePosixPath(name).parts
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in above:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=opened)
            os.close(opened)
            opened = inner
        if not stat.S_ISREG(os.stat(last, dir_fd=opened, follow_symlinks=False).st_mode):
            raise _Flaw(f"{name} is not a regular file")
        return _read_regular(os.open(last, _SAFELY, dir_fd=opened), name, room)
    except FileNotFoundError:
        return None
    except PermissionError:
        raise _Flaw(f"{name} cannot be read") from None
    except OSError as error:
        raise _Flaw(f"{name} is not a regular file in plain folders ({error.strerror})") from None
    finally:
        os.close(opened)


_SAFELY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


def _read_regular(descriptor: int, name: str, room: int) -> bytes:
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _Flaw(f"{name} is not a regular file")
        data = file.read(room + 1)
    if len(data) > room:
        raise _Flaw(f"larger than {MAX_BYTES} bytes")
    return data


def from_tar(archive: BinaryIO, names: Iterable[str]) -> Submission:
    """The files of these names in an uncompressed tar archive.

    An archive with a name that leads out of it is refused as a whole, and so is one that holds a
    wanted file twice, as a link, or as anything but a regular file.

    Args:
        archive: Read from the start, and only so far as needed.
        names: Relative names that a submission may hold.
    """
    files: dict[str, bytes] = {}
    wanted = set(names)
    try:
        with tarfile.open(fileobj=cast("BinaryIO", _Limited(archive)), mode="r|") as members:
            for member in members:
                _take(members, member, wanted, files)
    except _Flaw as flaw:
        return Submission(problem=str(flaw))
    except (tarfile.TarError, ValueError, OverflowError, EOFError, OSError):
        return Submission(problem="not a tar archive")
    return Submission.of(files)


def _take(
    archive: tarfile.TarFile, member: tarfile.TarInfo, wanted: set[str], files: dict[str, bytes]
) -> None:
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts or "\0" in member.name:
        raise _Flaw("a name in the archive leads out of it")
    name = str(path)
    if name not in wanted:
        return
    if not member.isreg() or member.issparse():
        raise _Flaw(f"{name} is not a regular file")
    if name in files:
        raise _Flaw(f"{name} is in the archive twice")
    if member.size > MAX_BYTES - sum(map(len, files.values())):
        raise _Flaw(f"larger than {MAX_BYTES} bytes")
    content = archive.extractfile(member)
    files[name] = b"" if content is None else content.read()


class _Limited:
    """A stream that ends the reading of an archive without end."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._left = MAX_ARCHIVE

    def read(self, size: int) -> bytes:
        self._left -= size
        if self._left < 0:
            raise _Flaw(f"an archive of more than {MAX_ARCHIVE} bytes")
        return self._stream.read(size)
