"""Packs log files with tar, without a shell."""

import fnmatch
import subprocess
from pathlib import Path


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    target = Path(out_path).resolve()
    names = [
        path.name
        for path in sorted(Path(src_dir).iterdir())
        if path.is_file()
        and not path.is_symlink()
        and path.resolve() != target
        and fnmatch.fnmatchcase(path.name, pattern)
    ]
    if not names:
        return 0
    done = subprocess.run(
        ["tar", "-czf", str(target), "-C", src_dir, *names], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(f"tar: {done.stderr}")
    return len(names)
