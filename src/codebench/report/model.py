"""What a report says, as data: the same for the terminal, for JSON, for HTML and for figures."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from codebench.logs import LogError
from codebench.report.curves import AgentCurve, curves_of
from codebench.report.details import Details, details_of
from codebench.report.leaderboard import IntervalChoice, Row, leaderboard
from codebench.report.measures import Measure, counts_of, headline_of
from codebench.report.reading import Reading, TaskLogs
from codebench.report.strips import Outcome, Strip, strips_of
from codebench.report.weaknesses import CweRow, weaknesses_of
from codebench.statistics.compare import Comparison, Refusal, compare_agents
from codebench.statistics.estimands import Estimand, Method
from codebench.statistics.estimators import Quantity

__all__ = ["Report", "TaskReport", "report_on"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReport:
    """Everything about one task."""

    task: str
    """Its name."""

    version: str
    """Its version in the logs."""

    headline: Measure
    """What the leaderboard is sorted by: secure success where the task has a security side."""

    scorer: str
    """Which scores decide over success."""

    k: int
    """Rollouts drawn."""

    challenges: tuple[str, ...]
    """Every challenge of any agent."""

    rows: tuple[Row, ...]
    """The leaderboard, best first."""

    any_pairs: tuple[Comparison | Refusal, ...]
    """Agents compared by the headline measure, at least one of k, with Holm's correction."""

    all_pairs: tuple[Comparison | Refusal, ...]
    """Likewise for all k; empty for k = 1, where both are the same."""

    strips: tuple[Strip, ...]
    """By agent, in the order of the rows, and challenge."""

    curves: tuple[AgentCurve, ...]
    """In the order of the rows; two for an agent where success and secure success differ."""

    cwe: tuple[CweRow, ...]
    """By number; empty where no challenge names a weakness."""

    details: Details | None
    """None where whole rollouts were not read, or hold no verdicts of the suite."""

    notes: tuple[str, ...]
    """What a reader must know besides."""

    @property
    def outcomes(self) -> Counter[Outcome]:
        """Rollouts of all agents by how they ended."""
        return Counter(cell.outcome for strip in self.strips for cell in strip.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report on any number of tasks."""

    tasks: tuple[TaskReport, ...]
    """By name."""

    estimand: Estimand
    """What the intervals are about."""

    method: Method | None
    """How they are made; None where the default depends on the number of challenges."""

    level: float
    """Their nominal coverage."""

    logs: tuple[str, ...]
    """Names of the logs that are counted."""

    notes: tuple[str, ...]
    """Logs that were left out, and runs that did not finish."""


def report_on(
    reading: Reading,
    *,
    k: int | None = None,
    choice: IntervalChoice | None = None,
    details: bool = False,
) -> Report:
    """Compute a report.

    Args:
        reading: What the logs tell.
        k: Rollouts drawn; None for what the logs ask for, or 1 where they do not say.
        choice: How intervals are made; None for the default.
        details: Whether to read whole rollouts for exploits and static analysis, which is slow.

    Raises:
        LogError: No challenge of a task has k scored rollouts, the logs of a task ask for
            different k, or a rollout cannot be read.
        ValueError: The method is for another estimand.
    """
    choice = choice or IntervalChoice()
    return Report(
        tasks=tuple(_task_report(task, k, choice, details=details) for task in reading.tasks),
        estimand=choice.estimand,
        method=choice.method,
        level=choice.level,
        logs=tuple(log.name for task in reading.tasks for log in task.logs),
        notes=reading.notes,
    )


def _task_report(
    task: TaskLogs, k: int | None, choice: IntervalChoice, *, details: bool
) -> TaskReport:
    headline = headline_of(task)
    k = _drawn(task, k)
    rows = leaderboard(task, k, choice)
    agents = [row.agent for row in rows]
    measures = list(dict.fromkeys([headline, Measure.SUCCESS]))
    return TaskReport(
        task=task.task,
        version=task.version,
        headline=headline,
        scorer=_scorer(task),
        k=k,
        challenges=task.challenges,
        rows=rows,
        any_pairs=_pairs(task, agents, k, Quantity.ANY),
        all_pairs=_pairs(task, agents, k, Quantity.ALL) if k > 1 else (),
        strips=strips_of(task, agents),
        curves=curves_of(task, agents, measures, k),
        cwe=weaknesses_of(task, agents, headline),
        details=details_of(task) if details else None,
        notes=(*task.notes, *_notes(rows, k)),
    )


def _drawn(task: TaskLogs, k: int | None) -> int:
    """The k to use. It is never lowered."""
    if k is None and len(task.k) > 1:
        told = " and ".join(f"k={each} ({name})" for each, name in task.k.items())
        raise LogError(f"{task.task}: the logs ask for {told}: choose one with -k.")
    drawn = k or next(iter(task.k), 1)
    counts = counts_of(task, headline_of(task))
    most = max(int(each.rollouts.max()) for each in counts.values())
    if most < drawn:
        raise LogError(
            f"{task.task}: k={drawn} is more than the {most} scored rollouts of any challenge: "
            "run more rollouts, or ask for less with -k."
        )
    return drawn


def _scorer(task: TaskLogs) -> str:
    scoring = task.scoring
    if scoring.threshold is None:
        return scoring.success
    return f"{scoring.success} >= {scoring.threshold:g}"


def _pairs(
    task: TaskLogs, agents: list[str], k: int, quantity: Quantity
) -> tuple[Comparison | Refusal, ...]:
    counts = counts_of(task, headline_of(task))
    ordered = {agent: counts[agent] for agent in agents}
    return compare_agents(ordered, k, quantity=quantity) if len(ordered) > 1 else ()


def _notes(rows: Iterable[Row], k: int) -> Iterable[str]:
    for row in rows:
        if row.missing:
            yield (
                f"{row.agent}: {row.missing} of {row.challenges} challenges have fewer than "
                f"k={k} scored rollouts and are in no reliability."
            )
        if row.rank is None:
            yield f"{row.agent}: has no rank; no challenge has k={k} rollouts of every agent."
