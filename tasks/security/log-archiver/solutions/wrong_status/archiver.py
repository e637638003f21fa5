"""Packs log files with tar and never looks whether tar succeeded."""

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
    if names:
        command = ["tar", "-czf", target, "-C", src_dir, "--null", "-T", "-"]
        subprocess.run(command, input="\0".join(names).encode(), stderr=subprocess.DEVNULL)
    return len(names)
