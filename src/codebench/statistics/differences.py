"""A difference of two agents from the differences on each challenge."""

import math

import numpy as np

from codebench.statistics.counts import Floats
from codebench.statistics.wilson import student_quantile

__all__ = ["paired_t", "posterior_difference", "saturation"]


def paired_t(differences: Floats, level: float) -> tuple[float, float, float]:
    """Lower bound, upper bound and two-sided p-value of Student's paired t.

    Args:
        differences: First minus second estimate of each challenge, shape (challenges,); at least
            two, not all alike.
        level: Nominal coverage of the bounds, which are cut to -1..1.

    Source: Student 1908, doi 10.2307/2331554; for evaluations Miller 2024, arXiv 2411.00640.
    """
    error = float(differences.std(ddof=1)) / math.sqrt(differences.size)
    return _student(float(differences.mean()), error, differences.size, level)


def posterior_difference(
    draws: Floats, challenges: int, level: float
) -> tuple[float, float, float]:
    """Lower bound, upper bound and two-sided p-value from draws of a difference, shape (draws,).

    Mean +- t x SD of the draws, with t for the number of challenges. Quantiles of the draws miss
    the truth too often with few challenges: random weights spread less than new challenges would.

    Args:
        draws: Of a difference of two means under shared random weights.
        challenges: That the means are over; at least two.
        level: Nominal coverage of the bounds, which are cut to -1..1.
    """
    return _student(float(draws.mean()), float(draws.std()), challenges, level)


def saturation(first: Floats, second: Floats) -> str | None:
    """Why two agents' estimates on the same challenges cannot be compared; None where they can.

    A challenge that is at 0 for both agents, or at 1 for both, says nothing of which is better. A
    comparison needs two others.
    """
    ends = [int(np.count_nonzero((first == end) & (second == end))) for end in (0.0, 1.0)]
    left = first.size - sum(ends)
    if left > 1:
        return None
    what = "all" if left == 0 else "all but one"
    where = " and ".join(
        f"{count} at {end}" for count, end in zip(ends, (0, 1), strict=True) if count
    )
    return (
        f"{what} of the {first.size} shared challenges are saturated, {where} for both agents: "
        "take another k or challenges of another difficulty"
    )


def _student(mean: float, error: float, parts: int, level: float) -> tuple[float, float, float]:
    from scipy.special import stdtr  # noqa: PLC0415 -- slow to import, and often not needed

    half = student_quantile(level, parts) * error
    p_value = 2 * float(stdtr(parts - 1, -abs(mean) / error))
    return max(mean - half, -1.0), min(mean + half, 1.0), p_value
