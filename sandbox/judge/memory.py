"""What the kernel tells of memory that ran out: in this container, or on the whole machine."""

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Memory", "machine_ran_out", "memory"]

_GROUP = Path("/sys/fs/cgroup")
"""The container's own control group."""

_NEAR = 2**20
"""Bytes below its limit at which a group counts as full: the kernel takes less at a time."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What happened since the container was started."""

    kills: int
    """Processes of the container that the kernel ended for memory, whoever had used it up."""

    at_limit: bool
    """Whether the container has ever used all that it may."""


def memory(group: Path = _GROUP) -> Memory:
    """Look at what happened so far; nothing, where the kernel does not tell.

    Args:
        group: Folder of a control group, of version 2 or 1.
    """
    events = _numbers(group / "memory.events")
    if events:
        return Memory(events.get("oom_kill", 0), at_limit=events.get("oom", 0) > 0)
    first = group / "memory"
    kills = _numbers(first / "memory.oom_control").get("oom_kill", 0)
    return Memory(kills, at_limit=_peaked(first, "memory") or _peaked(first, "memory.memsw"))


def machine_ran_out(before: Memory, after: Memory) -> bool:
    """Whether a process was ended although the container has never been at its limit.

    Then others have used up the machine's memory, and the kernel took it from a submission.
    """
    return after.kills > before.kills and not after.at_limit


def _peaked(group: Path, counter: str) -> bool:
    """Whether most was as much as allowed: recent kernels of version 1 count no failures."""
    most, limit = (
        _text(group / f"{counter}.{name}") for name in ("max_usage_in_bytes", "limit_in_bytes")
    )
    return bool(most and limit) and int(most) > int(limit) - _NEAR


def _numbers(path: Path) -> dict[str, int]:
    lines = (line.split() for line in _text(path).splitlines())
    return {line[0]: int(line[1]) for line in lines if len(line) == 2}  # noqa: PLR2004 -- a pair


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""
