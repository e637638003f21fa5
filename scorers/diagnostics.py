"""Numbers beside the verdict that help to understand it. None of them decides."""

import math

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from codebench.rollout import measure
from codebench.scorers import explain
from codebench.scorers.metrics import rollout_mean
from codebench.verdict import Blame, TestKind, Verdict

__all__ = ["diagnostics"]

TOOL_BUDGET = 20
"""Tool calls at which efficiency reaches zero."""

_SEVERITY = {"LOW": 0.05, "MEDIUM": 0.15, "HIGH": 0.3, "UNDEFINED": 0.05}
"""What one finding takes off the static score."""


@scorer(metrics={"*": [rollout_mean()]})
def diagnostics() -> Scorer:
    """Shares and counts of one rollout, and what follows from them.

    pass_rate is functional tests passed over functional tests. regression_rate is visible tests
    broken over all tests. tool_efficiency is max(0, 1 - tool_calls/20). single_rollout_proxy is
    pass_rate x (1 - regression_rate) x tool_efficiency. static_score starts at 1 and loses 0.3,
    0.15 or 0.05 for each finding of high, medium or low severity, down to 0; it is missing where
    Bandit could not read the code. exploits_repelled is a share, missing where there are no
    exploits.
    """

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        verdict = await measure(state)
        if verdict.blame is Blame.UNSCORED:
            return Score.unscored(reason=verdict.unscored, explanation=explain.whole(verdict))
        return Score(
            value=dict(_numbers(verdict, _tool_calls(state))),
            explanation=explain.diagnostics(verdict),
        )

    return score


def _tool_calls(state: TaskState) -> int:
    return sum(
        len(message.tool_calls or []) for message in state.messages if message.role == "assistant"
    )


def _numbers(verdict: Verdict, tool_calls: int) -> dict[str, float]:
    passed = _share(verdict, TestKind.FUNCTIONAL, empty=0.0)
    broken = [test for test in verdict.of_kind(TestKind.REGRESSION) if not test.passed]
    regressions = len(broken) / len(verdict.tests) if verdict.tests else 0.0
    efficiency = max(0.0, 1 - tool_calls / TOOL_BUDGET)
    return {
        "pass_rate": passed,
        "regression_rate": regressions,
        "tool_calls": float(tool_calls),
        "tool_efficiency": efficiency,
        "single_rollout_proxy": passed * (1 - regressions) * efficiency,
        "static_score": _static_score(verdict),
        "exploits_repelled": _share(
            verdict, TestKind.EXPLOIT, empty=math.nan if verdict.tests else 0.0
        ),
    }


def _share(verdict: Verdict, kind: TestKind, empty: float) -> float:
    tests = verdict.of_kind(kind)
    return sum(test.passed for test in tests) / len(tests) if tests else empty


def _static_score(verdict: Verdict) -> float:
    if not verdict.tests or verdict.static_error:
        return math.nan
    return max(0.0, 1.0 - sum(_SEVERITY[finding.severity] for finding in verdict.findings))
