"""Turns a freshly forked process into one that may run hostile code."""

import ctypes
import os
import resource
import signal

from codebench.sandbox.judge.job import Limits
from codebench.sandbox.judge.place import Place

__all__ = [
    "become",
    "enter",
    "fall_first",
    "hide_memory",
    "limit",
    "silence",
    "survivors",
    "tasks",
]

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_OWN_PROCESSES = 4
"""The worker itself, and a little room: what else is ours runs as another user."""


def silence() -> None:
    """Point standard input, output and error at nothing."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.closerange(max(null, 3), null + 1)


def _close_all_but(keep: int) -> None:
    """Close every descriptor above standard error except one."""
    os.closerange(3, keep)
    os.closerange(keep + 1, 4096)


def hide_memory() -> None:
    """Keep other processes of this user from reading this one's memory."""
    _process_control(_PR_SET_DUMPABLE, 0)


def _process_control(option: int, value: int) -> None:
    if os.uname().sysname == "Linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit(limits: Limits) -> None:
    """Bound what this process and its children may use. Inherited, and never raised again."""
    megabyte = 2**20
    bounds = {
        "RLIMIT_CORE": 0,
        "RLIMIT_DATA": (limits.memory_mb + _interpreter_mb()) * megabyte,
        "RLIMIT_FSIZE": limits.scratch_mb * megabyte,
        "RLIMIT_NOFILE": 128,
        "RLIMIT_MSGQUEUE": 0,  # a queue would outlive the test
        "RLIMIT_NPROC": limits.processes + _OWN_PROCESSES,
        "RLIMIT_CPU": int(2 * limits.total_seconds) + 1,
    }
    for name, bound in bounds.items():
        if hasattr(resource, name):
            resource.setrlimit(getattr(resource, name), (bound, bound))


def _interpreter_mb() -> int:
    """Data the interpreter itself needs, beside what the challenge grants."""
    return 64


def become(uid: int, *, real: int | None = None) -> None:
    """Drop to a user without rights, for good.

    Args:
        uid: Whose files and processes are within reach.
        real: Another user without rights, to stay out of the reach of `uid`: the kernel asks for
            the real user of a process that is to be stopped, killed or traced.

    Raises:
        PermissionError: The process still is somebody else.
    """
    wanted = (uid, uid, uid) if real is None else (real, uid, real)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(*wanted)
    if os.getresuid() != wanted or os.getresgid() != (uid, uid, uid):
        raise PermissionError(f"still user {os.getresuid()}")


def fall_first(score: int = 1000) -> None:
    """When memory runs out, let this process be killed before those of a lower score."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as adjustment:
            adjustment.write(str(score))
    except OSError:
        pass  # only Linux has it, and the verdict does not depend on it


def enter(place: Place, limits: Limits, keep: int, *, ours: bool) -> None:
    """Everything above, in the order that works, for a process that works as the submission's user.

    Args:
        place: Where the judge works.
        limits: What the challenge grants.
        keep: The one descriptor that stays open beside standard input, output and error.
        ours: Whether it runs our own code only, and none of the submission's may touch it.
    """
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    silence()
    _close_all_but(keep)
    fall_first()
    if place.locked:
        limit(limits)
        become(place.uid, real=place.errands if ours else None)
    _process_control(_PR_SET_PDEATHSIG, signal.SIGKILL)  # a change of user would undo it
    os.umask(0o022)
    os.environ.clear()
    os.environ.update(_environment(place))
    os.chdir(place.scratch)


def _environment(place: Place) -> dict[str, str]:
    return {
        "HOME": str(place.scratch),
        "LANG": "C.UTF-8",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "TMPDIR": str(place.temporary),
    }


def survivors(uid: int) -> list[int]:
    """Processes of a user that are still there."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and _owner(name) == uid]


def _owner(pid: str) -> int | None:
    # The owner of /proc/<pid> is root for a process that hides its memory: read the status instead.
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            lines = dict(line.split(":", 1) for line in status if ":" in line)
    except OSError:
        return None
    if lines.get("State", "").strip().startswith("Z") and int(lines.get("Threads", "1")) <= 1:
        return None  # nothing of it runs any more
    return int(lines["Uid"].split()[0])


def tasks() -> int | None:
    """Processes and threads of this container, as the kernel counts; None where it does not say."""
    for path in ("/sys/fs/cgroup/pids.current", "/sys/fs/cgroup/pids/pids.current"):
        try:
            with open(path, encoding="ascii") as current:
                return int(current.read())
        except OSError:
            continue
    return None
