"""The record of one rollout in the log, and the one place where it is measured."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread
from inspect_ai.log import transcript
from inspect_ai.model import get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import StoreModel, concurrency
from pydantic import Field

from codebench.answer import read_files
from codebench.catalogue import committed, installed, lookup
from codebench.challenge import Challenge, ChallengeError
from codebench.environment import Grading, GradingUnavailable, choose, runner_for
from codebench.grading import grade
from codebench.sandbox.faults import EngineFault
from codebench.sandbox.runner import Runner
from codebench.submission import Submission, flaw
from codebench.verdict import Blame, Unscored, Verdict, unscored

__all__ = ["Rollout", "begin", "collect", "measure", "only_references", "only_stored"]


class Rollout(StoreModel):
    """What the log keeps of a rollout beside Inspect's own record."""

    sample_id: str = ""
    """The challenge's slug."""
    epoch: int = 0
    """Number of the rollout, from 1."""
    grading: str = ""
    """How it is graded: a `Grading`."""
    submission: Submission | None = Field(default=None)
    """Written before grading, so that it is never lost with it."""
    verdict: Verdict | None = Field(default=None)
    """All scores are computed from it."""


def only_references() -> bool:
    """Whether the active model is one that answers with the suite's reference solutions."""
    from codebench.replay import ReplayAPI  # noqa: PLC0415 -- the replay model reads this module's record

    try:
        return isinstance(get_model().api, ReplayAPI)
    except Exception:  # noqa: BLE001 -- no model is active while a task is only looked at
        return False


@solver
def begin(grading: str | None = None) -> Solver:
    """Open the rollout's record. Runs as the task's setup, whatever the solver is.

    Args:
        grading: How submissions are graded; None decides when the rollout starts.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        rollout = state.store_as(Rollout)
        rollout.sample_id = str(state.sample_id)
        rollout.epoch = state.epoch
        rollout.grading = grading or choose(None, only_references=only_references())
        _ways[state.uuid] = Grading(rollout.grading)
        if rollout.grading == Grading.COMMITTED and not only_references():
            raise GradingUnavailable(
                "No Docker engine answers, and only reference solutions are graded without one."
            )
        return state

    return solve


_ways: dict[str, Grading] = {}
"""How this process grades its rollouts, by uuid; what a log says of it is not to be trusted."""


def collect(state: TaskState, challenge: Challenge) -> Submission:
    """The submission of a rollout, read from the model's last answer.

    The only place that knows how a submission comes about; scorers ask nobody else.
    """
    files = read_files(state.output.completion, challenge.spec.files)
    return Submission.of({name: _bytes(text) for name, text in files.items()})


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")  # half a pair is the submission's own fault


async def measure(state: TaskState) -> Verdict:
    """The verdict on a rollout's submission: read from the log, or reached now and written there.

    Every scorer calls this; the first one measures. A submission that changed since is measured
    anew.
    """
    rollout = state.store_as(Rollout)
    if _only_stored.get():
        return _stored(rollout) or _never_graded(state)
    try:
        challenge = lookup(str(state.sample_id))
    except ChallengeError:
        stored = _stored(rollout)
        if stored is None:
            raise
        return stored  # an old log is scored again, and its private challenges are not here
    submission = collect(state, challenge)
    async with _lock(state):
        stored = _stored(rollout)
        if stored is None or stored.submission_digest != submission.digest:
            _record(rollout, submission)
            rollout.verdict = stored = await _grade(
                challenge, submission, _ways.get(state.uuid, Grading.DOCKER)
            )
        return stored


_only_stored: ContextVar[bool] = ContextVar("only_stored", default=False)


@contextmanager
def only_stored() -> Iterator[None]:
    """Inside, no rollout is graded: scores come from the verdicts that the log holds."""
    token = _only_stored.set(True)
    try:
        yield
    finally:
        _only_stored.reset(token)


def _never_graded(state: TaskState) -> Verdict:
    """The rollout ended in an error, or was cancelled, before it was graded."""
    return Verdict(
        image="",
        challenge=str(state.sample_id),
        challenge_version=0,
        challenge_digest="",
        submission_digest="",
        seed="",
        blame=Blame.UNSCORED,
        unscored=Unscored.NOT_GRADED,
        detail="The rollout ended before its submission was graded.",
        has_security_side=True,
    )


def _stored(rollout: Rollout) -> Verdict | None:
    verdict: object = rollout.verdict
    if verdict is None or isinstance(verdict, Verdict):
        return verdict
    raise ValueError("The log's verdicts are of another version of CodeBench: grade them again.")


_locks: "WeakValueDictionary[str, anyio.Lock]" = WeakValueDictionary()


def _lock(state: TaskState) -> anyio.Lock:
    """One at a time for each rollout, should scorers ever run side by side."""
    return _locks.setdefault(state.uuid, anyio.Lock())


def _record(rollout: Rollout, submission: Submission) -> None:
    rollout.submission = submission
    sizes = ", ".join(f"{name} ({len(data)} bytes)" for name, data in submission.files.items())
    note = f"Submission {submission.digest}: {sizes or 'no files'}"
    transcript().info(note, source="codebench")


async def _grade(challenge: Challenge, submission: Submission, grading: Grading) -> Verdict:
    harmless = _is_ours(challenge, submission) or flaw(submission, challenge)
    if grading is Grading.COMMITTED and not harmless:
        detail = "No Docker engine answers, and this is not one of the suite's reference solutions."
        return unscored(challenge, submission, Unscored.NO_ENGINE, detail)
    try:
        runner = runner_for(grading)
    except EngineFault as fault:
        return unscored(challenge, submission, Unscored.ENGINE, str(fault))
    async with concurrency("codebench judges", os.cpu_count() or 1):
        return await _in_thread(challenge, submission, runner)


def _is_ours(challenge: Challenge, submission: Submission) -> bool:
    """Whether tests and submission both come with the suite; a private folder can copy one."""
    digests = {known.digest for known in installed()}
    return challenge.digest in digests and submission.digest in committed()


async def _in_thread(challenge: Challenge, submission: Submission, runner: Runner) -> Verdict:
    """Grade without holding up other rollouts; a cancelled rollout takes its judge with it."""
    nonce = secrets.token_hex(16)
    work = partial(grade, challenge, submission, runner, nonce=nonce)
    try:
        return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(runner.cancel, nonce)
        raise
