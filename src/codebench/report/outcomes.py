"""From the scores that a log holds of a rollout to what succeeded."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from codebench.logs import LogError
from codebench.report.log_files import LogFile, Raw

__all__ = ["Outcomes", "Scoring", "scoring_of"]

_WORDS = {"C": 1.0, "I": 0.0, "N": 0.0, "P": 0.5}
_WORDS |= {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
"""Inspect's own reading of scores that are no numbers: P is partly correct, N is no answer."""

_LARGEST = 1e300
"""Scores above this are of no use, and whole numbers may be too large for a float."""

_NO_SIDE = "no_security_side"
"""Why the suite's scorer gives no score to a challenge that nobody can attack."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What succeeded in one rollout; None where that is not known."""

    success: bool | None
    """It works, or whatever the scorer of another suite looks for."""

    security: bool | None
    """It is secure. None as well where there is nothing to attack."""

    secure_success: bool | None
    """Both in one; success alone where there is nothing to attack."""

    has_security_side: bool
    """Whether there is something to attack."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """Which scores of a log count, and how."""

    success: str
    """Name of the scorer that decides over success."""

    suite: bool
    """Whether it is the suite's own, which has `security` and `secure_success` beside it."""

    security: bool
    """Whether the log has a security side at all."""

    threshold: float | None
    """Success is a score of this or more; None: scores are binary."""

    def outcomes(self, log: LogFile, row: Raw) -> Outcomes:
        """What succeeded in one rollout.

        Raises:
            LogError: A score is not binary, and there is no threshold.
        """
        scores: Mapping[str, Raw] = _plain_names(row["scores"])
        if row["error"] and not _scores_errors(log):
            scores = {}
        success = self._held(log, scores, self.success)
        if not (self.suite and self.security):
            return Outcomes(success, None, success, has_security_side=False)
        if (scores.get("security") or {}).get("reason") == _NO_SIDE:
            return Outcomes(success, None, success, has_security_side=False)
        security = self._held(log, scores, "security")
        both = self._held(log, scores, "secure_success")
        return Outcomes(success, security, both, has_security_side=True)

    def _held(self, log: LogFile, scores: Mapping[str, Raw], name: str) -> bool | None:
        value = _value(scores, name)
        number = _number(value)
        if value is None or (number is not None and math.isnan(number)):
            return None
        if number is not None and self.threshold is not None:
            return number >= self.threshold
        if number in {0.0, 1.0}:
            return number == 1
        if number is None:
            raise LogError(
                f"{log.path}: the score {str(value)[:60]!r} of {name} is no number, so nothing "
                "says what succeeds: name another scorer with --scorer."
            )
        raise LogError(
            f"{log.path}: the score {number:g} of {name} is neither success nor failure: "
            "say with --threshold from which score on a rollout succeeds."
        )


def scoring_of(log: LogFile, scorer: str | None, threshold: float | None) -> Scoring:
    """Which scores of a log count.

    Args:
        log: An opened log.
        scorer: The user's choice, `NAME` or `NAME.KEY` for one of several values of a scorer.
        threshold: The user's, if any.

    Raises:
        LogError: The log has no such scorer, or several and none was chosen.
    """
    names = _names(log)
    if scorer is None and {"success", "diagnostics"} <= names:
        security = {"security", "secure_success"} <= names
        return Scoring("success", suite=True, security=security, threshold=threshold)
    if scorer is not None and scorer not in names:
        raise LogError(f"{log.path}: has no scorer {scorer}; there are {_listed(names)}.")
    if not names:
        raise LogError(f"{log.path}: holds no scores; `inspect score` adds them.")
    if scorer is None and len(names) > 1:
        raise LogError(
            f"{log.path}: has several scorers; choose one with --scorer: {_listed(names)}."
        )
    chosen = scorer or next(iter(names))
    return Scoring(chosen, suite=False, security=False, threshold=threshold)


def _names(log: LogFile) -> set[str]:
    """Scorers, and the keys of those that give several values."""
    found = {each["name"].removeprefix("codebench/") for each in log.spec.get("scorers") or []}
    for row in log.rows:
        for name, score in _plain_names(row["scores"]).items():
            value = score.get("value")
            keys = [f"{name}.{key}" for key in value] if isinstance(value, dict) else [name]
            found |= set(keys)
            if isinstance(value, dict) and name != "diagnostics":
                found.discard(name)
    return found


def _value(scores: Mapping[str, Raw], name: str) -> Any:
    if name in scores:
        return scores[name].get("value")
    scorer, _, key = name.rpartition(".")
    value = (scores.get(scorer) or {}).get("value")
    return value.get(key) if isinstance(value, dict) else None


def _number(value: Any) -> float | None:
    if isinstance(value, (bool, int, float)):
        return math.inf if value > _LARGEST else float(max(value, -_LARGEST))
    if not isinstance(value, str):
        return None
    known = _WORDS.get(value, _WORDS.get(value.lower()))
    if known is not None:
        return known
    try:
        return float(value)
    except ValueError:
        return None


def _scores_errors(log: LogFile) -> bool:
    """Whether the run was told to score rollouts that end in an error."""
    return bool((log.spec.get("config") or {}).get("score_on_error"))


def _plain_names(scores: Mapping[str, Raw]) -> dict[str, Raw]:
    return {name.removeprefix("codebench/"): score for name, score in scores.items()}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
