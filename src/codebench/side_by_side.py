"""Work of several judges at a time."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from codebench.sandbox.runner import Runner

__all__ = ["side_by_side"]

_T = TypeVar("_T")
_R = TypeVar("_R")


def side_by_side(
    work: Callable[[_T], _R], things: Iterable[_T], runner: Runner, workers: int
) -> Iterator[_R]:
    """Do the work on each thing, and give the results in the order of the things.

    Where it is cut short, by an error or from the keyboard, the judges that run are ended at once.

    Args:
        work: Asks the runner for a grade.
        things: What it is done on.
        runner: Closed where the work is cut short.
        workers: How many at a time.
    """
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from pool.map(work, things)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            runner.close()
            raise
