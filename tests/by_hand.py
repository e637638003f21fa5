"""The figures of a report, worked out from whole logs in plain Python: another way to the same."""

from collections import defaultdict
from dataclasses import dataclass, field
from math import comb, exp, lgamma, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from inspect_ai.log import EvalSample, read_eval_log
from scipy.stats import t as student


@dataclass
class Hand:
    """All rollouts of one agent at one task: challenge to whole samples."""

    samples: dict[str, list[EvalSample]] = field(default_factory=lambda: defaultdict(list))

    def held(self, name: str) -> dict[str, tuple[int, int]]:
        """Scored rollouts and successes of each challenge by one scorer."""
        found = {}
        for challenge, samples in self.samples.items():
            values = [value_of(sample, name) for sample in samples]
            found[challenge] = (len(values) - values.count(None), values.count(True))
        return found


def value_of(sample: EvalSample, name: str) -> bool | None:
    score = (sample.scores or {}).get(name)
    if score is None or sample.error or score.value not in {"C", "I"}:
        return None
    return score.value == "C"


def by_hand(paths: list[Path]) -> dict[tuple[str, str], Hand]:
    """Task and agent to its rollouts."""
    found: dict[tuple[str, str], Hand] = defaultdict(Hand)
    for path in paths:
        log = read_eval_log(str(path))
        for sample in log.samples or []:
            found[log.eval.task, log.eval.model].samples[str(sample.id)].append(sample)
    return found


def each_of(counts: dict[str, tuple[int, int]], k: int, reading: str) -> dict[str, float]:
    """Estimates of the challenges with n >= k."""
    if reading == "any":
        return {c: 1 - comb(n - s, k) / comb(n, k) for c, (n, s) in counts.items() if n >= k}
    return {c: comb(s, k) / comb(n, k) for c, (n, s) in counts.items() if n >= k}


def mean_of(counts: dict[str, tuple[int, int]], k: int, reading: str) -> float:
    return fmean(each_of(counts, k, reading).values())


def envelope(counts: dict[str, tuple[int, int]], k: int, reading: str) -> tuple[float, float]:
    """Wilson's interval with an effective n, and the beta-binomial one: the outermost bounds."""
    one = _wilson(list(each_of(counts, k, reading).values()))
    two = _beta_binomial([pair for pair in counts.values() if pair[0] >= k], k, reading)
    return min(one[0], two[0]), max(one[1], two[1])


def _wilson(values: list[float]) -> tuple[float, float]:
    size, mean = len(values), fmean(values)
    if size == 1:
        return 0.0, 1.0
    variance = stdev(values) ** 2 / size
    spread = variance > 1e-24 and 0 < mean < 1
    effective = min(mean * (1 - mean) / variance, 1e9) if spread else size
    t = float(student.ppf(0.975, size - 1))
    scale = 1 + t * t / effective
    centre = (mean + t * t / (2 * effective)) / scale
    half = t * sqrt(mean * (1 - mean) / effective + t * t / (4 * effective**2)) / scale
    return max(centre - half, 0), min(centre + half, 1)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _beta_binomial(pairs: list[tuple[int, int]], k: int, reading: str) -> tuple[float, float]:
    grid = []
    for i in range(80):
        for j in range(50):
            mean, rho = (i + 0.5) / 80, (j + 0.5) / 50
            a, b = mean * (1 / rho - 1), (1 - mean) * (1 / rho - 1)
            base = _log_beta(a, b)
            weight = sum(_log_beta(a + c, b + n - c) - base for n, c in pairs)
            if reading == "any":
                value = 1 - exp(_log_beta(a, b + k) - base)
            else:
                value = exp(_log_beta(a + k, b) - base)
            grid.append((value, weight))
    top = max(weight for _, weight in grid)
    grid = sorted((value, exp(weight - top)) for value, weight in grid)
    total, sums, run = sum(weight for _, weight in grid), [], 0.0
    for _, weight in grid:
        run += weight
        sums.append(run / total)
    return _at(grid, sums, 0.025), _at(grid, sums, 0.975)


def _at(grid: list[tuple[float, float]], sums: list[float], share: float) -> float:
    place = next(i for i, each in enumerate(sums) if each >= share)
    if place == 0:
        return grid[0][0]
    part = (share - sums[place - 1]) / (sums[place] - sums[place - 1])
    return grid[place - 1][0] + part * (grid[place][0] - grid[place - 1][0])


def holm(values: list[float]) -> list[float]:
    """Adjusted p-values."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, worst = [0.0] * len(values), 0.0
    for step, place in enumerate(order):
        worst = max(worst, min(1.0, values[place] * (len(values) - step)))
        adjusted[place] = worst
    return adjusted


def verdict_of(sample: EvalSample) -> dict[str, Any]:
    verdict: dict[str, Any] = sample.store["Rollout:verdict"]
    return verdict
