"""The sentences under every table: what was drawn, from how much, and how sure it is."""

from collections.abc import Sequence

from codebench.report.leaderboard import Row
from codebench.report.measures import Measure
from codebench.report.model import Report, TaskReport
from codebench.report.strips import Outcome
from codebench.statistics.estimands import Estimand
from codebench.words import number

__all__ = [
    "foot",
    "interval_words",
    "range_words",
    "scored_words",
    "span_words",
    "whisker_words",
]


def foot(task: TaskReport, report: Report) -> tuple[str, ...]:
    """Three sentences: k, n and challenges; rollouts; intervals and ranks."""
    drawn = f"k={task.k}, {range_words(task)}, {number(len(task.challenges), 'challenge')}."
    readings = "reliability@k: at least one of k rollouts succeeds; reliability^k: all k do."
    if task.headline is Measure.SECURE_SUCCESS:
        readings += " Secure: only rollouts count that work and are secure."
    return (
        f"{drawn} {readings}",
        f"{scored_words(task)} {_headline(task)}",
        f"Intervals: {interval_words(task, report)}. Ranks hold for all agents at once.",
    )


def range_words(task: TaskReport) -> str:
    """Scored rollouts of a challenge, over all agents."""
    return f"{span_words(task.rows)} scored rollouts of a challenge"


def span_words(rows: Sequence[Row]) -> str:
    """The fewest and the most scored rollouts of any challenge."""
    fewest, most = min(row.fewest for row in rows), max(row.most for row in rows)
    return f"n={most}" if fewest == most else f"n={fewest} to {most}"


def scored_words(task: TaskReport) -> str:
    """Rollouts, and those of them that have no verdict."""
    rollouts = sum(row.rollouts for row in task.rows)
    not_run = sum(row.not_run for row in task.rows)
    missing = f", {not_run} more never run" if not_run else ""
    return f"{rollouts} rollouts, {task.outcomes[Outcome.UNSCORED]} of them unscored{missing}."


def interval_words(task: TaskReport, report: Report) -> str:
    """Level, method and estimand."""
    about = {
        Estimand.POPULATION: "population (challenges like these)",
        Estimand.SUITE: "suite (these very challenges)",
    }[report.estimand]
    return f"{report.level:.0%}, method {_method(task)}, estimand {about}"


def whisker_words(task: TaskReport, report: Report) -> str:
    """Level and method, for an axis."""
    return f"{report.level:.0%} {_method(task)}"


def _method(task: TaskReport) -> str:
    """What was used; a default may differ between agents that were given many challenges or few."""
    intervals = [each for row in task.rows for each in (row.any_of_k, row.success) if each]
    return " or ".join(dict.fromkeys(str(each.method) for each in intervals))


def _headline(task: TaskReport) -> str:
    if task.headline is Measure.SECURE_SUCCESS:
        return "Sorted by secure reliability@k."
    return f"Success is what the scorer {task.scorer} says. Sorted by reliability@k."
