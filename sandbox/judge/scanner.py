"""Bandit, in a fork of the zygote, under a user of its own."""

import os
import resource
import signal
import sys
from types import ModuleType

from codebench.sandbox.judge import isolation
from codebench.sandbox.judge.place import EMPTY_INI, Place

__all__ = ["SECONDS", "run"]

SECONDS = 20
_MAX_MEMORY = 256 * 2**20


def run(place: Place, files: list[str], output: int) -> None:
    """Bandit's life: in a fork of the zygote, which has imported half of what it needs."""
    os.setsid()
    isolation.silence()
    os.dup2(output, 1)
    os.closerange(3, 4096)
    _enter(place)
    _spare_progress_bar()
    sys.argv = ["bandit", "--quiet", "--format", "json", "--ignore-nosec", "--ini", str(EMPTY_INI)]
    sys.argv += files
    from bandit.cli.main import main  # noqa: PLC0415 -- in this process only

    main()  # closes standard output and ends in SystemExit


def _enter(place: Place) -> None:
    """Bound the process that reads hostile files."""
    signal.alarm(SECONDS + 1)  # the judge may not kill a process of another user
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if place.locked:
        resource.setrlimit(resource.RLIMIT_DATA, (_MAX_MEMORY, _MAX_MEMORY))
        isolation.become(place.errands)
    os.environ.clear()
    os.environ.update({"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/"})
    os.chdir("/")


def _spare_progress_bar() -> None:
    """Keep Bandit from importing `rich`, a fifth of its time, for a bar that `--quiet` hides."""
    rich, progress = ModuleType("rich"), ModuleType("rich.progress")
    vars(rich).update(progress=progress, __path__=[])
    vars(progress).update(track=lambda things, **_: things)
    sys.modules.update({"rich": rich, "rich.progress": progress})
