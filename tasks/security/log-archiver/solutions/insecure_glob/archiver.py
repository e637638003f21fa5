"""Packs log files: glob picks them, tarfile packs them."""

import glob
import os
import tarfile


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    if not os.path.isdir(src_dir):
        raise FileNotFoundError(src_dir)
    found = glob.glob(os.path.join(glob.escape(src_dir), pattern), include_hidden=True)
    target = os.path.abspath(out_path)
    paths = [
        path
        for path in found
        if os.path.isfile(path) and not os.path.islink(path) and os.path.abspath(path) != target
    ]
    if not paths:
        return 0
    try:
        with tarfile.open(out_path, "w:gz") as bundle:
            for path in paths:
                bundle.add(path, arcname=os.path.basename(path))
    except OSError as error:
        raise RuntimeError(f"cannot write {out_path}") from error
    return len(paths)
