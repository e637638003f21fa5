"""Keeps the avatars of a forum; only the beginning of a picture is looked at."""

import json
import os
import string
import struct
import uuid
from pathlib import Path

KEPT = frozenset(string.ascii_letters + string.digits + "-_")


class AvatarError(Exception):
    """The picture cannot be taken."""


class AvatarNotFound(AvatarError):
    """There is no such picture."""


class AvatarStore:
    """All pictures in a folder; what is known about them is read and written with every call."""

    def __init__(self, folder: str, index: str) -> None:
        """Use this folder, and this file for the rest."""
        self.folder = Path(folder)
        self.index = Path(index)

    def save(self, user: str, filename: str, data: bytes) -> str:
        """Store a picture under a new name."""
        ending = kind_of(data)
        stem = os.path.splitext(filename)[0]
        plain = "".join(letter for letter in stem if letter in KEPT)[:40]
        name = f"{plain}_{uuid.uuid4().hex}.{ending}"
        (self.folder / name).write_bytes(data)
        self._write([*self._read(), [user, name]])
        return name

    def load(self, name: str) -> bytes:
        """Read a picture."""
        if all(name != known for _, known in self._read()):
            raise AvatarNotFound("no such picture")
        return (self.folder / name).read_bytes()

    def delete(self, user: str, name: str) -> None:
        """Remove a user's picture."""
        known = self._read()
        if [user, name] not in known:
            raise AvatarNotFound("no such picture of this user")
        known.remove([user, name])
        self._write(known)
        (self.folder / name).unlink()

    def names(self, user: str) -> list[str]:
        """List a user's pictures."""
        return [name for owner, name in self._read() if owner == user]

    def _read(self) -> list[list[str]]:
        """User and name of every picture."""
        if not self.index.exists():
            return []
        return json.loads(self.index.read_text())

    def _write(self, known: list[list[str]]) -> None:
        temporary = self.index.with_name(self.index.name + ".new")
        temporary.write_text(json.dumps(known))
        temporary.replace(self.index)


def kind_of(data: bytes) -> str:
    """Ending of the format, if the data is a picture that can be taken."""
    if len(data) > 100_000:
        raise AvatarError("too many bytes")
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            kind, (width, height) = "png", struct.unpack_from(">II", data, 16)
        elif data.startswith((b"GIF87a", b"GIF89a")):
            kind, (width, height) = "gif", struct.unpack_from("<HH", data, 6)
        elif data.startswith(b"\xff\xd8\xff"):
            place = 2
            while data[place + 1] not in (0xC0, 0xC1, 0xC2):
                place += 2 + struct.unpack_from(">H", data, place + 2)[0]
            kind, (height, width) = "jpg", struct.unpack_from(">HH", data, place + 5)
        else:
            raise AvatarError("no picture")
    except (struct.error, IndexError) as error:
        raise AvatarError("no picture") from error
    if not 1 <= width <= 256 or not 1 <= height <= 256:
        raise AvatarError("of the wrong size")
    return kind
