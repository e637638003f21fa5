"""Numbers in sentences."""

__all__ = ["number"]


def number(count: int, noun: str) -> str:
    """A count with its noun, which has an `s` unless there is one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
