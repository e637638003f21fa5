"""Which agents change places when another figure is looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scipy.stats import kendalltau

from codebench.audit.measures import Agent, metrics_of

__all__ = ["Order", "orders"]


@dataclass(frozen=True, slots=True)
class Order:
    """The order of agents by one figure, against that by strict success."""

    agents: int
    """That have both figures."""
    tau: float
    """Kendall's tau-b: 1 for the same order, -1 for the opposite; ties lower it."""
    swapped: tuple[tuple[str, str], ...]
    """Pairs whose order is reversed; the one with more strict success first."""
    merged: tuple[tuple[str, str], ...]
    """Pairs that strict success tells apart, and that are equal here."""
    parted: tuple[tuple[str, str], ...]
    """Pairs that are equal by strict success; the one that is ahead here first."""


def orders(agents: Sequence[Agent]) -> dict[str, Order]:
    """For each figure the order that it puts the agents in.

    Figures that fewer than two agents have, and those in which all tie, are left out.
    """
    figures = {agent.name: metrics_of(agent) for agent in agents}
    names = dict.fromkeys(name for own in figures.values() for name in own if name != "success")
    found = {}
    for name in names:
        values = {
            agent: (round(own["success"], 9), round(own[name], 9))
            for agent, own in figures.items()
            if name in own
        }
        order = _order(values)
        if order:
            found[name] = order
    return found


def _order(values: dict[str, tuple[float, float]]) -> Order | None:
    strict, other = ([pair[side] for pair in values.values()] for side in (0, 1))
    if len(set(strict)) < 2 or len(set(other)) < 2:  # noqa: PLR2004 -- an order needs two
        return None
    swapped, merged, parted = [], [], []
    for (one, first), (two, second) in combinations(values.items(), 2):
        by_success, by_other = first[0] - second[0], first[1] - second[1]
        pair = (one, two) if (by_success or by_other) > 0 else (two, one)
        if by_success * by_other < 0:
            swapped.append(pair)
        elif by_success and not by_other:
            merged.append(pair)
        elif by_other and not by_success:
            parted.append(pair)
    tau = float(kendalltau(strict, other).statistic)
    return Order(len(values), tau, tuple(swapped), tuple(merged), tuple(parted))
