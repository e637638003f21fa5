"""Keeps the avatars of a forum under the next free number."""

import json
import os
import string
import struct
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
        number = 1
        while (self.folder / f"{plain}-{number}.{ending}").exists():
            number += 1
        name = f"{plain}-{number}.{ending}"
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
    for kind, walk in (("png", walk_png), ("jpg", walk_jpeg), ("gif", walk_gif)):
        try:
            width, height, end = walk(data)
        except (struct.error, IndexError, ValueError):
            continue
        if end != len(data) or not 1 <= width <= 256 or not 1 <= height <= 256:
            raise AvatarError("not just a picture, or of the wrong size")
        return kind
    raise AvatarError("no picture")


def walk_png(data: bytes) -> tuple[int, int, int]:
    """Width, height and end of a PNG; ValueError, IndexError or struct.error if it is none."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        raise ValueError("signature")
    place, seen = 8, []
    while b"IEND" not in seen:
        length, kind = struct.unpack_from(">I4s", data, place)
        place += 12 + length
        seen.append(kind)
    if b"IDAT" not in seen or seen.count(b"IHDR") != 1 or place > len(data):
        raise ValueError("chunks")
    return *struct.unpack_from(">II", data, 16), place


def walk_jpeg(data: bytes) -> tuple[int, int, int]:
    """The same for a JPEG."""
    if data[:2] != b"\xff\xd8":
        raise ValueError("signature")
    place, sizes, scanned = 2, [], False
    while True:
        if data[place] != 0xFF:
            raise ValueError("marker")
        while data[place] == 0xFF:
            place += 1
        marker = data[place]
        place += 1
        if marker == 0xD9:
            break
        if marker in range(0xC0, 0xD0) and marker != 0xC4:
            sizes.append(struct.unpack_from(">HH", data, place + 3))
        place += struct.unpack_from(">H", data, place)[0]
        if marker == 0xDA:
            scanned = True
            place = end_of_scan(data, place)
    if not scanned:
        raise ValueError("no image")
    [(height, width)] = sizes
    return width, height, place


def end_of_scan(data: bytes, place: int) -> int:
    """Where the next marker of a JPEG is that ends the coded image."""
    while True:
        place = data.index(b"\xff", place)
        if data[place + 1] != 0 and not 0xD0 <= data[place + 1] <= 0xD7:
            return place
        place += 2


def walk_gif(data: bytes) -> tuple[int, int, int]:
    """The same for a GIF."""
    if data[:6] not in (b"GIF87a", b"GIF89a"):
        raise ValueError("signature")
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    place, frames = 13 + table(flags), 0
    while data[place] != 0x3B:
        if data[place] == 0x2C:
            left, top, across, down, flags = struct.unpack_from("<4HB", data, place + 1)
            if left + across > width or top + down > height:
                raise ValueError("frame")
            place += 10 + table(flags) + 1
            frames += 1
        elif data[place] == 0x21:
            place += 2
        else:
            raise ValueError("block")
        while data[place]:
            place += 1 + data[place]
        place += 1
    if not frames:
        raise ValueError("no image")
    return width, height, place + 1


def table(flags: int) -> int:
    """Bytes of the colours that follow."""
    return 3 * 2 ** (flags % 8 + 1) if flags >= 128 else 0
