"""Hostile submissions that no repository can hold: links, pipes, archives, files without rights."""

import io
import os
import socket
import tarfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from codebench.challenge import Challenge
from codebench.collecting import from_folder, from_tar
from codebench.corpus import Kind, Trial
from codebench.submission import MAX_BYTES, Submission

__all__ = ["strange_trials"]

_CODE = b"def total(lines):\n    return 0\n"
_INVALID = frozenset({"invalid_submission"})


def strange_trials(challenge: Challenge, folder: Path) -> Iterable[Trial]:
    """One trial for each kind of file that is no regular file, and each kind of bad archive.

    Args:
        challenge: One with a single entry file.
        folder: An empty one, where the files are made.
    """
    (name,) = challenge.spec.entry
    for about, make in _FILES.items():
        path = folder / str(len(list(folder.iterdir())))
        path.mkdir()
        make(path / name)
        yield _trial(challenge, about, from_folder(path, challenge.spec.files))
    for about, members in _ARCHIVES.items():
        archive = io.BytesIO(_tar(members(name)))
        yield _trial(challenge, about, from_tar(archive, challenge.spec.files))
    for about, data in _NO_ARCHIVES.items():
        yield _trial(challenge, about, from_tar(io.BytesIO(data()), challenge.spec.files))


def _trial(challenge: Challenge, about: str, submission: Submission) -> Trial:
    name = about.lower().replace(" ", "-").replace(",", "")
    return Trial(Kind.HOSTILE, challenge, name, submission, about, _INVALID)


def _link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100 * 2**20)


_FILES: Mapping[str, Callable[[Path], None]] = {
    "No file": lambda _: None,
    "A link to the password file": _link_to("/etc/shadow"),
    "A link to a folder": _link_to("/etc"),
    "A dangling link": _link_to("/no/such/file"),
    "A link to itself": lambda path: path.symlink_to(path.name),
    "A link into the kernel": _link_to("/proc/1/root/etc/shadow"),
    "A folder in place of the file": lambda path: path.mkdir(),
    "A named pipe": os.mkfifo,
    "A socket": _socket,
    "A file of 100 megabytes": _large,
}

_Member = tuple[str, bytes, Mapping[str, object]]


def _hidden_behind(kind: bytes, target: str = "") -> Callable[[str], list[_Member]]:
    return lambda name: [(name, b"", {"type": kind, "linkname": target})]


_ARCHIVES: Mapping[str, Callable[[str], list[_Member]]] = {
    "An archive with a name that leads out": lambda name: [
        (name, _CODE, {}),
        (f"../../{name}", _CODE, {}),
    ],
    "An archive with an absolute name": lambda name: [
        (name, _CODE, {}),
        ("/etc/cron.d/x", b"", {}),
    ],
    "An archive with a link": _hidden_behind(tarfile.SYMTYPE, "/etc/shadow"),
    "An archive with a hard link": _hidden_behind(tarfile.LNKTYPE, "/etc/shadow"),
    "An archive with a device": _hidden_behind(tarfile.CHRTYPE),
    "An archive with a pipe": _hidden_behind(tarfile.FIFOTYPE),
    "An archive with a file twice": lambda name: [(name, _CODE, {}), (f"./{name}", _CODE, {})],
    "An archive with a file that is too large": lambda name: [(name, bytes(MAX_BYTES + 1), {})],
}


def _tar(members: list[_Member]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content, fields in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            vars_ = {"type": tarfile.REGTYPE, **fields}
            for field, value in vars_.items():
                setattr(member, field, value)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def _compressed() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        member = tarfile.TarInfo("bomb")
        member.size = 20 * 2**20
        archive.addfile(member, io.BytesIO(bytes(member.size)))
    return data.getvalue()


_NO_ARCHIVES: Mapping[str, Callable[[], bytes]] = {
    "A compressed bomb in place of an archive": _compressed,
    "Noise in place of an archive": lambda: bytes(range(1, 256)) * 40,
    "Half an archive": lambda: _tar([("ledger.py", _CODE * 100, {})])[:700],
}
