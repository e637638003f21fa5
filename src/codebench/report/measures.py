"""What is counted as success, and the counts of each agent by it."""

from enum import StrEnum

import numpy as np

from codebench.report.outcomes import Outcomes
from codebench.report.reading import TaskLogs
from codebench.statistics.counts import Counts, Mask

__all__ = ["Measure", "counts_of", "given_to", "headline_of", "held"]


class Measure(StrEnum):
    """What a rollout must do to count."""

    SUCCESS = "success"
    """It works."""

    SECURITY = "security"
    """It repels every attack."""

    SECURE_SUCCESS = "secure_success"
    """It works and is secure."""


def headline_of(task: TaskLogs) -> Measure:
    """Secure success, or success where the task has no security side."""
    return Measure.SECURE_SUCCESS if task.has_security_side else Measure.SUCCESS


def counts_of(task: TaskLogs, measure: Measure) -> dict[str, Counts]:
    """Counts of each agent; position i is the task's challenge i, and n = 0 where not tried."""
    agents = {agent: row for row, agent in enumerate(dict.fromkeys(task.agents))}
    places = {challenge: place for place, challenge in enumerate(task.challenges)}
    successes = np.zeros((len(agents), len(places)), np.int64)
    scored = np.zeros_like(successes)
    for rollout in task.rollouts:
        counts = held(rollout.outcomes, measure)
        if counts is not None:
            at = agents[rollout.agent], places[rollout.challenge]
            scored[at] += 1
            successes[at] += counts
    return {agent: Counts(successes[row], scored[row]) for agent, row in agents.items()}


def given_to(task: TaskLogs, agent: str) -> Mask:
    """Which challenges an agent's runs were about, whether they came to them or not."""
    own = zip(task.logs, task.agents, strict=True)
    given = {challenge for log, name in own if name == agent for challenge in log.challenges}
    return np.array([challenge in given for challenge in task.challenges])


def held(outcomes: Outcomes, measure: Measure) -> bool | None:
    """Whether a rollout counts; None where it is unscored."""
    if measure is Measure.SUCCESS:
        return outcomes.success
    return outcomes.security if measure is Measure.SECURITY else outcomes.secure_success
