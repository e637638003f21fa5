"""What an earlier run tells about one that is planned."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from codebench.logs import LogError
from codebench.report.measures import Measure, counts_of, headline_of
from codebench.report.reading import LoggedRollout, TaskLogs, read
from codebench.statistics.counts import Counts
from codebench.statistics.mix import Mix

__all__ = ["Pilot", "read_pilot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilot:
    """One agent's run of one task."""

    task: str
    """Name of the task."""

    agent: str
    """Name of the agent."""

    measure: Measure
    """What counts as success: secure success where the task has a security side."""

    counts: Counts
    """Scored rollouts and successes of each challenge."""

    k: int | None
    """Rollouts drawn, as the log says; None where it does not."""

    unscored: int
    """Rollouts that tell nothing of success."""

    cost_per_rollout: float | None
    """US dollars, the mean of the rollouts that it is known of; None where there is none."""

    tokens_per_rollout: float | None
    """Likewise, of all models that the agent used."""

    @property
    def mix(self) -> Mix:
        """Chances of success that fit the counts."""
        return Mix.of_pilot(self.counts)


def read_pilot(path: Path) -> Pilot:
    """Read the log of a run, or a folder with the logs of one agent at one task.

    Raises:
        LogError: It cannot be read, holds several tasks or agents, or no scored rollout.
    """
    tasks = read([path]).tasks
    if len(tasks) != 1:
        _refuse(path, "tasks", (task.task for task in tasks))
    (task,) = tasks
    (agent, *others) = dict.fromkeys(task.agents)
    if others:
        _refuse(path, "agents", (agent, *others))
    measure = headline_of(task)
    counts = counts_of(task, measure)[agent]
    scored = int(counts.rollouts.sum())
    if not scored:
        raise LogError(f"{path}: no rollout is scored, so that nothing can be planned from it.")
    return Pilot(
        task=task.task,
        agent=agent,
        measure=measure,
        counts=counts,
        k=_k(task),
        unscored=len(task.rollouts) - scored,
        cost_per_rollout=_mean(task.rollouts, lambda rollout: rollout.cost),
        tokens_per_rollout=_mean(task.rollouts, lambda rollout: rollout.tokens),
    )


def _refuse(path: Path, what: str, found: Iterable[str]) -> None:
    raise LogError(f"{path}: holds several {what} ({', '.join(found)}): give the log of one.")


def _k(task: TaskLogs) -> int | None:
    return next(iter(task.k)) if len(task.k) == 1 else None


def _mean(
    rollouts: Iterable[LoggedRollout], amount: Callable[[LoggedRollout], float | None]
) -> float | None:
    known = [value for rollout in rollouts if (value := amount(rollout)) is not None]
    return fmean(known) if known else None
