"""Imports site bundles: each member is written as soon as it is read and checked."""

import io
import os
import stat
import tarfile
import zlib
from dataclasses import dataclass

MAX_MEMBERS = 500
MAX_CONTENT = 2_000_000
MAX_PATH = 400
MAX_PART = 60
MAX_HOPS = 40  # links on the way to one target, as in the kernel
MAX_TAR = MAX_CONTENT + MAX_MEMBERS * 8192  # with long headers and padding

Parts = tuple[str, ...]


class BundleError(Exception):
    """The bundle cannot be imported."""


@dataclass(frozen=True)
class _Folder:
    pass


@dataclass(frozen=True)
class _File:
    data: bytes
    mode: int


@dataclass(frozen=True)
class _Link:
    target: str


Tree = dict[Parts, _Folder | _File | _Link]


def import_bundle(path: str, dest: str) -> list[str]:
    """Put the content of an uploaded bundle into a folder; gives the paths of its files and links.

    Raises:
        BundleError: The bundle is broken, too large or does not fit the folder. Nothing is changed.
        FileNotFoundError: There is no such upload.
    """
    with open(path, "rb") as upload:
        tree = _read(_unpacked(upload.read()), dest)
    for parts, entry in tree.items():
        if parts and not isinstance(tree[parts[:-1]], _Folder):
            raise BundleError(f"{'/'.join(parts)} is below something that is no folder")
        if isinstance(entry, _Link):
            _follow(tree, parts)
    paths = sorted(tree)
    return sorted("/".join(parts) for parts in paths if not isinstance(tree[parts], _Folder))


def _unpacked(data: bytes) -> bytes:
    """The tar archive in an upload, which is not unpacked beyond what a bundle can have."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        archive = unpacker.decompress(data, MAX_TAR)
    except zlib.error as error:
        raise BundleError("the gzip data is damaged") from error
    if not unpacker.eof:
        raise BundleError("the gzip data is incomplete or too much")
    return archive


def _read(archive: bytes, dest: str) -> Tree:
    """The content of a tar archive. What its links lead to is not looked at."""
    tree: Tree = {(): _Folder()}
    members = content = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as bundle:
            for member in bundle:
                parts, entry = _parts(member.name), _entry(bundle, member, tree)
                members += 1
                content += len(entry.data) if isinstance(entry, _File) else 0
                if members > MAX_MEMBERS or content > MAX_CONTENT:
                    raise BundleError("the bundle is too large")
                _check_place(os.path.join(dest, "", *parts), entry)
                tree[parts] = entry
                _write(os.path.join(dest, "", *parts), entry)
                for length in range(len(parts)):
                    tree.setdefault(parts[:length], _Folder())
            end = bundle.offset
    except (tarfile.TarError, ValueError, OverflowError) as error:
        raise BundleError(f"the bundle cannot be read: {error}") from error
    if archive[end : end + tarfile.BLOCKSIZE] != bytes(tarfile.BLOCKSIZE):
        raise BundleError("the bundle is damaged or cut off")
    return tree


def _entry(bundle: tarfile.TarFile, member: tarfile.TarInfo, tree: Tree) -> _Folder | _File | _Link:
    if member.isdir():
        return _Folder()
    if member.issym():
        _check_text(member.linkname)
        return _Link(member.linkname)
    if member.islnk():
        file = tree.get(_parts(member.linkname))
        if isinstance(file, _File):
            return file
    elif member.isreg():
        data = bundle.extractfile(member).read(MAX_CONTENT + 1)
        return _File(data, 0o755 if member.mode & stat.S_IXUSR else 0o644)
    raise BundleError(f"{member.name} has no place in a bundle")


def _parts(name: str) -> Parts:
    """The parts of a path, which always starts at the folder of the site; that itself is ()."""
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if ".." in parts or any(len(part) > MAX_PART for part in parts):
        raise BundleError(f"{name!r} is no path in a bundle")
    if parts:
        _check_text("/".join(parts))
    return parts


def _check_text(path: str) -> None:
    if not 0 < len(path) <= MAX_PATH or "\0" in path:
        raise BundleError("a path is empty or too long")


def _follow(tree: Tree, parts: Parts) -> None:
    """Walk to where a link leads, step by step as the kernel does."""
    place = parts[:-1]
    steps = [parts[-1]]
    hops = 0
    while steps:
        if not isinstance(tree[place], _Folder):
            raise BundleError("a link leads through a file")
        step = steps.pop()
        if step == "..":
            if not place:
                raise BundleError("a link leads out of the bundle")
            place = place[:-1]
        elif step not in ("", "."):
            entry = tree.get((*place, step))
            if entry is None:
                raise BundleError("a link leads nowhere")
            if isinstance(entry, _Link):
                hops += 1
                if hops > MAX_HOPS or entry.target.startswith("/"):
                    raise BundleError("a link leads nowhere")
                steps += reversed(entry.target.split("/"))
            else:
                place = (*place, step)


def _check_place(path: str, entry: _Folder | _File | _Link) -> None:
    """Assert that what is at a path already can stay as a folder or give way."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode) != isinstance(entry, _Folder):
        raise BundleError(f"{path} is a folder in one place and none in the other")


def _write(path: str, entry: _Folder | _File | _Link) -> None:
    if isinstance(entry, _Folder):
        os.makedirs(path, exist_ok=True)
        return
    if os.path.lexists(path):
        os.unlink(path)
    if isinstance(entry, _Link):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(entry.target, path)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "xb") as file:
        file.write(entry.data)
        os.fchmod(file.fileno(), entry.mode)
