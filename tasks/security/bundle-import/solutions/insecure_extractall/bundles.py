"""Imports site bundles: tarfile unpacks them beside the site, then they are moved over."""

import gzip
import io
import os
import shutil
import tarfile
import tempfile
import zlib

MAX_MEMBERS = 500
MAX_CONTENT = 2_000_000
MAX_TAR = 8_000_000


class BundleError(Exception):
    """The bundle cannot be imported."""


def import_bundle(path: str, dest: str) -> list[str]:
    """Unpack a bundle beside the site and move it over when all is well."""
    with open(path, "rb") as upload:
        data = upload.read()
    stage = tempfile.mkdtemp(dir=os.path.dirname(os.path.abspath(dest)))
    try:
        unpack(data, stage)
        paths = walk(stage)
        check(stage, dest, paths)
        return move(stage, dest, paths)
    except (tarfile.TarError, OSError, EOFError, ValueError, zlib.error) as error:
        raise BundleError(str(error)) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def unpack(data: bytes, stage: str) -> None:
    """Unpack an upload into an empty folder."""
    if data[:2] == b"\x1f\x8b":
        with gzip.open(io.BytesIO(data)) as zipped:
            data = zipped.read(MAX_TAR + 1)
            if len(data) > MAX_TAR:
                raise BundleError("the bundle is too large")
            zipped.read(1)  # checks the end
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as bundle:
        members = bundle.getmembers()
        if data[bundle.offset : bundle.offset + 512] != bytes(512):
            raise BundleError("the archive is damaged")
        if len(members) > MAX_MEMBERS or content(members) > MAX_CONTENT:
            raise BundleError("the bundle is too large")
        last: dict[str, tarfile.TarInfo] = {}
        modes: dict[str, int] = {}
        for member in members:
            path = os.path.normpath(member.name)
            if len(path) > 400 or any(len(part) > 60 for part in path.split("/")):
                raise BundleError("a path is too long")
            if len(member.linkname) > 400:
                raise BundleError("a link is too long")
            last.pop(path, None)
            last[path] = member
            if member.islnk():
                member.mode = modes.get(os.path.normpath(member.linkname), 0o644)
            elif member.isdir() or member.isreg():
                member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            modes[path] = member.mode
        bundle.extractall(stage, [*last.values()])


def content(members: list[tarfile.TarInfo]) -> int:
    """Bytes of all files; a hard link counts as its file."""
    sizes: dict[str, int] = {}
    total = 0
    for member in members:
        size = member.size if member.isreg() else 0
        if member.islnk():
            target = os.path.normpath(member.linkname)
            if target not in sizes and not target.startswith(("/", "..")):
                raise BundleError("a hard link to nothing")
            size = sizes.get(target, 0)
        if member.isreg() or member.islnk():
            sizes[os.path.normpath(member.name)] = size
        total += size
    return total


def walk(stage: str) -> list[str]:
    """All paths below a folder, those of folders with a slash, from the top."""
    found = []
    for parent, folders, files in os.walk(stage):
        for name in folders + files:
            path = os.path.join(parent, name)
            is_folder = os.path.isdir(path) and not os.path.islink(path)
            found.append(os.path.relpath(path, stage) + ("/" if is_folder else ""))
    return sorted(found)


def check(stage: str, dest: str, paths: list[str]) -> None:
    """Links must lead somewhere, and folders must not meet files."""
    for path in paths:
        if not os.path.exists(os.path.join(stage, path)):
            raise BundleError(f"{path} leads nowhere")
        there = os.path.join(dest, path.rstrip("/"))
        if os.path.lexists(there):
            is_folder = os.path.isdir(there) and not os.path.islink(there)
            if is_folder != path.endswith("/"):
                raise BundleError(f"{path} does not fit")


def move(stage: str, dest: str, paths: list[str]) -> list[str]:
    """Move everything over."""
    os.makedirs(dest, exist_ok=True)
    for path in paths:
        if path.endswith("/"):
            os.makedirs(os.path.join(dest, path), exist_ok=True)
        else:
            os.replace(os.path.join(stage, path), os.path.join(dest, path))
    return [path for path in paths if not path.endswith("/")]
