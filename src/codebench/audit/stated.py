"""Figures that files state, against those that follow from the same files' rollouts."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from codebench.audit.measures import outcomes_of
from codebench.audit.model import Claim, Source
from codebench.audit.rollouts import UNKNOWN, Part, Rollouts
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import any_of_k, reliability
from codebench.statistics.partial_credit import Broken, broken_pass_at_k_each
from codebench.words import number

__all__ = ["MAX_K", "doubts"]

MAX_K = 10_000
"""Of figures that are computed; each further k costs time."""

_ROUNDING = 0.005
"""A stated figure may be off by this much."""

_TOLD = 0.0005
"""A formula explains a figure if it gives the same to this."""


def doubts(sources: Iterable[Source], rollouts: Rollouts) -> list[str]:
    """A sentence on every figure that does not follow from the rollouts of its file."""
    return [told for source in sources for told in _of_file(source, rollouts)]


def _of_file(source: Source, rollouts: Rollouts) -> Iterator[str]:
    for claim in source.claims:
        stated = f"{claim.agent}: {source.path.name} states {claim.name} = {claim.value:.4g}"
        whole = (source.first, source.rollouts) if source.rollouts else (0, len(rollouts))
        part = rollouts.told(source.format, claim.agent, *whole)
        if part is None:
            yield f"{stated}, and no file given has a rollout of this agent"
        elif not 0 <= claim.value <= 1:
            yield f"{stated}, which is no share"
        elif told := _doubt(claim, part):
            yield stated + told


def _doubt(claim: Claim, part: Part) -> str | None:
    readings = [outcomes_of(part), outcomes_of(part, unscored_fail=True)]
    allowing = [counts for counts in readings if counts.rollouts.max() >= claim.k]
    if not allowing:
        most = number(int(readings[1].rollouts.max()), "rollout")
        told = f", but no task has more than {most}: k > n, which no estimate allows"
        return told + _explanation(claim, part)
    if claim.k > MAX_K:
        return f", which is not checked: k is above {MAX_K:,}"
    if any(abs(claim.value - value) <= _ROUNDING for value in _honest(claim.k, allowing)):
        return None
    found = float(reliability(allowing[0], claim.k))
    return f"; its rollouts give {found:.4f}{_explanation(claim, part)}"


def _honest(k: int, readings: Iterable[Counts]) -> Iterator[float]:
    """What may be stated: unscored rollouts left out or failed; for k = 1 the overall share too."""
    for counts in readings:
        yield float(reliability(counts, k))
        if k == 1:
            yield float(counts.successes.sum() / counts.rollouts.sum())


def _explanation(claim: Claim, part: Part) -> str:
    """The first wrong formula that gives the stated figure, in words."""
    counts = outcomes_of(part)
    tried = counts.rollouts > 0
    if not tried.any() or claim.k > MAX_K:
        return ""
    counts = counts.where(tried)
    for words, formula in _FORMULAS.items():
        if abs(formula(counts, claim.k) - claim.value) <= _TOLD:
            return f". {words} gives just this"
    for variant in Broken:
        value = _of_tests(part, claim.k, variant)
        if abs(value - claim.value) <= _TOLD:
            return f". Taking the tests of a rollout for rollouts ({variant}) gives just this"
    return ""


def _lowered(counts: Counts, k: int) -> float:
    """Each task with the largest k that it allows: with n < k, whether it was ever solved."""
    short = counts.rollouts < k
    padded = any_of_k(Counts(counts.successes, np.maximum(counts.rollouts, k)), k)
    return float(np.where(short, counts.successes > 0, padded).mean())


def _plugged_in(counts: Counts, k: int) -> float:
    return float((1 - (1 - counts.successes / counts.rollouts) ** k).mean())


def _certain(counts: Counts, k: int) -> float:
    """A task with fewer than k failures is given 1, even one without any success."""
    failures = counts.rollouts - counts.successes
    padded = any_of_k(Counts(counts.successes, np.maximum(counts.rollouts, k)), k)
    return float(np.where(failures < k, 1.0, padded).mean())


def _of_tasks(counts: Counts, k: int) -> float:
    """Tasks in the place of rollouts: n tasks, c of them solved."""
    if k > len(counts):
        return math.nan
    solved = Counts(np.array([(counts.successes > 0).sum()]), np.array([len(counts)]))
    return float(any_of_k(solved, k)[0])


_FORMULAS: Mapping[str, Callable[[Counts, int], float]] = {
    "Lowering k to n": _lowered,
    "Giving 1 to every task with fewer than k failures": _certain,
    "Taking the tasks for rollouts of one task": _of_tasks,
    "1 - (1 - c/n)^k, which is biased,": _plugged_in,
}
"""Mistakes that were made in public; the words begin a sentence."""


def _of_tests(part: Part, k: int, variant: Broken) -> float:
    chosen = (part.success != UNKNOWN) & (part.total > 0)
    if not chosen.any():
        return math.nan
    each = broken_pass_at_k_each(part.passed[chosen], part.total[chosen], k, variant)
    return math.nan if np.isnan(each).all() else float(np.nanmean(each))
