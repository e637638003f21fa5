"""From the rollouts of a challenge to reliability."""

from inspect_ai.scorer import (
    Score,
    ScoreReducer,
    mean_score,
    pass_at,
    pass_k,
    score_reducer,
    value_to_float,
)

__all__ = ["reducers", "reliability_at"]


@score_reducer
def reliability_at(k: int) -> ScoreReducer:
    """Reliability@k of one challenge: the chance that at least one of k rollouts succeeds.

    1 - C(n-c, k) / C(n, k) for n scored rollouts with c successes; unscored (NaN) where n < k.

    Args:
        k: Rollouts drawn.

    Source: Chen et al. 2021, arXiv 2107.03374, equation 1.
    """
    estimate, to_float = pass_at(k), value_to_float()

    def reduce(scores: list[Score]) -> Score:
        reduced = estimate(scores)
        scored = [score for score in scores if not _is_unscored(score)]
        successes = sum(to_float(score.value) >= 1 for score in scored)
        note = f"{successes} of {len(scored)} scored rollouts succeeded"
        unscored = len(scores) - len(scored)
        return reduced.model_copy(
            update={"explanation": f"{note}; {unscored} unscored." if unscored else f"{note}."}
        )

    return reduce


def _is_unscored(score: Score) -> bool:
    return isinstance(score.value, float) and score.value != score.value


def reducers(k: int) -> list[ScoreReducer]:
    """The mean (reliability@1), reliability@k and reliability^k.

    Inspect refuses `pass_k` with a k above the number of rollouts before anything runs.

    Args:
        k: Rollouts drawn, at least 1.

    Raises:
        ValueError: k is not a whole number of at least 1.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"k={k}: must be a whole number of rollouts, at least 1")
    return [mean_score()] if k == 1 else [mean_score(), reliability_at(k), pass_k(k)]
