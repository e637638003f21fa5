"""Imports site bundles: unpacks beside the site, links and all, then moves it over."""

import gzip
import os
import shutil
import stat
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

MEMBERS = 500
CONTENT = 2_000_000
ARCHIVE = 8_000_000
CHUNK = 1 << 16


class BundleError(Exception):
    """The bundle cannot be imported."""


def import_bundle(path: str, dest: str) -> list[str]:
    """Import an uploaded bundle into a folder; returns the paths of its files and links."""
    above = os.path.dirname(os.path.abspath(dest))
    with (
        open(path, "rb") as upload,
        tempfile.TemporaryFile() as archive,
        tempfile.TemporaryDirectory(dir=above) as stage,
    ):
        try:
            _unzip(upload, archive)
            _unpack(archive, stage)
        except (
            tarfile.TarError,
            EOFError,
            OSError,
            ValueError,
            OverflowError,
            zlib.error,
        ) as error:
            raise BundleError(f"the bundle cannot be used: {error}") from error
        _check_links(stage)
        return _move(stage, dest)


def _unzip(upload: BinaryIO, archive: BinaryIO) -> None:
    """Write the plain tar archive of an upload to a temporary file."""
    zipped = upload.read(2) == b"\x1f\x8b"
    upload.seek(0)
    source = gzip.GzipFile(fileobj=upload) if zipped else upload
    while chunk := source.read(CHUNK):
        if archive.tell() > ARCHIVE:
            raise BundleError("the archive is too large")
        archive.write(chunk)
    archive.seek(0)


def _unpack(archive: BinaryIO, stage: str) -> None:
    """Make the files, folders and links of an archive in an empty folder."""
    with tarfile.open(fileobj=archive, mode="r:") as bundle:
        chosen = _choose(bundle)
        archive.seek(bundle.offset)
        if archive.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):
            raise BundleError("the archive is damaged or cut off")
        # No link is made before everything else is there, so that nothing is written through one.
        for path, member in sorted(chosen.items(), key=lambda item: item[1].issym()):
            place = os.path.join(stage, path)
            if member.isdir():
                os.makedirs(place, exist_ok=True)
                continue
            os.makedirs(os.path.dirname(place), exist_ok=True)
            if member.issym():
                os.symlink(member.linkname, place)
                continue
            if member.islnk():
                os.link(os.path.join(stage, member.linkname), place)
                continue
            with open(place, "xb") as file:
                shutil.copyfileobj(bundle.extractfile(member), file)
            os.chmod(place, 0o755 if member.mode & 0o100 else 0o644)


def _choose(bundle: tarfile.TarFile) -> dict[str, tarfile.TarInfo]:
    """The last member of each path."""
    chosen: dict[str, tarfile.TarInfo] = {}
    sizes: dict[str, int] = {}
    content = 0
    for number, member in enumerate(bundle, 1):
        path = _clean(member.name)
        if member.islnk():
            sizes[path] = sizes.get(os.path.normpath(member.linkname), 0)
            content += sizes[path]
        if not (member.isreg() or member.isdir() or member.issym() or member.islnk()):
            raise BundleError("neither file nor folder nor link")
        if member.issym() and len(member.linkname) > 400:
            raise BundleError("a link is too long")
        if member.isreg():
            content += member.size
            sizes[path] = member.size
        if number > MEMBERS or content > CONTENT:
            raise BundleError("the bundle is too large")
        chosen[path] = member
    return chosen


def _clean(name: str) -> str:
    """The path of a member from the folder of the site on, wherever it wants to start."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts or max(map(len, parts), default=0) > 60 or len("/".join(parts)) > 400:
        raise BundleError("not a path below the site, or too long")
    return "/".join(parts)


def _everything(folder: str) -> Iterator[os.DirEntry[str]]:
    """All that is below a folder, what holds it first."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            yield entry
            if entry.is_dir(follow_symlinks=False):
                yield from _everything(entry.path)


def _check_links(stage: str) -> None:
    """Assert that every link leads to something in the folder, and does not leave it on the way."""
    root = os.path.realpath(stage)
    for entry in _everything(stage):
        if entry.is_symlink():
            try:
                os.stat(entry.path)
                real = os.path.realpath(entry.path)
            except OSError as error:
                raise BundleError(f"{entry.name} leads nowhere") from error
            if os.path.commonpath([root, real]) != root:
                raise BundleError(f"{entry.name} leads out of the bundle")


def _move(stage: str, dest: str) -> list[str]:
    """Move everything from one folder to another, if it fits there."""
    places = [(entry, os.path.relpath(entry.path, stage)) for entry in _everything(stage)]
    for entry, path in places:
        try:
            there = os.lstat(os.path.join(dest, path))
        except FileNotFoundError:
            continue
        if stat.S_ISDIR(there.st_mode) != entry.is_dir(follow_symlinks=False):
            raise BundleError(f"{path} does not fit what is there")
    os.makedirs(dest, exist_ok=True)
    moved = []
    for entry, path in places:
        if entry.is_dir(follow_symlinks=False):
            os.makedirs(os.path.join(dest, path), exist_ok=True)
        else:
            os.replace(entry.path, os.path.join(dest, path))
            moved.append(path)
    return sorted(moved)
