"""One way to name a set of files by its contents."""

import hashlib
from collections.abc import Mapping

__all__ = ["digest_of"]


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256, in hex, of file names and contents in the order of the names."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return digest.hexdigest()
