"""Scored rollouts and successes of each challenge: all that the estimators need."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Counts", "Floats", "Ints", "Mask", "check_draw", "check_outcomes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How the rollouts of each challenge of one agent ended; position i is challenge i."""

    successes: Ints
    """c, shape (challenges,): rollouts that succeeded."""

    rollouts: Ints
    """n, shape (challenges,): scored rollouts; 0 where all are unscored or missing."""

    def __post_init__(self) -> None:
        successes, rollouts = _whole(self.successes), _whole(self.rollouts)
        if successes.ndim != 1 or successes.shape != rollouts.shape or successes.size == 0:
            raise ValueError("counts need one n and one c for each of at least one challenge")
        if not ((successes >= 0) & (successes <= rollouts)).all():
            worst = int(np.argmax((successes < 0) | (successes > rollouts)))
            raise ValueError(
                f"challenge {worst} has {successes[worst]} successes in {rollouts[worst]} "
                "rollouts: give 0 <= successes <= rollouts"
            )
        for name, value in (("successes", successes), ("rollouts", rollouts)):
            value.setflags(write=False)
            object.__setattr__(self, name, value)

    @classmethod
    def common(cls, successes: ArrayLike, rollouts: int) -> Self:
        """Counts of challenges that all have the same number of scored rollouts.

        Args:
            successes: c, shape (challenges,).
            rollouts: n, the same for every challenge.

        Raises:
            ValueError: No challenge, or c outside 0..n.
        """
        counts = _whole(successes)
        return cls(counts, np.full(counts.shape, rollouts))

    @classmethod
    def of(cls, outcomes: ArrayLike) -> Self:
        """Counts of an array of outcomes.

        Args:
            outcomes: Shape (challenges, rollouts): 1 for a success, 0 for a failure, NaN for a
                rollout that is unscored or does not exist.

        Raises:
            ValueError: Not such an array, or without a challenge.
        """
        array = check_outcomes(outcomes)
        successes = np.count_nonzero(array == 1, axis=1)
        return cls(successes, array.shape[1] - np.count_nonzero(np.isnan(array), axis=1))

    def __len__(self) -> int:
        return self.rollouts.size

    def drawable(self, k: int) -> Mask:
        """Which challenges have k scored rollouts to draw, shape (challenges,).

        Raises:
            ValueError: k is below 1 or above n for every challenge. k is never lowered.
        """
        check_draw(k)
        enough = self.rollouts >= k
        if not enough.any():
            raise ValueError(
                f"k={k} is more than the {self.rollouts.max()} scored rollouts of any challenge: "
                "run more rollouts or ask for a smaller k"
            )
        return enough

    def where(self, mask: Mask) -> Self:
        """Counts of the challenges where the mask, shape (challenges,), is true.

        Raises:
            ValueError: It is true nowhere.
        """
        return type(self)(self.successes[mask], self.rollouts[mask])

    def histogram(self) -> tuple["Counts", Ints]:
        """Distinct pairs (n, c), in rising order, and how many challenges share each."""
        base = int(self.rollouts.max()) + 1
        codes, shared = np.unique(self.rollouts * base + self.successes, return_counts=True)
        return Counts(codes % base, codes // base), shared


def check_draw(k: int) -> None:
    """Check that k rollouts can be drawn at all.

    Raises:
        ValueError: k is not a whole number of at least 1.
    """
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise ValueError(f"k={k}: draw a whole number of rollouts, at least 1")


def check_outcomes(outcomes: ArrayLike) -> Floats:
    """Outcomes as an array of shape (challenges, rollouts).

    Raises:
        ValueError: Not two-dimensional, without a challenge, or with a value other than 0, 1, NaN.
    """
    array = np.asarray(outcomes, dtype=np.float64)
    if array.ndim != 2 or len(array) == 0:  # noqa: PLR2004 -- challenges and rollouts
        raise ValueError("outcomes need one row for each challenge and one column for each rollout")
    if not ((array == 0) | (array == 1) | np.isnan(array)).all():
        raise ValueError("an outcome is 1 (success), 0 (failure) or NaN (unscored), nothing else")
    return array


def _whole(values: ArrayLike) -> Ints:
    array = np.asarray(values)
    if array.dtype.kind != "i" and not (np.isfinite(array) & (array == np.floor(array))).all():
        raise ValueError("counts of rollouts are whole numbers: round or drop the others")
    return array.astype(np.int64)
