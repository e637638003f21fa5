"""`codebench audit` on the terminal: tables, what their figures mean, and what to beware of."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from codebench.audit.measures import LEVEL, Agent, Share
from codebench.audit.ranks import Order
from codebench.audit.result import Audit
from codebench.statistics.estimands import Interval
from codebench.statistics.partial_credit import Broken
from codebench.words import number, printable

__all__ = ["show"]

_PAIRS = 5
"""Pairs of agents that a line names."""

_LETTERS = 400
"""Of a line on the columns of a table."""


def show(audit: Audit) -> None:
    """Print an audit."""
    console = Console(highlight=False)
    for part in _parts(audit):
        if isinstance(part, Table):
            console.print(part)
        else:
            click.echo(printable(part))
    if audit.warnings:
        click.echo()
    for warning in audit.warnings:
        told = Text(f"Warning: {printable(warning)}.", style="yellow")
        console.print(told, soft_wrap=True)


def _parts(audit: Audit) -> Iterator[Table | str]:
    yield from _rollouts(audit)
    if any(agent.secure for agent in audit.agents):
        yield ""
        yield from _security(audit)
    if any(agent.tests for agent in audit.agents):
        yield ""
        yield from _partial_credit(audit)
    if audit.orders:
        yield ""
        yield (
            f"Against the order of {len(audit.agents)} agents by strict success, however sure that "
            "is (Kendall's tau: 1 is the same order, -1 the opposite):"
        )
        yield from (_order(name, audit.k, order) for name, order in audit.orders.items())
    yield ""
    yield from _read(audit)
    yield from (f"Note: {note}." for note in audit.notes)
    yield from (f"Limit: {limit}." for limit in audit.limits)


def _rollouts(audit: Audit) -> Iterator[Table | str]:
    k = audit.k
    measured = {"success": "success"}
    if k > 1:
        measured |= {f"reliability@{k}": "at_k", f"reliability^{k}": "all_k"}
    yield _of_intervals("What the rollouts say", audit.agents, measured, counts=True)
    yield "success: the share of a task's rollouts that solve it, by the benchmark's strict rule."
    if k > 1 and any(agent.at_k for agent in audit.agents):
        yield (
            f"reliability@{k}: the chance that at least one of {k} rollouts solves a task, the "
            f"field's pass@{k}. reliability^{k}: the chance that all {k} do."
        )
    yield (
        f"Every figure is a mean over tasks. Below it: its {LEVEL:.0%} interval for other tasks "
        "like these. n: scored rollouts of a task."
    )


def _security(audit: Audit) -> Iterator[Table | str]:
    k = audit.k
    measured = {"secure": "secure"}
    if k > 1:
        measured |= {f"secure@{k}": "secure_at_k", f"secure^{k}": "secure_all_k"}
    yield _of_intervals("Adjusted for security", audit.agents, measured, counts=False)
    yield "The same, and only a rollout that solves its task and is secure counts as a success."


def _of_intervals(
    title: str, agents: Sequence[Agent], measured: Mapping[str, str], *, counts: bool
) -> Table:
    shown = {n: f for n, f in measured.items() if any(getattr(agent, f) for agent in agents)}
    table = _table(title, *["tasks", "n", "unscored"] * counts, *shown)
    for agent in agents:
        n = str(agent.most) if agent.fewest == agent.most else f"{agent.fewest}-{agent.most}"
        told = [str(agent.tasks), n, str(agent.unscored)] if counts else []
        cells = [_cell(getattr(agent, each)) for each in shown.values()]
        table.add_row(Text(printable(agent.name)), *told, *cells)
    return table


def _partial_credit(audit: Audit) -> Iterator[Table | str]:
    k, tested = audit.k, [(agent, agent.tests) for agent in audit.agents if agent.tests]
    heads = ["rollouts", "success", "tests passed", *(f"{each}@{k}" for each in Broken)]
    table = _table("What partial credit would say: rollouts with counts of tests", *heads)
    for agent, tests in tested:
        broken = [_cell(tests.broken.get(variant)) for variant in Broken]
        told = [f"{tests.rollouts} of {agent.rollouts}", _cell(tests.success)]
        table.add_row(Text(printable(agent.name)), *told, _cell(tests.fraction), *broken)
    yield table
    yield "success: the strict share of just these rollouts. tests passed: their share of tests."
    yield (
        f"clamp, pad, skip: broken pass@{k}, {k} tests of ONE rollout drawn, not {k} rollouts. "
        "It is no chance of success, and stands here to tell figures that were made in this way."
    )
    few = max(tests.few for _, tests in tested)
    if few:
        yield (
            f"The three differ where a rollout has fewer than {k} tests (up to {few:.0%} of an "
            "agent's here): clamp gives 1, pad adds failed tests, skip leaves the rollout out."
        )


def _table(title: str, *heads: str) -> Table:
    # Narrow gaps, so that on 80 columns names of agents have room beside seven figures.
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("agent", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _cell(found: Interval | Share | None) -> str:
    if found is None:
        return "-"
    return f"{found.estimate:.3f}\n{found.lower:.2f}-{found.upper:.2f}"


def _order(name: str, k: int, order: Order) -> str:
    told = [
        _pairs("places change", order.swapped, "{1} is ahead of {0}"),
        _pairs("they are equal", order.merged, "{0} and {1}"),
        _pairs("success has them equal", order.parted, "{0} is ahead of {1}"),
    ]
    changes = "; ".join(filter(None, told)) or "no places change"
    shown = name.replace("@k", f"@{k}").replace("^k", f"^{k}")
    return f"  by {shown}: Kendall's tau {order.tau:.2f}; {changes}."


def _pairs(what: str, pairs: Sequence[tuple[str, str]], form: str) -> str:
    if not pairs:
        return ""
    named = ", ".join(form.format(*pair) for pair in pairs[:_PAIRS])
    more = f" and {len(pairs) - _PAIRS} more" if len(pairs) > _PAIRS else ""
    return f"{what} in {number(len(pairs), 'pair')} ({named}{more})"


def _read(audit: Audit) -> Iterator[str]:
    formats = Counter(source.format for source in audit.sources)
    each = [f"{count} as {name}" for name, count in sorted(formats.items())]
    told = f": {', '.join(each)}" if len(formats) > 1 else f" as {next(iter(formats))}"
    over = len(audit.passed_over)
    others = (
        f" {number(over, 'other file')} passed over, such as {audit.passed_over[0]}."
        if over
        else ""
    )
    yield f"{number(len(audit.sources), 'file')} read{told}.{others}"
    for source in audit.sources:
        if source.columns:
            taken = "; ".join(f"{role}: {column}" for role, column in source.columns.items())
            yield f"{source.path.name}: columns taken for {taken[:_LETTERS]}."
