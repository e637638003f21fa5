"""Working and secure together, rollout by rollout."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from codebench.statistics.counts import Floats, Ints, check_outcomes

__all__ = ["JointTable", "joint_counts", "joint_table", "secure_successes"]


@dataclass(frozen=True, slots=True)
class JointTable:
    """Rollouts by what their submission is. Only rollouts with both outcomes are in a cell."""

    secure_and_working: int
    """Secure, and every functional test passed."""

    working_only: int
    """Works, but an attack succeeded."""

    secure_only: int
    """Repelled every attack, but does not work."""

    neither: int
    """Does not work, and an attack succeeded."""

    missing: int
    """Success, security or both are unscored."""

    @property
    def scored(self) -> int:
        """Rollouts with both outcomes."""
        return self.secure_and_working + self.working_only + self.secure_only + self.neither

    @property
    def false_security_rate(self) -> float | None:
        """Share of the working rollouts that are not secure; None where none works.

        Who looks only at whether code works takes these for good.
        """
        return _share(self.working_only, self.secure_and_working)


def joint_table(success: ArrayLike, security: ArrayLike) -> JointTable:
    """Count the rollouts of all challenges. Arguments and errors as for `joint_counts`."""
    return JointTable(*(int(cell) for cell in joint_counts(success, security).sum(axis=0)))


def joint_counts(success: ArrayLike, security: ArrayLike) -> Ints:
    """Count the rollouts of each challenge.

    Args:
        success: Shape (challenges, rollouts): 1, 0, or NaN where unscored.
        security: The same rollouts in the same places.

    Returns:
        Shape (challenges, 5): secure and working, working only, secure only, neither, missing.
        An unscored rollout and a gap in the array look the same: both are missing.

    Raises:
        ValueError: Not two such arrays, or of different shapes.
    """
    works, safe = _same_rollouts(success, security)
    cells = ((1, 1), (1, 0), (0, 1), (0, 0))
    counts = [np.count_nonzero((works == w) & (safe == s), axis=1) for w, s in cells]
    return np.stack([*counts, works.shape[1] - np.sum(counts, axis=0)], axis=1)


def secure_successes(success: ArrayLike, security: ArrayLike) -> Floats:
    """Success and security of each rollout: 1 where both are, NaN where either is unscored.

    Arguments and errors as for `joint_counts`.

    Returns:
        Outcomes for `Counts.of`, shape (challenges, rollouts).
    """
    works, safe = _same_rollouts(success, security)
    return works * safe


def _same_rollouts(success: ArrayLike, security: ArrayLike) -> tuple[Floats, Floats]:
    works, safe = check_outcomes(success), check_outcomes(security)
    if works.shape != safe.shape:
        raise ValueError(
            f"success has shape {works.shape} and security {safe.shape}: "
            "give both for the same rollouts"
        )
    return works, safe


def _share(part: int, rest: int) -> float | None:
    return part / (part + rest) if part + rest else None
