"""Numbers beside the verdict that help to understand it. None of them decides."""

import math

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from codebench.rollout import measure
from codebench.scorers import explain
from codebench.scorers.metrics import UNSCORED, numbers
from codebench.statistics.partial_credit import proxy, share_broken, share_passed, spared_calls
from codebench.verdict import Blame, TestKind, Verdict

__all__ = ["diagnostics"]

_SEVERITY = {"LOW": 0.05, "MEDIUM": 0.15, "HIGH": 0.3, "UNDEFINED": 0.05}
"""What one finding takes off the static score."""


@scorer(metrics=[numbers()])
def diagnostics() -> Scorer:
    """Shares and counts of one rollout, and what follows from them.

    pass_rate is functional tests passed over functional tests. regression_rate is visible tests
    broken over all tests. tool_efficiency is max(0, 1 - tool_calls/20). single_rollout_proxy is
    pass_rate x (1 - regression_rate) x tool_efficiency. static_score starts at 1 and loses 0.3,
    0.15 or 0.05 for each finding of high, medium or low severity, down to 0; it is missing where
    Bandit could not read the code. exploits_repelled is a share, missing where there are no
    exploits. unscored is 1 for a rollout without a verdict, which has none of the others, and 0
    for any other.
    """

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        verdict = await measure(state)
        found = _numbers(verdict, _tool_calls(state))
        if verdict.blame is not Blame.UNSCORED:
            return Score(value=dict(found), explanation=explain.diagnostics(verdict))
        # Not NaN as a whole: Inspect would keep it from the metric that counts these rollouts.
        nothing = dict.fromkeys(found, math.nan) | {UNSCORED: 1.0}
        return Score(
            value=dict(nothing), reason=verdict.unscored, explanation=explain.whole(verdict)
        )

    return score


def _tool_calls(state: TaskState) -> int:
    return sum(
        len(message.tool_calls or []) for message in state.messages if message.role == "assistant"
    )


def _numbers(verdict: Verdict, tool_calls: int) -> dict[str, float]:
    broken = [test for test in verdict.of_kind(TestKind.REGRESSION) if not test.passed]
    passed = _share(verdict, TestKind.FUNCTIONAL, empty=0.0)
    regressions = share_broken(len(broken), len(verdict.tests))
    efficiency = spared_calls(tool_calls)
    return {
        "pass_rate": passed,
        "regression_rate": regressions,
        "tool_calls": float(tool_calls),
        "tool_efficiency": efficiency,
        "single_rollout_proxy": proxy(passed, regressions, efficiency),
        "static_score": _static_score(verdict),
        "exploits_repelled": _share(
            verdict, TestKind.EXPLOIT, empty=math.nan if verdict.tests else 0.0
        ),
        UNSCORED: 0.0,
    }


def _share(verdict: Verdict, kind: TestKind, empty: float) -> float:
    tests = verdict.of_kind(kind)
    return share_passed(sum(test.passed for test in tests), len(tests)) if tests else empty


def _static_score(verdict: Verdict) -> float:
    if not verdict.tests or verdict.static_error:
        return math.nan
    return max(0.0, 1.0 - sum(_SEVERITY[finding.severity] for finding in verdict.findings))
