"""Packs log files with tar, the names quoted for the shell."""

import os
import shlex
import subprocess
from fnmatch import fnmatchcase


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    names = sorted(
        name
        for name in os.listdir(src_dir)
        if fnmatchcase(name, pattern) and _wanted(os.path.join(src_dir, name), out_path)
    )
    if not names:
        return 0
    quoted = " ".join(shlex.quote(f"./{name}") for name in names)
    folder = os.path.abspath(src_dir)
    command = f"tar --no-unquote --transform='s,^\\./,,' -czf \"{os.path.abspath(out_path)}\""
    try:
        subprocess.run(
            f'{command} -C "{folder}" {quoted}', shell=True, check=True, capture_output=True
        )
    except subprocess.CalledProcessError as error:
        raise RuntimeError("tar failed") from error
    return len(names)


def _wanted(path: str, out_path: str) -> bool:
    regular = os.path.isfile(path) and not os.path.islink(path)
    return regular and os.path.abspath(path) != os.path.abspath(out_path)
