"""Sentences on logs that may be compared, but were not run or measured quite alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from codebench.report.instruments import Instrument
from codebench.report.log_files import LogFile
from codebench.words import number

__all__ = ["differences"]

_LOCAL = "local"
"""The image of verdicts that plain processes gave."""

_Value = TypeVar("_Value")


def differences(
    logs: Sequence[LogFile],
    agents: Sequence[str],
    measured: Sequence[tuple[LogFile, Instrument]],
) -> Iterator[str]:
    """One sentence on each way in which logs of one task differ, with two logs and a remedy.

    Args:
        logs: Of one task; their tests are the same.
        agents: The agent of each log.
        measured: What their rollouts were measured with.
    """
    yield from _graders([(log, used) for log, used in measured if used.image])
    yield from _challenges(logs, agents)
    yield from _folders(logs)
    yield from _errors(logs)
    yield from _servers(logs, agents)


def _graders(measured: Sequence[tuple[LogFile, Instrument]]) -> Iterator[str]:
    """The judge first: another judge comes with another image."""
    again = "`codebench regrade` grades the older one again."
    found = _unlike(measured, lambda used: used.image == _LOCAL)
    if found:
        local, other = sorted(found, key=lambda each: each[1].image != _LOCAL)
        yield (
            f"{_both(local, other, _way)}, where the same code may fare differently: `codebench "
            f"regrade {local[0].name}` grades it in containers too."
        )
    found = _unlike(measured, lambda used: used.judge)
    if found:
        told = _both(*found, lambda used: f"by judge {used.judge}")
        yield f"{told}, whose verdicts may differ: {again}"
        return
    found = _unlike([each for each in measured if each[1].image != _LOCAL], lambda used: used.image)
    if found:
        told = _both(*found, lambda used: f"in image {used.image.removeprefix('sha256:')[:12]}")
        yield f"{told}, whose Python or packages may differ: {again}"


def _way(used: Instrument) -> str:
    return "in plain processes" if used.image == _LOCAL else "in containers"


def _both(
    first: tuple[LogFile, _Value], second: tuple[LogFile, _Value], tell: Callable[[_Value], str]
) -> str:
    """Who was graded how."""
    (one, its), (two, other) = first, second
    if one is two:
        return f"Rollouts of {one.name} were graded {tell(its)} and others {tell(other)}"
    return f"{one.name} was graded {tell(its)} and {two.name} {tell(other)}"


def _challenges(logs: Sequence[LogFile], agents: Sequence[str]) -> Iterator[str]:
    """An agent is given the challenges of all its logs."""
    given: dict[str, set[str]] = {}
    first: dict[str, LogFile] = {}
    for log, agent in zip(logs, agents, strict=True):
        given.setdefault(agent, set()).update(log.challenges)
        first.setdefault(agent, log)
    found = _unlike([(first[agent], frozenset(each)) for agent, each in given.items()])
    if found:
        (one, its), (two, other) = found
        yield (
            f"{one.name} is of {number(len(its), 'challenge')} and {two.name} of {len(other)}, "
            f"{len(its & other)} of them the same: agents were given different challenges, so "
            "that only ranks and differences, which are of shared ones, compare them; give all "
            "agents the same."
        )


def _folders(logs: Sequence[LogFile]) -> Iterator[str]:
    def folder(log: LogFile) -> str:
        return str((log.spec.get("task_args") or {}).get("challenges") or "")

    private = [log for log in logs if folder(log)]
    suite = [log for log in logs if log not in private]
    if private and suite:
        yield (
            f"{private[0].name} is of private challenges ({folder(private[0])}) and "
            f"{suite[0].name} of the suite's: their means are of both together; report them apart "
            "to tell of each."
        )
    elif private:
        yield (
            f"{private[0].name} is of private challenges ({folder(private[0])}), and no figure "
            "here is one of the suite: name the folder where you quote one."
        )


def _errors(logs: Sequence[LogFile]) -> Iterator[str]:
    """Some count as failures what others leave unscored."""
    failed = [log for log in logs if any(row["error"] for row in log.rows)]
    found = _unlike(
        [(log, bool((log.spec.get("config") or {}).get("score_on_error"))) for log in failed]
    )
    if found:
        counted, left = sorted(found, key=lambda each: not each[1])
        yield (
            f"{counted[0].name} scores rollouts that ended in an error and {left[0].name} leaves "
            "them unscored: run all without --score-on-error."
        )


def _servers(logs: Sequence[LogFile], agents: Sequence[str]) -> Iterator[str]:
    """One model at two addresses may be two models."""
    by_agent: dict[str, list[tuple[LogFile, str]]] = {}
    for log, agent in zip(logs, agents, strict=True):
        address = str(log.spec.get("model_base_url") or "its usual address")
        by_agent.setdefault(agent, []).append((log, address))
    for agent, addresses in by_agent.items():
        found = _unlike(addresses)
        if found:
            (one, its), (two, other) = found
            yield (
                f"{one.name} asked {agent} at {its} and {two.name} at {other}, and both count as "
                "one agent: report them apart if these are not the same model."
            )


def _unlike(
    told: Iterable[tuple[LogFile, _Value]], what: Callable[[_Value], object] = lambda value: value
) -> tuple[tuple[LogFile, _Value], tuple[LogFile, _Value]] | None:
    """The first two neighbours that differ."""
    return next(((a, b) for a, b in pairwise(told) if what(a[1]) != what(b[1])), None)
