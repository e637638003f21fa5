"""The tables of `codebench report` on the terminal."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.markup import escape
from rich.table import Table

from codebench.report.leaderboard import Row, Spending
from codebench.report.measures import Measure
from codebench.report.model import TaskReport
from codebench.statistics.compare import Comparison, Refusal
from codebench.statistics.estimands import Interval
from codebench.words import printable

__all__ = ["tables_of"]

_MANY = 15
"""Pairs from which on they are only counted."""


def tables_of(task: TaskReport) -> Iterator[Table | str]:
    """Leaderboard, rates and numbers, what it took, and comparisons."""
    yield _reliabilities(task)
    yield _rates(task)
    yield _spendings(task)
    for pairs, sign in ((task.any_pairs, "@"), (task.all_pairs, "^")):
        if pairs:
            yield (
                _pairs(task, pairs, sign) if len(pairs) <= _MANY else _pair_words(task, pairs, sign)
            )


def _reliabilities(task: TaskReport) -> Table:
    k, secure = task.k, task.headline is Measure.SECURE_SUCCESS
    names = ["secure", "works"] if secure else ["success"]
    heads = [f"{name}{sign}{k}" for name in names for sign in "@^"]
    table = _table(f"{task.task}, version {task.version}: reliability", "rank", *heads)
    for row in task.rows:
        both = [row.secure_any_of_k, row.secure_all_of_k] if secure else []
        shown = [_bounds(each) for each in (*both, row.any_of_k, row.all_of_k)]
        table.add_row(_plain(row.agent), _rank(row), *shown)
    return table


def _rates(task: TaskReport) -> Table:
    secure = task.headline is Measure.SECURE_SUCCESS
    heads = ["works", "secure", "both"] if secure else ["success"]
    heads += ["n", "challenges", "missing", "unscored"]
    numbers = f"Mean shares of rollouts (k=1), and numbers; missing: challenges with n < {task.k}"
    table = _table(numbers, *heads)
    for row in task.rows:
        rates = [row.success, row.security, row.secure_success] if secure else [row.success]
        table.add_row(
            _plain(row.agent),
            *(_rate(each) for each in rates),
            str(row.most) if row.fewest == row.most else f"{row.fewest}-{row.most}",
            str(row.challenges),
            str(row.missing),
            f"{row.unscored} of {row.rollouts}",
        )
    return table


def _table(title: str, *heads: str) -> Table:
    # Narrow gaps, so that on 80 columns names of agents have room beside seven figures.
    padding = (0, 1, 0, 0)
    table = Table(title=_plain(title), title_justify="left", box=box.SIMPLE_HEAD, padding=padding)
    table.add_column("agent", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _plain(text: str) -> str:
    """Text of any origin, to be shown as it is."""
    return escape(printable(text))


def _rank(row: Row) -> str:
    if row.rank is None:
        return "-"
    span = f"{row.rank.lower}-{row.rank.upper}"
    return f"{row.rank.rank} ({span})"


def _bounds(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{interval.estimate:.3f}\n{interval.lower:.2f}-{interval.upper:.2f}"


def _rate(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval.estimate:.3f}"


def _spendings(task: TaskReport) -> Table:
    what = "secure success" if task.headline is Measure.SECURE_SUCCESS else "success"
    title = f"Per rollout / all spent per {what}"
    table = _table(title, "cost", "tokens", "working time", "tool calls")
    for row in task.rows:
        table.add_row(
            _plain(row.agent),
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
    return " / ".join(shown) if spending.rollouts else "-"


def _pair_words(task: TaskReport, pairs: Sequence[Comparison | Refusal], sign: str) -> str:
    differ = sum(isinstance(pair, Comparison) and pair.separated for pair in pairs)
    return (
        f"{_what(task)}{sign}{task.k}: {differ} of {len(pairs)} pairs of agents differ after Holm; "
        "--html and --json list them."
    )


def _what(task: TaskReport) -> str:
    return "secure" if task.headline is Measure.SECURE_SUCCESS else "success"


def _pairs(task: TaskReport, pairs: Sequence[Comparison | Refusal], sign: str) -> Table:
    compared = sum(isinstance(pair, Comparison) for pair in pairs)
    adjusted = f"p after Holm for {compared} of {len(pairs)} pairs"
    title = f"Differences of {_what(task)}{sign}{task.k}; {adjusted}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for head in ("first", "second", "first - second", "p", "challenges"):
        table.add_column(head, overflow="fold")
    for pair in pairs:
        table.add_row(_plain(pair.first), _plain(pair.second), *_judgement(pair))
    return table


def _judgement(pair: Comparison | Refusal) -> Sequence[str]:
    if isinstance(pair, Refusal):
        return (_plain(pair.reason), "-", "-")
    difference = f"{pair.difference:+.3f} ({pair.lower:+.3f} to {pair.upper:+.3f})"
    shown = f"[bold]{difference}[/]" if pair.separated else difference
    return (shown, f"{pair.adjusted:.4f}", str(pair.challenges))
