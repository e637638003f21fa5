"""Packs log files; the folder's own name is taken as part of the pattern."""

import glob
import os
import tarfile


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    if not os.path.isdir(src_dir):
        raise FileNotFoundError(src_dir)
    paths = [path for path in glob.glob(os.path.join(src_dir, pattern)) if os.path.isfile(path)]
    if paths:
        try:
            with tarfile.open(out_path, "w:gz") as bundle:
                for path in paths:
                    bundle.add(path, arcname=os.path.basename(path))
        except OSError as error:
            raise RuntimeError(out_path) from error
    return len(paths)
