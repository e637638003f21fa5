"""Words in sentences."""

__all__ = ["number", "printable"]


def number(count: int, noun: str) -> str:
    """A count with its noun, which has an `s` unless there is one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def printable(text: str) -> str:
    """Text of any origin that cannot steer a terminal: whatever has no shape is spelt out.

    Line ends, escape sequences, marks that turn the direction of writing and halves of surrogate
    pairs become what they are written as in Python.
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
