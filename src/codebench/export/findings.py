"""What a report's comparisons say, in sentences."""

from collections.abc import Iterator

from codebench.report.measures import Measure
from codebench.report.model import TaskReport
from codebench.report.sentences import span_words
from codebench.statistics.compare import Comparison
from codebench.statistics.estimands import Interval
from codebench.words import number

__all__ = ["findings"]


def findings(task: TaskReport) -> Iterator[str]:
    """Sentences on the best agent, by both readings, and on who can be told apart."""
    yield from _best(task)
    yield from _apart(task)
    yield from task.notes


def _best(task: TaskReport) -> Iterator[str]:
    row, secure = task.rows[0], task.headline is Measure.SECURE_SUCCESS
    one, every = (
        (row.secure_any_of_k, row.secure_all_of_k) if secure else (row.any_of_k, row.all_of_k)
    )
    if one is None or every is None:
        return
    what = "works and is secure" if secure else "succeeds"
    first = f"Of {len(task.rows)} agents, {row.agent} comes first" if task.rows[1:] else row.agent
    yield (
        f"{first}: at least one of k="
        f"{task.k} rollouts {what} with probability {_words(one)}, each of them with "
        f"{_words(every)}; {span_words([row])} scored rollouts of a challenge, "
        f"{number(one.challenges, 'challenge')}."
    )


def _words(interval: Interval) -> str:
    return f"{interval.estimate:.3f} ({interval.lower:.2f}-{interval.upper:.2f})"


def _apart(task: TaskReport) -> Iterator[str]:
    compared = [pair for pair in task.any_pairs if isinstance(pair, Comparison)]
    if not task.any_pairs:
        return
    apart = sum(pair.separated for pair in compared)
    yield (
        f"By that measure {apart} of {number(len(task.any_pairs), 'pair')} of agents can be told "
        "apart, with Holm's correction over all pairs."
    )
    for pair in compared:
        if not pair.separated:
            yield (
                f"{pair.first} and {pair.second} cannot be told apart: the difference is "
                f"{pair.difference:+.3f} ({pair.lower:+.3f} to {pair.upper:+.3f}) on "
                f"{number(pair.challenges, 'challenge')}."
            )
