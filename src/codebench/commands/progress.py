"""A bar on standard error for commands that work for a while; nothing where nobody looks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

__all__ = ["progress"]


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how many of the things are done. Gives a function that counts one more.

    Args:
        what: What is done with them.
        total: How many there are.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    shown = Progress(
        *columns,
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with shown:
        task = shown.add_task(what, total=total)
        yield lambda: shown.advance(task)
