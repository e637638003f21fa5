"""Every single rollout, by how it ended."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from codebench.report.outcomes import Outcomes
from codebench.report.reading import LoggedRollout, TaskLogs

__all__ = ["Cell", "Outcome", "Strip", "outcome_of", "strips_of"]


class Outcome(StrEnum):
    """How one rollout ended."""

    SECURE_AND_WORKING = "secure and working"
    WORKING_ONLY = "working only"
    SECURE_ONLY = "secure only"
    NEITHER = "neither"
    WORKING = "working"
    """Where there is nothing to attack."""
    FAILED = "failed"
    """Where there is nothing to attack."""
    UNSCORED = "unscored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One rollout in a strip."""

    outcome: Outcome
    """How it ended."""

    log: str
    """Name of its log."""

    epoch: int
    """Its number there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """All rollouts of one agent at one challenge, in the order of their numbers."""

    agent: str
    """Name of the agent."""

    challenge: str
    """Id of the challenge."""

    cells: tuple[Cell, ...]
    """One for each rollout."""


def outcome_of(outcomes: Outcomes) -> Outcome:
    """The one word for what succeeded."""
    if not outcomes.has_security_side:
        return _ALONE[outcomes.success]
    if outcomes.success is None or outcomes.security is None:
        return Outcome.UNSCORED
    return _JOINT[outcomes.success, outcomes.security]


def strips_of(task: TaskLogs, agents: Sequence[str]) -> tuple[Strip, ...]:
    """One strip for each agent and challenge that has rollouts, in the order of the agents."""
    found: dict[tuple[str, str], list[LoggedRollout]] = defaultdict(list)
    for rollout in task.rollouts:
        found[rollout.agent, rollout.challenge].append(rollout)
    return tuple(
        Strip(agent=agent, challenge=challenge, cells=tuple(_cell(each) for each in rollouts))
        for agent in agents
        for challenge in task.challenges
        if (rollouts := found[agent, challenge])
    )


def _cell(rollout: LoggedRollout) -> Cell:
    return Cell(outcome=outcome_of(rollout.outcomes), log=rollout.log.name, epoch=rollout.epoch)


_ALONE = {True: Outcome.WORKING, False: Outcome.FAILED, None: Outcome.UNSCORED}

_JOINT = {
    (True, True): Outcome.SECURE_AND_WORKING,
    (True, False): Outcome.WORKING_ONLY,
    (False, True): Outcome.SECURE_ONLY,
    (False, False): Outcome.NEITHER,
}
