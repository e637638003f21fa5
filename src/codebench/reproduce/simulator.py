"""The original report's simulated agents, draw for draw.

Its benchmark has ten tasks and three agents. Everything comes from Python's `random.Random` in an
order that these functions keep; with seed 42 they give the published rollouts.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["AGENTS", "SEED", "TASKS", "TESTS", "Simulated", "many_rollouts", "one_rollout"]

AGENTS = ("anote-code", "claude-code", "codex")
"""Names only: nothing of these products was run."""

SEED = 42
TASKS = 10
TESTS = 10
"""Tests of every rollout."""

_DIFFICULTIES = ("easy", "medium", "hard")
_WORKS = 0.95
"""A rollout is a success from this draw on, so that all ten tests pass."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """One rollout."""

    task: int
    agent: str
    number: int
    success: bool
    passed: int
    """Of `TESTS`."""
    regressions: int
    tool_calls: int
    milliseconds: float
    dollars: float


def one_rollout(seed: int = SEED) -> list[Simulated]:
    """The baseline: one rollout of each agent on each task."""
    master = random.Random(seed)  # noqa: S311 -- the published draws
    made = []
    for task in range(TASKS):
        master.choice(_DIFFICULTIES)
        for place, agent in enumerate(AGENTS):
            quality = master.uniform(0.3, 1.0)
            made.append(_rollout(task, agent, 0, quality, seed + 100 * task + place))
    return made


def many_rollouts(seed: int = SEED, each: int = 8) -> list[Simulated]:
    """The experiments on reliability: several rollouts of each agent on each task."""
    master = random.Random(seed)  # noqa: S311 -- the published draws
    made: list[Simulated] = []
    for task in range(TASKS):
        master.choice(_DIFFICULTIES)
        for place, agent in enumerate(AGENTS):
            skill = master.uniform(0.30, 1.0)
            spread = master.uniform(0.05, 0.25) * (1 - 0.5 * skill)
            first = seed + 1000 * task + 100 * place
            made += _attempts(task, agent, skill, spread, range(first, first + each))
    return made


def _attempts(
    task: int, agent: str, skill: float, spread: float, seeds: range
) -> Iterator[Simulated]:
    for number, seed in enumerate(seeds):
        noise = random.Random(seed).gauss(0, spread)  # noqa: S311 -- as above
        yield _rollout(task, agent, number, min(1.0, max(0.0, skill + noise)), seed)


def _rollout(task: int, agent: str, number: int, quality: float, seed: int) -> Simulated:
    draw = random.Random(seed)  # noqa: S311 -- the same seed again, as in the original
    passed = round(TESTS * quality)
    return Simulated(
        task=task,
        agent=agent,
        number=number,
        success=quality >= _WORKS,
        passed=passed,
        regressions=draw.randint(0, TESTS - passed),
        tool_calls=draw.randint(1, 15),
        milliseconds=draw.uniform(500, 5000),
        dollars=draw.uniform(0.001, 0.05),
    )
