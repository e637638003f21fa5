"""Scratch files as the submission's user sees them: our code, in a worker that loads no other.

The judge itself cannot look: a file that the submission made private is closed to it, and a link
that the submission laid would lead the judge astray.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path

__all__ = ["find"]

_MAX_BYTES = 2**20


def find(_module: str | None, name: str) -> Callable[..., object]:
    """One of the functions below, by its name."""
    return _FUNCTIONS[name]


def write(path: str, data: bytes, mode: int) -> None:
    """Make a file and the folders it lies in."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(data)
    Path(path).chmod(mode)


def folder(path: str) -> None:
    """Make a folder and those above it."""
    Path(path).mkdir(parents=True, exist_ok=True)


def link(path: str, target: str) -> None:
    """Make a symbolic link and the folders it lies in."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    os.symlink(target, path)


def read(path: str) -> bytes | None:
    """The bytes of a regular file; None where there is none. A link is not followed.

    Raises:
        ValueError: It is longer than a megabyte. One that is cut would prove nothing.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ValueError("longer than a test reads")
    return data


def exists(path: str) -> bool:
    """Whether there is anything of that name, a dangling link included."""
    return os.path.lexists(path)


def mode(path: str) -> int | None:
    """Permission bits, or None where there is nothing."""
    try:
        return stat.S_IMODE(os.lstat(path).st_mode)
    except OSError:
        return None


def names(path: str) -> list[str]:
    """Everything below a folder that is not a folder, as sorted relative paths."""
    found = [
        os.path.relpath(os.path.join(parent, name), path)
        for parent, folders, files in os.walk(path)
        for name in [
            *files,
            *(name for name in folders if os.path.islink(os.path.join(parent, name))),
        ]
    ]
    return sorted(found)


_FUNCTIONS: dict[str, Callable[..., object]] = {
    function.__name__: function for function in (write, folder, link, read, exists, mode, names)
}
