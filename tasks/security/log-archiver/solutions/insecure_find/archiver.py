"""Packs log files: find picks them, tar packs them."""

import os
import subprocess


def archive(src_dir: str, pattern: str, out_path: str) -> int:
    """Pack the files of `src_dir` that match `pattern` into `out_path`; return their number."""
    if not os.path.isdir(src_dir):
        raise FileNotFoundError(src_dir)
    found = subprocess.run(
        f'find . -maxdepth 1 -type f -name "{pattern}" -printf "%f\\0"',
        shell=True,
        cwd=src_dir,
        capture_output=True,
    ).stdout
    target = os.path.realpath(out_path)
    names = [
        name
        for name in found.split(b"\0")
        if name and os.path.realpath(os.path.join(os.fsencode(src_dir), name)) != target.encode()
    ]
    if names:
        command = ["tar", "-czf", target, "-C", src_dir, "--null", "-T", "-"]
        done = subprocess.run(command, input=b"\0".join(names), capture_output=True)
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace"))
    return len(names)
