"""A copy of the checkout, in which the commands of the documents are run."""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from documented import ROOT
from inspect_ai.log import read_eval_log, write_eval_log

__all__ = ["Checkout", "Ended"]

PROGRAMS = Path(__file__).with_name("programs.py")
WARM = {"codebench", "inspect"}
"""Run by `programs.py`, as Python scripts are."""

UV = """\
#!/bin/sh
# What `uv run` comes to where the environment is there.
[ "$1" = --version ] && echo "uv 0" && exit
shift
[ "$1" = --frozen ] && shift
program=$1; shift
case $program in
  inspect) exec {python} -m inspect_ai "$@" ;;
  codebench) exec {python} -m codebench "$@" ;;
  *) echo "uv: $program is not expected here" >&2; exit 1 ;;
esac
"""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    output: str
    """Both streams."""
    logs: tuple[Path, ...]
    """New ones."""


class Checkout:
    """Runs commands as a shell would that stands in the copy."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.folder = folder / "checkout"
        self._outputs = folder / "outputs"
        self._outputs.mkdir(parents=True)
        shutil.copytree(ROOT, self.folder, symlinks=True, ignore=_ignored)
        self._environ = self._environment(folder, environ)
        self._programs = subprocess.Popen(
            [sys.executable, str(PROGRAMS)],
            cwd=self.folder,
            env=self._environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._known: dict[str, Ended] = {}

    def close(self) -> None:
        """End."""
        if self._programs.stdin:
            self._programs.stdin.close()
        self._programs.wait()
        if self._programs.stdout:
            self._programs.stdout.close()

    def run(self, command: str, *, docker: bool = False) -> Ended:
        """Run a command, at its first time.

        Args:
            command: Words, quoted as in a shell, with patterns of files.
            docker: Whether it may find an engine.
        """
        if command not in self._known:
            before = self._logs()
            code, output = self._run(self._words(command), docker=docker)
            self._known[command] = Ended(code, output, tuple(self._logs() - before))
        return self._known[command]

    def serves(self, command: str, option: str) -> bool:
        """Whether a program that does not end answers to a browser on the port that it is given."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        words = [sys.executable, "-m", "inspect_ai", *shlex.split(command)[1:], option, str(port)]
        with subprocess.Popen(
            words,
            cwd=self.folder,
            env=self._environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                return _answers(f"http://127.0.0.1:{port}/", lambda: server.poll() is None)
            finally:
                server.terminate()

    def change(self, log: str, target: str, change: Callable[[Any], object]) -> None:
        """Write a changed copy of a log."""
        read = read_eval_log(str(self.folder / log))
        change(read)
        write_eval_log(read, str(self.folder / target))

    def _environment(self, folder: Path, more: dict[str, str]) -> dict[str, str]:
        shims = folder / "bin"
        shims.mkdir()
        (shims / "uv").write_text(UV.format(python=shlex.quote(sys.executable)), encoding="utf-8")
        (shims / "uv").chmod(0o755)
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTEST_", "COV_", "INSPECT_", "MAKE"))
        }
        own = {
            "PATH": f"{shims}:{os.environ['PATH']}",
            "PWD": str(self.folder),
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONWARNINGS": "ignore",
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        return {**inherited, **own, **more}

    def _logs(self) -> set[Path]:
        return set(self.folder.glob("logs/**/*.eval"))

    def _words(self, command: str) -> list[str]:
        found = []
        for word in shlex.split(command):
            names = sorted(self.folder.glob(word)) if "*" in word else []
            found += [str(name.relative_to(self.folder)) for name in names] or [word]
        return found

    def _run(self, words: list[str], *, docker: bool) -> tuple[int, str]:
        environ = self._environ if docker else {**self._environ, "DOCKER_HOST": "unix:///nowhere"}
        if words[0] == "python":
            words = words[1:]
        elif words[0] not in WARM:
            done = subprocess.run(
                words, cwd=self.folder, env=environ, capture_output=True, text=True, check=False
            )
            return done.returncode, done.stdout + done.stderr
        return self._ask(words, environ)

    def _ask(self, words: list[str], environ: dict[str, str]) -> tuple[int, str]:
        output = self._outputs / str(len(self._known))
        asked = {"argv": words, "cwd": str(self.folder), "environ": environ, "output": str(output)}
        assert self._programs.stdin
        assert self._programs.stdout
        print(json.dumps(asked), file=self._programs.stdin, flush=True)
        code = int(self._programs.stdout.readline())
        return code, output.read_text(encoding="utf-8", errors="replace")


def _ignored(folder: str, names: list[str]) -> set[str]:
    """Of the repository all, of logs those that are committed."""
    own = {name for name in names if name in {".git", ".venv", "__pycache__", "build", "dist"}}
    own |= {name for name in names if name.startswith(".") and name.endswith("_cache")}
    # It would stand for the installed package, and Inspect would not know whose the scorers are.
    own |= {name for name in names if name.endswith(".egg-info")}
    if Path(folder) == ROOT / "logs":
        own |= {name for name in names if not name.startswith(("README", "example"))}
    return own


def _answers(address: str, alive: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while alive() and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=5) as response:
                return bool(response.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False
