"""The tables of `codebench report` on the terminal."""

from collections.abc import Iterator, Sequence

from rich.markup import escape
from rich.table import Table

from codebench.compare import Comparison, Refusal
from codebench.estimands import Interval
from codebench.leaderboard import Row, Spending
from codebench.measures import Measure
from codebench.report import TaskReport

__all__ = ["tables_of"]


def tables_of(task: TaskReport) -> Iterator[Table]:
    """Leaderboard, what it took, and comparisons."""
    yield _reliabilities(task)
    yield _spendings(task)
    for pairs, reading in ((task.any_pairs, f"@{task.k}"), (task.all_pairs, f"^{task.k}")):
        if pairs:
            yield _pairs(task, pairs, reading)


def _reliabilities(task: TaskReport) -> Table:
    k, secure = task.k, task.headline is Measure.SECURE_SUCCESS
    table = Table(title=escape(f"{task.task}, version {task.version}"))
    table.add_column("agent", overflow="fold")
    heads = ["rank", *([f"secure@{k}", f"secure^{k}"] if secure else [])]
    heads += [f"reliability@{k}", f"reliability^{k}", "success"]
    heads += ["security"] if secure else []
    for head in (*heads, "n", "challenges", f"missing at k={k}", "unscored"):
        table.add_column(head, justify="right")
    for row in task.rows:
        table.add_row(*_reliability_row(row, secure=secure))
    return table


def _reliability_row(row: Row, *, secure: bool) -> Sequence[str]:
    both = [_bounds(row.secure_any_of_k), _bounds(row.secure_all_of_k)] if secure else []
    return (
        escape(row.agent),
        _rank(row),
        *both,
        _bounds(row.any_of_k),
        _bounds(row.all_of_k),
        _rate(row.success),
        *([_rate(row.security)] if secure else []),
        str(row.most) if row.fewest == row.most else f"{row.fewest}-{row.most}",
        str(row.challenges),
        str(row.missing),
        f"{row.unscored} of {row.rollouts}",
    )


def _rank(row: Row) -> str:
    if row.rank is None:
        return "-"
    span = f"{row.rank.lower}-{row.rank.upper}"
    return f"{row.rank.rank} ({span})"


def _bounds(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{interval.estimate:.3f}\n{interval.lower:.3f}-{interval.upper:.3f}"


def _rate(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval.estimate:.3f}"


def _spendings(task: TaskReport) -> Table:
    what = "secure success" if task.headline is Measure.SECURE_SUCCESS else "success"
    table = Table(title=f"Per rollout, and all spent per {what}")
    table.add_column("agent", overflow="fold")
    for head in ("cost", "tokens", "working time", "tool calls"):
        table.add_column(head, justify="right")
    for row in task.rows:
        table.add_row(
            escape(row.agent),
            _amounts(row.cost, "${:.3f}"),
            _amounts(row.tokens, "{:,.0f}"),
            _amounts(row.seconds, "{:.1f} s"),
            _amounts(row.tool_calls, "{:.1f}"),
        )
    return table


def _amounts(spending: Spending, form: str) -> str:
    shown = [
        "-" if amount is None else form.format(amount)
        for amount in (spending.per_rollout, spending.per_success)
    ]
    return " / ".join(shown) if spending.rollouts else "not in the logs"


def _pairs(task: TaskReport, pairs: Sequence[Comparison | Refusal], reading: str) -> Table:
    what = "secure" if task.headline is Measure.SECURE_SUCCESS else "reliability"
    title = f"Differences of {what}{reading}; p-values after Holm for {len(pairs)} pairs"
    table = Table("first", "second", "first - second", "p", "challenges", title=title)
    for pair in pairs:
        table.add_row(escape(pair.first), escape(pair.second), *_judgement(pair))
    return table


def _judgement(pair: Comparison | Refusal) -> Sequence[str]:
    if isinstance(pair, Refusal):
        return (pair.reason, "-", "-")
    difference = f"{pair.difference:+.3f} ({pair.lower:+.3f} to {pair.upper:+.3f})"
    shown = f"[bold]{difference}[/]" if pair.separated else difference
    return (shown, f"{pair.adjusted:.4f}", str(pair.challenges))
