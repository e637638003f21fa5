"""Grading with Inspect's stock `docker` sandbox provider: a compose project for each sample."""

import contextlib
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspect_ai import Task, eval  # noqa: A004 -- its name
from inspect_ai.dataset import Sample
from inspect_ai.hooks import Hooks, TaskEnd, TaskStart, hooks
from inspect_ai.log import EvalLog
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import ExecResult, sandbox

from codebench.challenge import Challenge, Solution
from codebench.sandbox.image import image_name

__all__ = ["BenchmarkFault", "Round", "grade_stock"]

CONFTEST = Path(__file__).with_name("stock_conftest.py")
COMPOSE = """\
services:
  default:
    image: {image}
    command: sleep infinity
    init: true
    network_mode: none
    cpus: 1
    mem_limit: {memory}m
    stop_grace_period: 1s
    x-local: true
"""
JUDGE_MB = 320
"""What our runner adds to the submission's memory."""

PYTHON = ["/opt/venv/bin/python", "-I", "-B", "-m"]
UNNEEDED = ["cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "logging"]
UNNEEDED += ["pastebin", "recwarn", "setuponly", "setupplan", "stepwise", "threadexception"]
UNNEEDED += ["unittest", "unraisableexception", "warnings"]
PYTEST = [*PYTHON, "pytest", "-c", "/dev/null", "--rootdir", "/grade/judge", "-q", "-s"]
PYTEST += ["--import-mode=importlib", "--assert=plain", "--tb=no"]
PYTEST += [option for name in UNNEEDED for option in ("-p", f"no:{name}")] + ["/grade/judge"]
BANDIT = [*PYTHON, "bandit", "--quiet", "--format", "json", "--ignore-nosec"]
BANDIT += ["--ini", "/opt/codebench/codebench/sandbox/judge/empty.ini"]


class BenchmarkFault(Exception):
    """The comparison is void. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Round:
    """Some rollouts, graded one after the other in a few lanes."""

    rollouts: int
    seconds: float
    stages: dict[str, float]
    """Milliseconds of a rollout, on average."""

    @property
    def rate(self) -> float:
        """Rollouts per second."""
        return self.rollouts / self.seconds


@hooks("stopwatch", "takes the time of a task without its start-up and shut-down")
class Stopwatch(Hooks):
    """Runs while the samples of a task do."""

    seconds = 0.0

    async def on_task_start(self, data: TaskStart) -> None:  # noqa: ARG002
        """The sandbox provider is ready."""
        Stopwatch.seconds = -time.monotonic()

    async def on_task_end(self, data: TaskEnd) -> None:  # noqa: ARG002
        """The last container has gone."""
        Stopwatch.seconds += time.monotonic()


def grade_stock(challenge: Challenge, solution: Solution, rollouts: int, parallel: int) -> Round:
    """Grade a solution some times.

    Raises:
        BenchmarkFault: A test failed, or something else did.
    """
    limits = challenge.spec.limits
    memory = limits.memory_mb + limits.scratch_mb + JUDGE_MB
    with tempfile.TemporaryDirectory(prefix="codebench-") as folder:
        compose = Path(folder, "compose.yaml")
        compose.write_text(COMPOSE.format(image=image_name(), memory=memory), encoding="utf-8")
        task = Task(
            dataset=[Sample(input="-", id=number) for number in range(rollouts)],
            solver=nothing(),
            scorer=in_process(challenge, solution),
            sandbox=("docker", str(compose)),
        )
        with contextlib.redirect_stdout(sys.stderr):
            (log,) = eval(
                task,
                model="none",
                display="none",
                log_dir=folder,
                max_samples=rollouts,
                max_sandboxes=parallel,
            )
        return _round(log, rollouts, parallel)


def _round(log: EvalLog, rollouts: int, parallel: int) -> Round:
    if log.status != "success" or not log.samples:
        raise BenchmarkFault(f"The stock run ended in: {log.error and log.error.message}.")
    scores = [score for sample in log.samples for score in (sample.scores or {}).values()]
    problems = [score.explanation for score in scores if score.value != 1]
    if problems:
        raise BenchmarkFault(f"A rollout of the stock side did not pass: {problems[0]}")
    laps = [score.metadata or {} for score in scores]
    stages = {name: sum(lap[name] for lap in laps) / rollouts for name in laps[0]}
    lane = 1000 * parallel * Stopwatch.seconds / rollouts
    return Round(rollouts, Stopwatch.seconds, {"compose": lane - sum(stages.values()), **stages})


@solver
def nothing() -> Solver:
    """The submission is there already."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        return state

    return solve


@scorer(metrics=[])
def in_process(challenge: Challenge, solution: Solution) -> Scorer:
    """Write the files, run pytest in the submission's process once, and Bandit once."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        laps: dict[str, float] = {}
        with _lap(laps, "write"):
            await _write(challenge, solution)
        with _lap(laps, "pytest"):
            tests = await _pytest(challenge)
        with _lap(laps, "bandit"):
            scan = await _bandit(solution)
        problem = tests or scan
        return Score(value=int(not problem), explanation=problem, metadata=laps)

    return score


@contextlib.contextmanager
def _lap(laps: dict[str, float], name: str) -> Iterator[None]:
    started = time.monotonic()
    yield
    laps[name] = 1000 * (time.monotonic() - started)


async def _write(challenge: Challenge, solution: Solution) -> None:
    for name, data in solution.files.items():
        await sandbox().write_file(f"/grade/code/{name}", data.decode())
    if challenge.driver is not None:
        await sandbox().write_file("/grade/code/driver.py", challenge.driver)
    hidden = challenge.tests | {"conftest.py": CONFTEST.read_text(encoding="utf-8")}
    for name, text in hidden.items():
        await sandbox().write_file(f"/grade/judge/{name}", text)


async def _pytest(challenge: Challenge) -> str | None:
    """What went wrong, if anything."""
    first = Path(challenge.spec.entry[0]).stem
    modules = [first] if challenge.driver is None else ["driver", first]
    env = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "ENTRY": " ".join(modules)}
    result = await sandbox().exec(PYTEST, cwd="/", env=env, timeout=300)
    return None if result.success else f"pytest: {_last_line(result)}"


async def _bandit(solution: Solution) -> str | None:
    """What went wrong, if anything. Bandit exits with 1 when it finds something."""
    files = [f"/grade/code/{name}" for name in solution.files if name.endswith(".py")]
    result = await sandbox().exec([*BANDIT, *files], cwd="/", timeout=300)
    if json.loads(result.stdout or '{"errors": "none"}')["errors"]:
        return f"bandit: {_last_line(result)}"
    return None


def _last_line(result: ExecResult[str]) -> str:
    lines = (result.stderr + result.stdout).split("\n")
    return next((line for line in reversed(lines) if line.strip()), f"exit {result.returncode}")
