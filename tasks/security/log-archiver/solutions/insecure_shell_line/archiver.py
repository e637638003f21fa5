"""Packs log files with one tar command line."""

import os
from fnmatch import fnmatchcase


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    target = os.path.realpath(out_path)
    names = []
    for entry in sorted(os.scandir(src_dir), key=lambda entry: entry.name):
        if not entry.is_file(follow_symlinks=False) or os.path.realpath(entry.path) == target:
            continue
        if fnmatchcase(entry.name, pattern):
            names.append(entry.name)
    if not names:
        return 0
    quoted = " ".join(f'"{name}"' for name in names)
    if os.system(f'tar -czf "{target}" -C "{src_dir}" -- {quoted}') != 0:
        raise RuntimeError("tar failed")
    return len(names)
