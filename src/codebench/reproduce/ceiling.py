"""How well can m rollouts foretell reliability@k? Exact rank correlations."""

import numpy as np
from scipy.special import betaln, comb
from scipy.stats import spearmanr

from codebench.statistics.counts import Counts, Floats
from codebench.statistics.estimators import any_of_k

__all__ = ["attainable", "ceiling"]


def ceiling(a: float, b: float, seen: int, rollouts: int, k: int) -> float:
    """Spearman's correlation of two measures of a task, over a population of tasks.

    One is the share of successes in `seen` rollouts, the other reliability@k of `rollouts` others.
    A task's chance of success is drawn from Beta(a, b); ties get middle ranks.
    """
    x, y = np.arange(seen + 1)[:, None], np.arange(rollouts + 1)[None, :]
    log_mass = betaln(a + x + y, b + seen + rollouts - x - y) - betaln(a, b)
    mass = comb(seen, x) * comb(rollouts, y) * np.exp(log_mass)
    reliable = any_of_k(Counts.common(np.arange(rollouts + 1), rollouts), k)
    values, place = np.unique(reliable, return_inverse=True)
    joint = np.zeros((seen + 1, len(values)))
    np.add.at(joint.T, place, mass.T)  # numbers of successes with the same reliability are a tie
    return _correlation(joint, _middle_ranks(joint.sum(axis=1)), _middle_ranks(joint.sum(axis=0)))


def _middle_ranks(mass: Floats) -> Floats:
    return np.cumsum(mass) - mass / 2


def _correlation(joint: Floats, rows: Floats, columns: Floats) -> float:
    of_rows, of_columns = joint.sum(axis=1), joint.sum(axis=0)
    x, y = rows - of_rows @ rows, columns - of_columns @ columns
    return float(x @ joint @ y / np.sqrt((of_rows @ x**2) * (of_columns @ y**2)))


def attainable(target: Floats) -> float:
    """The largest Spearman correlation that any ranking without ties can have with these values."""
    order = np.argsort(np.argsort(target, kind="stable"), kind="stable")
    return float(spearmanr(order, target).statistic)
