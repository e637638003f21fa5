"""Packs log files with the system's tar; the names reach it through a pipe, never as arguments."""

import os
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    names = _matching(Path(src_dir), pattern, Path(out_path).absolute())
    if names:
        _pack(src_dir, names, os.path.abspath(out_path))
    return len(names)


def _matching(folder: Path, pattern: str, target: Path) -> list[str]:
    skipped = target.name if target.parent.resolve() == folder.resolve() else None
    with os.scandir(folder) as entries:
        return sorted(
            entry.name
            for entry in entries
            if entry.is_file(follow_symlinks=False)
            and entry.name != skipped
            and fnmatchcase(entry.name, pattern)
        )


def _pack(src_dir: str, names: list[str], out_path: str) -> None:
    done = subprocess.run(
        ["tar", "-czf", out_path, "-C", src_dir, "--null", "--files-from=-"],
        input=b"".join(os.fsencode(name) + b"\0" for name in names),
        capture_output=True,
    )
    if done.returncode:
        raise RuntimeError(f"tar failed: {done.stderr.decode(errors='replace').strip()}")
