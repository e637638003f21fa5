"""H3: does one rollout foretell reliability@k?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.stats import pearsonr, rankdata, spearmanr

from codebench.reproduce.ceiling import attainable, ceiling
from codebench.reproduce.model import Experiment, Number
from codebench.reproduce.simulator import AGENTS, SEED, TESTS, Simulated, many_rollouts
from codebench.statistics.counts import Counts, Floats
from codebench.statistics.estimators import any_of_k
from codebench.statistics.partial_credit import proxy, share_broken, share_passed, spared_calls

__all__ = ["MIXES", "Pairs", "experiment", "pairs"]

K, EACH = 5, 8
SEEDS = range(200)
CLAIMED = 0.70
"""The correlation that the claim speaks of."""
DRAWS = 10_000
MIXES = ((0.5, 0.5), (1.0, 1.0), (2.0, 2.0), (4.0, 1.0), (0.3, 1.5))
"""Populations of tasks: the chance of success is drawn from Beta(a, b)."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A task and an agent each; arrays have shape (30,)."""

    published: Floats
    """Proxy of the first rollout, with the tool calls of the last one."""
    aligned: Floats
    """Proxy of the first rollout, with its own tool calls."""
    target: Floats
    """Reliability@5 of all eight rollouts, the first one included."""
    held_out: Floats
    """Reliability@5 of the seven others."""


@cache
def pairs(seed: int) -> Pairs:
    """The experiment with one seed."""
    rollouts = many_rollouts(seed, EACH)
    groups: dict[tuple[int, str], list[Simulated]] = {}
    for each in rollouts:
        groups.setdefault((each.task, each.agent), []).append(each)
    ordered = [groups[task, agent] for task, agent in sorted(groups, key=_place)]
    return Pairs(
        published=np.array([_proxy(own[0], own[-1]) for own in ordered]),
        aligned=np.array([_proxy(own[0], own[0]) for own in ordered]),
        target=_reliability(ordered),
        held_out=_reliability([own[1:] for own in ordered]),
    )


def _place(key: tuple[int, str]) -> tuple[int, int]:
    return key[0], AGENTS.index(key[1])


def _proxy(tested: Simulated, called: Simulated) -> float:
    """Pass rate x (1 - regression rate) x tool efficiency."""
    rate = share_passed(tested.passed, TESTS)
    return proxy(rate, share_broken(tested.regressions, TESTS), spared_calls(called.tool_calls))


def _reliability(groups: Sequence[Sequence[Simulated]]) -> Floats:
    successes = [sum(each.success for each in own) for own in groups]
    return any_of_k(Counts.common(successes, len(groups[0])), K)


def experiment() -> Experiment:
    """The published pairing, and the one that the words describe."""
    return Experiment(
        name="h3",
        title="One rollout as a proxy of reliability@k",
        claim="A proxy of one rollout correlates with reliability@5 by less than 0.70: rho = 0.42.",
        published=tuple(_published()),
        corrected=(*_aligned(), *_over_seeds(), *_ceilings()),
        verdict=(
            "The figure holds for a proxy that mixes two rollouts: tests of the first, tool calls "
            "of the last. With the rollout's own tool calls the correlation is 0.31 and cannot be "
            "told from 0. And the claim could not have failed: 28 of 30 reliabilities are 0, so "
            "that no ranking whatever reaches more than 0.43. What one rollout can tell at best "
            "depends on the tasks; compare a proxy with that ceiling, not with 0.70."
        ),
    )


def _published() -> list[Number]:
    found = pairs(SEED)
    rho = spearmanr(found.published, found.target)
    linear = pearsonr(found.published, found.target).statistic
    return [
        Number("spearman", rho.statistic, "30 pairs of task and agent", "0.417"),
        Number("p", rho.pvalue, "two-sided", "0.0218"),
        Number("pearson", linear, "30 pairs of task and agent"),
    ]


def _aligned() -> list[Number]:
    found = pairs(SEED)
    low, high = _bootstrap(found.aligned, found.target)
    published_low, published_high = _bootstrap(found.published, found.target)
    rho = spearmanr(found.aligned, found.target)
    return [
        Number("aligned.spearman", rho.statistic, "tool calls of the same rollout"),
        Number("aligned.p", rho.pvalue, "two-sided"),
        Number("aligned.lower", low, f"95%, bootstrap of {DRAWS} draws"),
        Number("aligned.upper", high, f"95%, bootstrap of {DRAWS} draws"),
        Number("published.lower", published_low, "95% for the published pairing, bootstrap"),
        Number("published.upper", published_high, "95% for the published pairing, bootstrap"),
        Number(
            "held_out.spearman", _rho(found.aligned, found.held_out), "target from the other seven"
        ),
        Number("attainable", attainable(found.target), "largest correlation of any ranking"),
        Number("zeros", int(np.count_nonzero(found.target == 0)), "of 30 targets are 0"),
    ]


def _rho(first: Floats, second: Floats) -> float:
    """NaN where one side is all ties."""
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return float("nan")
    return float(spearmanr(first, second).statistic)


def _bootstrap(first: Floats, second: Floats) -> tuple[float, float]:
    """Percentiles over draws of pairs; draws in which one side is all ties tell nothing."""
    drawn = np.random.default_rng(SEED).integers(len(first), size=(DRAWS, len(first)))
    x, y = (_centred(rankdata(side[drawn], axis=1)) for side in (first, second))
    spread = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    rho = (x * y).sum(axis=1)[spread > 0] / spread[spread > 0]
    low, high = np.quantile(rho, [0.025, 0.975])
    return float(low), float(high)


def _centred(rows: Floats) -> Floats:
    centred: Floats = rows - rows.mean(axis=1, keepdims=True)
    return centred


def _over_seeds() -> Iterable[Number]:
    runs = [pairs(seed) for seed in SEEDS]
    about = f"over {len(SEEDS)} seeds"
    for name in ("published", "aligned"):
        rhos = np.array([_rho(getattr(run, name), run.target) for run in runs])
        yield Number(f"over_seeds.{name}.mean", np.nanmean(rhos), about)
        yield Number(
            f"over_seeds.{name}.below_0.70", float(np.mean(rhos < CLAIMED)), f"share {about}"
        )
    held_out = np.array([_rho(run.aligned, run.held_out) for run in runs])
    yield Number(
        "over_seeds.held_out.mean", np.nanmean(held_out), f"{about}, target from other rollouts"
    )
    reach = np.array([attainable(run.target) for run in runs])
    told = f"share {about} in which not even the perfect order reaches 0.70"
    yield Number("over_seeds.unattainable", float(np.mean(reach < CLAIMED)), told)


def _ceilings() -> Iterable[Number]:
    for a, b in MIXES:
        for seen in (1, 5):
            told = f"{seen} rollouts against reliability@5 of 8 others, tasks Beta({a}, {b}), exact"
            name = f"ceiling.beta_{a}_{b}.rollouts_{seen}"
            yield Number(name, ceiling(a, b, seen, EACH, K), told)
