"""From records of rollouts to arrays and counts of challenges."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from codebench.statistics.counts import Counts, Floats
from codebench.statistics.records import Attempt, Key, keyed

__all__ = ["Agents", "Groups", "by_agent", "group", "unique"]

_K = TypeVar("_K", bound=Attempt)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Outcomes of rollouts, one row for each challenge and agent."""

    names: tuple[tuple[str, str], ...]
    """Challenge and agent of each row, sorted."""

    outcomes: Floats
    """Shape (rows, rollouts): 1, 0, or NaN where unscored; shorter rows end in NaN."""

    @property
    def counts(self) -> Counts:
        """Counts of each row."""
        return Counts.of(self.outcomes)


@dataclass(frozen=True, slots=True, eq=False)
class Agents:
    """Counts of several agents on the same challenges, in the same order."""

    challenges: tuple[str, ...]
    """Ids, sorted; every challenge that any agent was given."""

    counts: dict[str, Counts]
    """By agent; n = 0 where it has no scored rollout of a challenge."""


def group(records: Iterable[_K], outcome: Callable[[_K], bool | None]) -> Groups:
    """Outcomes of the rollouts by challenge and agent, in the order of their numbers.

    Args:
        records: One for each rollout.
        outcome: What is looked at, such as `lambda record: record.success`.

    Raises:
        ValueError: No record, or two of the same rollout.
    """
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (challenge, agent, _), record in sorted(unique(records).items(), key=lambda item: item[0]):
        value = outcome(record)
        found[challenge, agent].append(np.nan if value is None else float(value))
    outcomes = np.full((len(found), max(map(len, found.values()))), np.nan)
    for row, values in zip(outcomes, found.values(), strict=True):
        row[: len(values)] = values
    return Groups(tuple(found), outcomes)


def unique(records: Iterable[_K]) -> dict[Key, _K]:
    """Records by rollout.

    Raises:
        ValueError: No record, or two of the same rollout.
    """
    found = keyed(records)
    if not found:
        raise ValueError("there are no rollouts to estimate anything from: give at least one")
    return found


def by_agent(records: Iterable[_K], outcome: Callable[[_K], bool | None]) -> Agents:
    """Counts of every agent on one list of challenges. Arguments and errors as for `group`."""
    groups = group(records, outcome)
    counts = groups.counts
    challenges = sorted({challenge for challenge, _ in groups.names})
    agents = sorted({agent for _, agent in groups.names})
    shape = len(agents), len(challenges)
    successes, rollouts = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    rows = {agent: row for row, agent in enumerate(agents)}
    columns = {challenge: column for column, challenge in enumerate(challenges)}
    places = tuple(zip(*((rows[a], columns[c]) for c, a in groups.names), strict=True))
    successes[places], rollouts[places] = counts.successes, counts.rollouts
    return Agents(
        tuple(challenges),
        {agent: Counts(successes[row], rollouts[row]) for agent, row in rows.items()},
    )
