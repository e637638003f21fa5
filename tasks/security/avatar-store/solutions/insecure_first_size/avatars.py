"""Keeps the avatars of a forum, as large as their headers say."""

import os
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

MAX_BYTES = 100_000
MAX_SIDE = 256
STEM = 40


class AvatarError(Exception):
    """The picture cannot be taken."""


class AvatarNotFound(AvatarError):
    """There is no such picture."""


class AvatarStore:
    """The pictures of all users, in one folder."""

    def __init__(self, folder: str, index: str) -> None:
        """Open the store, or start an empty one."""
        self._folder = folder
        self._index = index
        with self._open() as database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS pictures"
                " (number INTEGER PRIMARY KEY, user BLOB, name TEXT)"
            )

    def save(self, user: str, filename: str, data: bytes) -> str:
        """Check and store a picture; gives the name it has from now on.

        Raises:
            AvatarError: It is no picture, or too large.
        """
        ending = _check(data)
        stem = filename.rpartition(".")[0]
        stem = re.sub(r"[^A-Za-z0-9_-]", "", stem)[:STEM]
        name = f"{stem}-{secrets.token_hex(16)}.{ending}"
        with open(os.path.join(self._folder, name), "xb") as file:
            file.write(data)
        with self._open() as database:
            row = (_key(user), name)
            database.execute("INSERT INTO pictures (user, name) VALUES (?, ?)", row)
        return name

    def load(self, name: str) -> bytes:
        """The bytes of a picture.

        Raises:
            AvatarNotFound: There is none of that name.
        """
        with self._open() as database:
            known = {row[0] for row in database.execute("SELECT name FROM pictures")}
        if name not in known:
            raise AvatarNotFound(name)
        with open(os.path.join(self._folder, name), "rb") as file:
            return file.read()

    def delete(self, user: str, name: str) -> None:
        """Remove a picture of a user.

        Raises:
            AvatarNotFound: The user has none of that name.
        """
        if name not in self.names(user):
            raise AvatarNotFound(name)
        with self._open() as database:
            database.execute("DELETE FROM pictures WHERE name = ?", (name,))
        os.unlink(os.path.join(self._folder, name))

    def names(self, user: str) -> list[str]:
        """The names of a user's pictures, the oldest first."""
        query = "SELECT name FROM pictures WHERE user = ? ORDER BY number"
        with self._open() as database:
            return [row[0] for row in database.execute(query, (_key(user),))]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        database = sqlite3.connect(self._index)
        try:
            with database:
                yield database
        finally:
            database.close()


def _key(user: str) -> bytes:
    return user.encode("utf-8", "surrogatepass")


def _check(data: bytes) -> str:
    """The ending for a picture that can be taken."""
    if len(data) > MAX_BYTES:
        raise AvatarError("the picture has too many bytes")
    reader = _Reader(data)
    if data.startswith(b"\x89PNG"):
        _read_png(reader)
        ending = "png"
    elif data.startswith(b"\xff\xd8"):
        _read_jpeg(reader)
        ending = "jpg"
    elif data.startswith(b"GIF"):
        _read_gif(reader)
        ending = "gif"
    else:
        raise AvatarError("this is no PNG, JPEG or GIF")
    if reader.place != len(data):
        raise AvatarError("something follows the picture")
    return ending


class _Reader:
    """Takes data from the front, as much as there is."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, size: int) -> bytes:
        """The next bytes, of which there must be enough."""
        taken = self.data[self.place : self.place + size]
        if len(taken) < size:
            raise AvatarError("the picture is cut off")
        self.place += size
        return taken

    def number(self, size: int, order: str = "big") -> int:
        """The next bytes as a whole number."""
        return int.from_bytes(self.take(size), order)


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise AvatarError(f"{width} x {height} is not a size for an avatar")


def _read_png(reader: _Reader) -> None:
    if reader.take(16) != b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR":
        raise AvatarError("this is no PNG")
    _check_size(reader.number(4), reader.number(4))
    reader.take(5 + 4)
    kinds = set()
    while b"IEND" not in kinds:
        size, kind = reader.number(4), reader.take(4)
        reader.take(size + 4)
        kinds.add(kind)
    if b"IDAT" not in kinds or b"IHDR" in kinds:
        raise AvatarError("the PNG has no image, or several")


def _read_jpeg(reader: _Reader) -> None:
    reader.take(2)
    frames = scans = 0
    while (marker := _marker(reader)) != 0xD9:
        content = reader.take(reader.number(2) - 2)
        if 0xC0 <= marker <= 0xCF and marker != 0xC4:
            frames += 1
        elif marker == 0xDA:
            scans += 1
            _skip_scan(reader)
    if frames == 0 or scans == 0:
        raise AvatarError("the JPEG has no image")
    place = re.search(rb"\xff[\xc0\xc1\xc2]\0.\x08", reader.data, re.DOTALL).end()
    height, width = reader.data[place : place + 2], reader.data[place + 2 : place + 4]
    _check_size(int.from_bytes(width), int.from_bytes(height))


def _marker(reader: _Reader) -> int:
    """The next marker, of those that begin a segment or end the picture."""
    if reader.take(1) != b"\xff":
        raise AvatarError("this is no JPEG")
    while (marker := reader.number(1)) == 0xFF:
        pass
    return marker


def _skip_scan(reader: _Reader) -> None:
    """Go to the next marker that is not part of the coded image."""
    match = re.compile(rb"\xff+[^\xff\x00\xd0-\xd7]").search(reader.data, reader.place)
    if match is None:
        raise AvatarError("the picture is cut off")
    reader.place = match.start()


def _read_gif(reader: _Reader) -> None:
    if reader.take(6) not in (b"GIF87a", b"GIF89a"):
        raise AvatarError("this is no GIF")
    width, height = reader.number(2, "little"), reader.number(2, "little")
    _check_size(width, height)
    _skip_colours(reader, reader.take(3)[0])
    frames = 0
    while (block := reader.take(1)) != b";":
        if block == b",":
            frames += 1
            left, top, across, down = (reader.number(2, "little") for _ in range(4))
            if left + across > width or top + down > height:
                raise AvatarError("a frame is larger than the GIF")
            _skip_colours(reader, reader.number(1))
        elif block != b"!":
            raise AvatarError("this is no GIF")
        reader.take(1)
        while size := reader.number(1):
            reader.take(size)
    if frames == 0:
        raise AvatarError("the GIF has no image")


def _skip_colours(reader: _Reader, flags: int) -> None:
    if flags & 0x80:
        reader.take(3 << (flags & 7) + 1)
