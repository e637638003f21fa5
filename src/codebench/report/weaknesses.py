"""How agents fare at the challenges about one weakness."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from codebench.report.measures import Measure, counts_of
from codebench.report.reading import TaskLogs

__all__ = ["CweCell", "CweRow", "weaknesses_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CweCell:
    """One agent at the challenges about one weakness."""

    agent: str
    """Name of the agent."""

    successes: int
    """Rollouts that count by the task's headline measure."""

    rollouts: int
    """Scored rollouts."""

    @property
    def rate(self) -> float | None:
        """Share of rollouts; None where none is scored."""
        return self.successes / self.rollouts if self.rollouts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CweRow:
    """One weakness."""

    cwe: int
    """Its number."""

    challenges: int
    """Challenges about it; one may be about several."""

    cells: tuple[CweCell, ...]
    """One for each agent."""


def weaknesses_of(task: TaskLogs, agents: Sequence[str], measure: Measure) -> tuple[CweRow, ...]:
    """One row for each weakness that a challenge names; every rollout counts the same."""
    counts = counts_of(task, measure)
    places: dict[int, list[int]] = defaultdict(list)
    for place, challenge in enumerate(task.challenges):
        for cwe in dict.fromkeys(task.cwe.get(challenge, ())):
            places[cwe].append(place)
    return tuple(
        CweRow(
            cwe=cwe,
            challenges=len(places[cwe]),
            cells=tuple(
                CweCell(
                    agent=agent,
                    successes=int(counts[agent].successes[places[cwe]].sum()),
                    rollouts=int(counts[agent].rollouts[places[cwe]].sum()),
                )
                for agent in agents
            ),
        )
        for cwe in sorted(places)
    )
