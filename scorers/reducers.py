"""From the rollouts of a challenge to reliability."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from inspect_ai.scorer import (
    Score,
    ScoreReducer,
    mean_score,
    pass_at,
    pass_k,
    score_reducer,
    value_to_float,
)

__all__ = ["Tally", "reducers", "reliability_at"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a reduced score was made from. It is kept in the score's metadata, and so in the log."""

    k: int
    """Rollouts drawn."""

    rollouts: int
    """Scored rollouts of the challenge, n."""

    successes: int
    """Those of them that succeeded, c."""

    unscored: int
    """Rollouts that are neither success nor failure."""

    @classmethod
    def of(cls, score: Score) -> Self | None:
        """The tally of a reduced score; None where another reducer made it."""
        kept: dict[str, Any] = (score.metadata or {}).get(_KEY) or {}
        return cls(**kept) if kept else None

    def told(self) -> str:
        """The counts in words."""
        note = f"{self.successes} of {self.rollouts} scored rollouts succeeded"
        return f"{note}; {self.unscored} unscored." if self.unscored else f"{note}."


_KEY = "codebench"
"""Where the metadata of a reduced score keeps its tally."""


@score_reducer
def reliability_at(k: int) -> ScoreReducer:
    """Reliability@k of one challenge: the chance that at least one of k rollouts succeeds.

    1 - C(n-c, k) / C(n, k) for n scored rollouts with c successes; unscored (NaN) where n < k. The
    reduced score keeps n and c, so that a metric can tell the interval.

    Args:
        k: Rollouts drawn.

    Source: Chen et al. 2021, arXiv 2107.03374, equation 1.
    """
    estimate, to_float = pass_at(k), value_to_float()

    def reduce(scores: list[Score]) -> Score:
        reduced = estimate(scores)
        if not isinstance(reduced.value, int | float):  # several values, each with its own counts
            return reduced
        scored = [score for score in scores if not _is_unscored(score)]
        successes = sum(to_float(score.value) >= 1 for score in scored)
        tally = Tally(k, len(scored), successes, unscored=len(scores) - len(scored))
        return reduced.model_copy(
            update={"explanation": tally.told(), "metadata": {_KEY: asdict(tally)}}
        )

    return reduce


def _is_unscored(score: Score) -> bool:
    return isinstance(score.value, float) and score.value != score.value


def reducers(k: int) -> list[ScoreReducer]:
    """The mean, which is reliability@1, then reliability@k and reliability^k.

    Inspect refuses `pass_k` with a k above the number of rollouts before anything runs.

    Args:
        k: Rollouts drawn, at least 1.

    Raises:
        ValueError: k is not a whole number of at least 1.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"k={k}: must be a whole number of rollouts, at least 1")
    return [mean_score()] if k == 1 else [mean_score(), reliability_at(k), pass_k(k)]
