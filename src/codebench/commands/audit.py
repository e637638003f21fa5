"""`codebench audit`: what did a reported score really count?"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from codebench.audit.findings import rank_changes, warnings
from codebench.audit.formats.tables import ROLES
from codebench.audit.measures import Agent, audited, without_copies
from codebench.audit.model import AuditError, Source
from codebench.audit.reading import FORMATS, read
from codebench.statistics.estimands import Interval
from codebench.statistics.partial_credit import Broken
from codebench.suite import K
from codebench.words import number

__all__ = ["audit_command"]


@dataclass(frozen=True, slots=True)
class _Audit:
    sources: Sequence[Source]
    agents: Sequence[Agent]
    k: int
    warnings: Sequence[str]
    orders: dict[str, tuple[float, list[str]]]


def _column_options(command: Any) -> Any:
    for role, names in reversed(ROLES.items()):
        told = f"Column of a table: {role}.  [known as {', '.join(names[:3])}]"
        command = click.option(f"--{role}", metavar="COLUMN", help=told)(command)
    return command


@click.command("audit")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "only", type=click.Choice(FORMATS), help="Read files as this alone.")
@click.option(
    "-k",
    "k",
    type=click.IntRange(1),
    default=K,
    show_default=True,
    help="Rollouts drawn, and tests of broken pass@k.",
)
@click.option(
    "--threshold", type=float, help="Success is a score of this or more, for logs of Inspect."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@_column_options
def audit_command(
    paths: tuple[Path, ...],
    only: str | None,
    k: int,
    threshold: float | None,
    as_json: bool,
    **columns: str | None,
) -> None:
    """Audit results: logs of Inspect, files of well-known benchmarks, and tables.

    PATHS are files, and folders with all results below them.
    """
    told = {role: column for role, column in columns.items() if column}
    try:
        sources = read(paths, only=only, columns=told, threshold=threshold)
    except AuditError as error:
        raise click.ClickException(str(error)) from error
    audit = _audit(sources, k)
    if as_json:
        click.echo(json.dumps(_told(audit)))
    else:
        _show(audit)


def _audit(sources: Sequence[Source], k: int) -> _Audit:
    rows, copies = without_copies([row for source in sources for row in source.rows])
    agents = audited(rows, k)
    claims = [claim for source in sources for claim in source.claims]
    found = warnings(rows, agents, claims, k, copies)
    return _Audit(sources, agents, k, found, rank_changes(agents))


def _told(audit: _Audit) -> dict[str, Any]:
    return {
        "k": audit.k,
        "files": [
            {
                "path": str(source.path),
                "format": source.format,
                "rollouts": len(source.rows),
                "columns": dict(source.columns),
                "notes": list(source.notes),
            }
            for source in audit.sources
        ],
        "agents": [_agent(agent) for agent in audit.agents],
        "rank_changes": {
            name: {"tau": tau, "swapped": swapped} for name, (tau, swapped) in audit.orders.items()
        },
        "warnings": list(audit.warnings),
    }


def _agent(agent: Agent) -> dict[str, Any]:
    intervals = {
        "success": agent.success,
        "reliability_at_k": agent.at_k,
        "reliability_all_k": agent.all_k,
        "secure_success": agent.secure,
        "secure_at_k": agent.secure_at_k,
        "secure_all_k": agent.secure_all_k,
    }
    return {
        "agent": agent.name,
        "tasks": agent.tasks,
        "rollouts": agent.rollouts,
        "unscored": agent.unscored,
        "n": [agent.fewest, agent.most],
        **{name: _bounds(found) for name, found in intervals.items()},
        "test_fraction": agent.fraction,
        "rollouts_with_tests": agent.tested,
        "broken_pass_at_k": dict(agent.broken),
    }


def _bounds(found: Interval | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "estimate": found.estimate,
        "lower": found.lower,
        "upper": found.upper,
        "k": found.k,
        "tasks": found.challenges,
        "missing": found.missing,
        "method": str(found.method),
        "estimand": str(found.estimand),
    }


def _show(audit: _Audit) -> None:
    console = Console(highlight=False)
    for table in _tables(audit):
        console.print(table)
    for line in _foot(audit):
        click.echo(line)
    for warning in audit.warnings:
        console.print(f"Warning: {warning}.", style="yellow", markup=False, soft_wrap=True)


def _tables(audit: _Audit) -> Iterator[Table]:
    k, agents = audit.k, audit.agents
    measured = {"success": "success", f"reliability@{k}": "at_k", f"reliability^{k}": "all_k"}
    yield _of_intervals("What the rollouts say", agents, measured, counts=True)
    if any(agent.secure for agent in agents):
        measured = {"secure": "secure", f"secure@{k}": "secure_at_k"}
        measured[f"secure^{k}"] = "secure_all_k"
        yield _of_intervals("Works and is secure", agents, measured, counts=False)
    if any(agent.tested for agent in agents):
        yield _of_tests(agents, k)


def _of_intervals(
    title: str, agents: Sequence[Agent], measured: Mapping[str, str], *, counts: bool
) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("agent", overflow="fold")
    shown = {n: f for n, f in measured.items() if any(getattr(agent, f) for agent in agents)}
    for head in [*["tasks", "n", "unscored"] * counts, *shown]:
        table.add_column(head, justify="right", no_wrap=True)
    for agent in agents:
        n = str(agent.most) if agent.fewest == agent.most else f"{agent.fewest}-{agent.most}"
        told = [str(agent.tasks), n, str(agent.unscored)] if counts else []
        table.add_row(agent.name, *told, *(_cell(getattr(agent, f)) for f in shown.values()))
    return table


def _cell(found: Interval | None) -> str:
    if found is None:
        return "-"
    return f"{found.estimate:.3f}\n{found.lower:.2f}-{found.upper:.2f}"


def _of_tests(agents: Sequence[Agent], k: int) -> Table:
    title = f"What partial credit would say: broken pass@{k}, {k} tests of one rollout drawn"
    table = Table(title=title, title_justify="left")
    table.add_column("agent", overflow="fold")
    for head in ("rollouts with tests", "mean share passed", *Broken):
        table.add_column(head, justify="right")
    for agent in agents:
        fraction = "-" if agent.fraction is None else f"{agent.fraction:.3f}"
        broken = [agent.broken.get(variant) for variant in Broken]
        told = ["-" if value is None else f"{value:.3f}" for value in broken]
        table.add_row(agent.name, str(agent.tested), fraction, *told)
    return table


def _foot(audit: _Audit) -> Iterator[str]:
    formats = ", ".join(sorted({source.format for source in audit.sources}))
    yield (
        f"k={audit.k}. {number(len(audit.sources), 'file')} read as {formats}. Success is strict: "
        "all of a task. Below each figure its 95% interval: envelope, population of tasks."
    )
    for source in audit.sources:
        if source.columns:
            taken = "; ".join(f"{role}: {column}" for role, column in source.columns.items())
            yield f"{source.path.name}: columns taken for {taken}."
    for note in dict.fromkeys(note for source in audit.sources for note in source.notes):
        yield f"Note: {note.rstrip('.')}."
    for name, (tau, swapped) in audit.orders.items():
        who = f"; changed places: {', '.join(swapped[:5])}" if swapped else ""
        yield f"Order by {name} against strict success: Kendall's tau {tau:.2f}{who}."
