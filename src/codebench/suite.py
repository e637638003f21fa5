"""What all tasks of the suite share: from challenges to an Inspect task."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ParamSpec, TypeVar

import click
from inspect_ai import Epochs, Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.scorer import Scorer
from inspect_ai.solver import generate
from inspect_ai.viewer import SampleScoreView, TaskSamplesColumn, TaskSamplesView, ViewerConfig

from codebench import scorers
from codebench.catalogue import family, load_folder, register, select
from codebench.challenge import Challenge, ChallengeError
from codebench.digest import digest_of
from codebench.environment import GradingUnavailable, choose
from codebench.prompting import Variant, prompt_for
from codebench.rollout import begin, only_references

__all__ = ["EPOCHS", "K", "Names", "Numbers", "build"]

EPOCHS = 8
"""Rollouts of each challenge, unless `--epochs` says otherwise."""

K = 5
"""Rollouts drawn for reliability@k and reliability^k, unless `-T k=` says otherwise."""

Names = str | list[str] | None
"""How Inspect hands over `-T only=a,b`."""

Numbers = int | str | list[int | str] | None
"""How Inspect hands over `-T cwe=89,78`."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


def build(  # noqa: PLR0913 -- the parameters of every task
    name: str,
    *,
    version: str,
    k: int,
    challenges: str | None,
    only: Names,
    cwe: Numbers,
    grading: str | None,
    prompt: str = Variant.PLAIN,
) -> Task:
    """A task over the suite's challenges of one family, or over a private folder.

    Args:
        name: The family, and the task's name.
        version: The task's version, N-X.
        k: Rollouts drawn for reliability@k and reliability^k.
        challenges: A folder of challenges to use instead of the suite's.
        only: Slugs to keep.
        cwe: Weaknesses to keep.
        grading: `docker`, `local`, or None for docker.
        prompt: A `Variant`.

    Raises:
        click.ClickException: A parameter or a challenge is wrong, or grading is not possible.
    """
    chosen = _in_one_line(_challenges, name, challenges, _names(only), _numbers(cwe))
    way = _in_one_line(choose, grading, only_references=only_references())
    security = any(challenge.has_security_side for challenge in chosen)
    return Task(
        dataset=_dataset(name, chosen, _in_one_line(_variant, prompt)),
        setup=begin(way),
        solver=generate(),
        scorer=_scorers(security=security),
        epochs=Epochs(EPOCHS, _in_one_line(scorers.reducers, k)),
        headline_metric=_headline(k, security=security),
        viewer=_viewer(security=security),
        version=version,
        metadata={"k": k, "grading": str(way), "prompt": str(prompt)},
    )


def _dataset(name: str, chosen: Iterable[Challenge], variant: Variant) -> MemoryDataset:
    samples = [_sample(challenge, variant) for challenge in chosen]
    return MemoryDataset(samples, name=f"codebench-{name}")


def _in_one_line(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Call, and turn a user's mistake into an error that Inspect prints without a traceback."""
    try:
        return function(*args, **kwargs)
    except (ChallengeError, GradingUnavailable, ValueError) as error:
        raise click.ClickException(str(error)) from error


def _challenges(
    name: str, folder: str | None, only: list[str], cwe: list[int]
) -> tuple[Challenge, ...]:
    if folder is None:
        return select(family(name), only, cwe)
    private = load_folder(_where_the_user_is(folder))
    register(private)
    return select(private, only, cwe)


def _where_the_user_is(folder: str) -> Path:
    """A relative path starts where the command was typed; Inspect has moved since."""
    start = Path(os.environ.get("PWD", "."))
    path = start / Path(folder).expanduser()
    return path.resolve() if path.is_dir() else Path(folder).expanduser().resolve()


def _names(names: Names) -> list[str]:
    return names.split(",") if isinstance(names, str) else [str(name) for name in names or []]


def _numbers(numbers: Numbers) -> list[int]:
    if isinstance(numbers, str):
        numbers = list(numbers.split(","))
    given: Iterable[int | str] = (
        numbers if isinstance(numbers, list) else [] if numbers is None else [numbers]
    )
    try:
        return [int(str(number).upper().removeprefix("CWE-")) for number in given]
    except ValueError:
        raise click.ClickException(f"cwe={numbers}: must be numbers, such as cwe=89,78.") from None


def _variant(prompt: str) -> Variant:
    if prompt not in set(Variant):
        raise ValueError(f"prompt={prompt}: there are {', '.join(Variant)}.")
    return Variant(prompt)


def _sample(challenge: Challenge, variant: Variant) -> Sample:
    """What solver, model and log may know of a challenge: nothing hidden."""
    spec, prompt = challenge.spec, prompt_for(challenge, variant)
    return Sample(
        id=challenge.slug,
        input=prompt,
        metadata={
            "title": spec.title,
            "kind": str(spec.kind),
            "difficulty": str(spec.difficulty),
            "cwe": list(spec.cwe),
            "challenge_version": spec.version,
            "prompt_digest": digest_of({"prompt": prompt.encode()}),
        },
    )


def _scorers(*, security: bool) -> list[Scorer]:
    if not security:
        return [scorers.success(), scorers.diagnostics()]
    return [scorers.success(), scorers.security(), scorers.secure_success(), scorers.diagnostics()]


def _headline(k: int, *, security: bool) -> HeadlineMetric:
    return HeadlineMetric(
        scorer="secure_success" if security else "success",
        metric="accuracy",
        reducer="mean" if k == 1 else f"codebench/reliability_at_{k}",
    )


def _viewer(*, security: bool) -> ViewerConfig:
    labels = {"success": "Works", "security": "Secure", "secure_success": "Both"}
    shown = list(labels) if security else ["success"]
    columns = [TaskSamplesColumn(id=name) for name in ("sampleId", "epoch")]
    columns += [TaskSamplesColumn.score(name) for name in shown]
    columns += [TaskSamplesColumn(id=name) for name in ("tokens", "duration", "error", "limit")]
    columns += [TaskSamplesColumn(id=name, visible=False) for name in ("input", "target", "answer")]
    view = TaskSamplesView(name="Rollouts", columns=columns, score_labels=labels, multiline=False)
    return ViewerConfig(task_samples_view=view, sample_score_view=SampleScoreView(default="chips"))
