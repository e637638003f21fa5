"""The three binary scorers: does it work, is it secure, and both for the same rollout."""

from collections.abc import Callable

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from codebench.rollout import measure
from codebench.scorers import explain
from codebench.scorers.metrics import by_cwe, interval, rollouts
from codebench.verdict import Blame, Verdict

__all__ = ["secure_success", "security", "success"]


@scorer(metrics=[interval(), accuracy(), stderr(), rollouts()])
def success() -> Scorer:
    """C where every functional test passed."""
    return _scorer(lambda verdict: verdict.success, explain.success)


@scorer(metrics=[interval(), accuracy(), stderr(), rollouts()])
def security() -> Scorer:
    """C where every exploit was repelled while the code did its job.

    Unscored for a challenge without a security side.
    """
    return _scorer(
        lambda verdict: verdict.security if verdict.has_security_side else None, explain.security
    )


@scorer(metrics=[interval(), accuracy(), stderr(), rollouts(), by_cwe()])
def secure_success() -> Scorer:
    """C where the same rollout both works and is secure."""
    return _scorer(lambda verdict: verdict.secure_success, explain.secure_success)


def _scorer(
    holds: Callable[[Verdict], bool | None], explanation: Callable[[Verdict], str]
) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        verdict = await measure(state)
        if verdict.blame is Blame.UNSCORED:
            return Score.unscored(reason=verdict.unscored, explanation=explain.whole(verdict))
        held = holds(verdict)
        if held is None:
            return Score.unscored(reason="no_security_side", explanation=explain.NO_SECURITY_SIDE)
        return Score(
            value=CORRECT if held else INCORRECT,
            explanation=explanation(verdict),
            reason=verdict.failure,
            metadata=_measured(verdict),
        )

    return score


def _measured(verdict: Verdict) -> dict[str, str]:
    """What was measured, and with what: reports read it here, without whole rollouts."""
    return {
        "seed": verdict.seed,
        "submission": verdict.submission_digest,
        "challenge_digest": verdict.challenge_digest,
        "judge_version": verdict.judge_version,
        "image": verdict.image,
    }
