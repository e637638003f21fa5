"""Logs of the suite: reading one, and scoring it again."""

from pathlib import Path

from inspect_ai import score
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.scorer import Scorer

from codebench import scorers
from codebench.rollout import Rollout, only_stored

__all__ = ["LogError", "output_for", "read_log", "rescore", "write_log"]

_SCORERS = {
    "success": scorers.success,
    "security": scorers.security,
    "secure_success": scorers.secure_success,
    "diagnostics": scorers.diagnostics,
}


class LogError(Exception):
    """A log cannot be used. The message names it and says why."""


def read_log(path: Path) -> EvalLog:
    """A log of the suite, with its samples.

    Raises:
        LogError: There is no such file, it is no log, or it is one of another suite.
    """
    if not path.is_file():
        raise LogError(f"{path}: there is no such file.")
    try:
        log = read_eval_log(str(path))
    except Exception as error:  # a damaged log can make Inspect stumble anywhere
        told = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise LogError(f"{path}: cannot be read as an Inspect log: {told}.") from error
    if not log.samples:
        raise LogError(f"{path}: holds no rollouts.")
    if not any(f"{Rollout.__name__}:sample_id" in sample.store for sample in log.samples):
        raise LogError(f"{path}: is not a log of CodeBench, or is older than its first release.")
    return log


def rescore(log: EvalLog) -> EvalLog:
    """The same log with all its scores and metrics computed again from the stored verdicts.

    Nothing is graded and no model is called. A rollout without a verdict is unscored.

    Raises:
        LogError: A verdict is of a version of CodeBench that this one cannot read.
    """
    try:
        with only_stored():
            return score(log, _scorers_of(log), model="none", action="overwrite", display="none")
    except ValueError as error:
        raise LogError(f"{log.location}: {error}") from error


def _scorers_of(log: EvalLog) -> list[Scorer]:
    names = [each.name.removeprefix("codebench/") for each in log.eval.scorers or []]
    known = [name for name in names if name in _SCORERS]
    return [_SCORERS[name]() for name in known or _SCORERS]


def output_for(path: Path, suffix: str, asked: Path | None, *, overwrite: bool) -> Path:
    """Where to write what became of a log.

    Args:
        path: The log.
        suffix: What is put behind its name, unless `asked` names a file.
        asked: The user's wish.
        overwrite: Whether a file that is there may be replaced.

    Raises:
        LogError: There is a file already, or no folder for it.
    """
    output = asked or path.with_name(f"{path.stem}-{suffix}{path.suffix}")
    if output.exists() and not overwrite:
        raise LogError(
            f"{output}: is there already; --overwrite replaces it, --output names another."
        )
    if not output.parent.is_dir():
        raise LogError(f"{output}: there is no such folder.")
    return output


def write_log(log: EvalLog, path: Path) -> None:
    """Write a log in the format that the file's name says.

    Raises:
        LogError: It cannot be written.
    """
    try:
        write_eval_log(log, str(path))
    except (OSError, ValueError) as error:
        raise LogError(f"{path}: cannot be written: {error}.") from error
