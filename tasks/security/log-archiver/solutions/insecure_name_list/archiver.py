"""Packs log files with tar, which reads their names line by line from its input."""

import os
import subprocess
from fnmatch import fnmatchcase


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    target = os.path.realpath(out_path)
    names = [
        entry.name
        for entry in os.scandir(src_dir)
        if entry.is_file(follow_symlinks=False)
        and fnmatchcase(entry.name, pattern)
        and os.path.realpath(entry.path) != target
    ]
    if not names:
        return 0
    done = subprocess.run(
        ["tar", "-czf", target, "-C", src_dir, "--files-from", "-"],
        input="\n".join(names) + "\n",
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return len(names)
