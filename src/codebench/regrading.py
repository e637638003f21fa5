"""Grades the submissions of an old log with today's tests, and says what changed and why."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from inspect_ai.log import EvalLog, EvalSample

from codebench.catalogue import lookup
from codebench.grading import grade
from codebench.logs import rescore
from codebench.rollout import Rollout
from codebench.sandbox.runner import Runner
from codebench.side_by_side import side_by_side
from codebench.verdict import Blame, Verdict

__all__ = ["Regraded", "regrade"]


@dataclass(frozen=True, slots=True)
class Regraded:
    """One submission, and the verdicts on it."""

    sample: str
    epoch: int
    before: Verdict | None
    """None where the log holds none."""
    after: Verdict

    @property
    def changed(self) -> bool:
        """Whether it counts differently now."""
        return self.before is None or _counts(self.before) != _counts(self.after)

    @property
    def causes(self) -> tuple[str, ...]:
        """What is different between the two gradings; empty: nothing, so chance decided."""
        before, after = self.before, self.after
        if before is None:
            return ("it was not graded before",)
        return tuple(_causes(before, after))


def _counts(verdict: Verdict) -> tuple[str | None, bool, bool]:
    unscored = verdict.blame is Blame.UNSCORED
    return (verdict.unscored, not unscored and verdict.success, not unscored and verdict.security)


def _causes(before: Verdict, after: Verdict) -> Iterator[str]:
    if before.challenge_digest != after.challenge_digest:
        versions = f"version {before.challenge_version} then, {after.challenge_version} now"
        yield f"the challenge ({versions})"
    if before.judge_version != after.judge_version:
        yield f"the judge (version {before.judge_version} then, {after.judge_version} now)"
    elif before.image != after.image:
        yield "the grading image"
    if before.seed != after.seed:
        yield "the seed"
    if Blame.UNSCORED in {before.blame, after.blame}:
        yield "a fault of the infrastructure"


def regrade(
    log: EvalLog,
    runner: Runner,
    *,
    workers: int,
    new_seeds: bool = False,
    progress: Callable[[Regraded], None] = lambda _: None,
) -> tuple[EvalLog, tuple[Regraded, ...]]:
    """Grade every submission of a log again and score the log with the new verdicts.

    No model is called; all but verdicts and scores stays, and so does what has no submission.

    Args:
        log: With its samples; it is changed.
        runner: Starts the judges.
        workers: Judges at a time.
        new_seeds: Whether to draw new seeds instead of replaying the old ones.
        progress: Called for each submission that was graded.

    Returns the log, and what became of each submission, in the order of the log.

    Raises:
        ChallengeError: A challenge of the log is not known here.
    """
    samples = [sample for sample in log.samples or [] if _rollout(sample).submission is not None]
    for sample in samples:
        lookup(str(sample.id))  # before any is graded
    grade_again = partial(_graded_again, runner=runner, new_seeds=new_seeds)
    regraded = []
    for result in side_by_side(grade_again, samples, runner, workers):
        regraded.append(result)
        progress(result)
    _enter(samples, regraded)
    log.eval.metadata = {**(log.eval.metadata or {}), "regraded": time.strftime("%Y-%m-%d")}
    return rescore(log), tuple(regraded)


def _rollout(sample: EvalSample) -> Rollout:
    return sample.store_as(Rollout)


def _graded_again(sample: EvalSample, *, runner: Runner, new_seeds: bool) -> Regraded:
    rollout = _rollout(sample)
    before = rollout.verdict if isinstance(rollout.verdict, Verdict) else None  # of another version
    seed = before.seed if before and not new_seeds else None
    if rollout.submission is None:
        raise AssertionError("not reached")
    after = grade(lookup(str(sample.id)), rollout.submission, runner, seed=seed or None)
    return Regraded(str(sample.id), sample.epoch, before, after)


def _enter(samples: Sequence[EvalSample], regraded: Sequence[Regraded]) -> None:
    for sample, result in zip(samples, regraded, strict=True):
        key = f"{Rollout.__name__}:verdict"
        sample.store[key] = result.after.model_dump(mode="json", exclude_none=True)
