"""Clears away what a submission left behind: its processes, files and shared memory."""

import contextlib
import ctypes
import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path

from codebench.sandbox.judge import isolation
from codebench.sandbox.judge.place import Place

__all__ = ["has_shared_memory", "sweep"]

_SECONDS_TO_DIE = 5.0
_IPC_RMID = 0
_TABLES = "/proc/sysvipc"


def sweep(place: Place, groups: list[int]) -> None:
    """Kill all that the submission left behind and lay its folders anew.

    The process that does it gets the rights of the submission's user, and no more; nothing of that
    user can stop it.

    Args:
        place: Where the judge works.
        groups: Process groups to end where there is no user of its own.

    Raises:
        TimeoutError: A process does not die.
    """
    if place.locked:
        isolation.become(place.uid, real=place.errands)
        _kill(lambda: os.kill(-1, signal.SIGKILL))
        _wait_for_death(place.uid)
        _remove_shared_memory()
    else:
        for group in groups:
            _kill(lambda: os.killpg(group, signal.SIGKILL))  # noqa: B023 -- called at once
    _empty(place.scratch.parent)
    for folder in (place.scratch, place.temporary):
        folder.mkdir()


def has_shared_memory() -> bool:
    """Whether a System V segment, semaphore or queue is left: they outlive their processes."""
    return any(_numbers(table) for table in ("shm", "sem", "msg"))


def _kill(send: Callable[[], None]) -> None:
    with contextlib.suppress(ProcessLookupError):  # nobody is left
        send()


def _wait_for_death(uid: int) -> None:
    deadline = time.monotonic() + _SECONDS_TO_DIE
    while isolation.survivors(uid):
        if time.monotonic() > deadline:
            raise TimeoutError("processes of the submission do not die")
        time.sleep(0.001)


def _remove_shared_memory() -> None:
    libc = ctypes.CDLL(None)
    for number in _numbers("shm"):
        libc.shmctl(number, _IPC_RMID, None)
    for number in _numbers("sem"):
        libc.semctl(number, 0, _IPC_RMID)
    for number in _numbers("msg"):
        libc.msgctl(number, _IPC_RMID, None)


def _numbers(table: str) -> list[int]:
    """Ids in one of the kernel's tables of this container: the second column below a heading."""
    try:
        with open(f"{_TABLES}/{table}", encoding="ascii", errors="replace") as lines:
            return [int(line.split()[1]) for line in list(lines)[1:]]
    except OSError:
        return []


def _empty(folder: Path) -> None:
    """Remove all that is in a folder, whatever rights the submission took away from itself.

    Inner folders are moved up first: a tree may be deeper than a path or the stack can be.
    """
    top = os.open(folder, os.O_RDONLY)
    names = os.listdir(top)
    while names:
        name = names.pop()
        if not _open_up(name, top):
            os.unlink(name, dir_fd=top)
            continue
        inside = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=top)
        for inner in os.listdir(inside):
            if _open_up(inner, inside):
                names.append(os.urandom(16).hex())
                os.rename(inner, names[-1], src_dir_fd=inside, dst_dir_fd=top)
            else:
                os.unlink(inner, dir_fd=inside)
        os.close(inside)
        os.rmdir(name, dir_fd=top)
    os.close(top)


def _open_up(name: str, parent: int) -> bool:
    """Whether it is a folder; its owner may do everything in it from now on."""
    is_folder = stat.S_ISDIR(os.lstat(name, dir_fd=parent).st_mode)
    if is_folder:
        os.chmod(name, 0o700, dir_fd=parent)
    return is_folder
