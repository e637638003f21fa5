"""Packs log files with Python's own tarfile module."""

import os
import tarfile
from fnmatch import fnmatchcase


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    target = os.path.realpath(out_path)
    paths = [
        entry.path
        for entry in os.scandir(src_dir)
        if fnmatchcase(entry.name, pattern)
        and entry.is_file(follow_symlinks=False)
        and os.path.realpath(entry.path) != target
    ]
    if paths:
        _write(sorted(paths), out_path)
    return len(paths)


def _write(paths: list[str], out_path: str) -> None:
    try:
        with tarfile.open(out_path, "w:gz") as bundle:
            for path in paths:
                bundle.add(path, arcname=os.path.basename(path))
    except (OSError, tarfile.TarError) as error:
        raise RuntimeError(f"cannot write {out_path}") from error
