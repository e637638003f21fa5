"""The tables of agents: reliability, what it took, and comparisons."""

from collections.abc import Sequence

from codebench.report.html.heat import bar
from codebench.report.html.markup import Html, element, join, text
from codebench.report.html.tables import table
from codebench.report.leaderboard import Row, Spending
from codebench.report.measures import Measure
from codebench.report.model import TaskReport
from codebench.statistics.compare import Comparison, Refusal
from codebench.statistics.estimands import Interval

__all__ = ["comparisons", "reliabilities", "spendings"]

_NONE = "\N{EN DASH}"

_MANY = 15
"""Pairs from which on they are folded away."""


def reliabilities(task: TaskReport, foot: str) -> Html:
    """The leaderboard."""
    k, secure = task.k, task.headline is Measure.SECURE_SUCCESS
    heads = ["agent", "rank"]
    heads += [f"secure reliability@{k}", f"secure reliability^{k}"] if secure else []
    heads += [f"reliability@{k}", f"reliability^{k}", "success rate"]
    heads += ["security rate"] if secure else []
    heads += ["n", "challenges", f"missing at k={k}", "unscored"]
    rows = [_reliability(place, row, secure=secure) for place, row in enumerate(task.rows, 1)]
    return table("Leaderboard", foot, heads, rows, kind="leaderboard")


def _reliability(place: int, row: Row, *, secure: bool) -> Sequence[Html]:
    intervals = [row.secure_any_of_k, row.secure_all_of_k] if secure else []
    intervals += [row.any_of_k, row.all_of_k]
    rates = [row.success, row.security] if secure else [row.success]
    unscored = f"{row.unscored} of {row.rollouts}"
    return (
        _agent(place, row.agent),
        text(_rank(row)),
        *(_interval(each) for each in intervals),
        *(text(_NONE if each is None else f"{each.estimate:.3f}") for each in rates),
        text(row.most if row.fewest == row.most else f"{row.fewest} to {row.most}"),
        text(row.challenges),
        text(row.missing),
        text(unscored + (f", {row.not_run} not run" if row.not_run else "")),
    )


def _agent(place: int, name: str) -> Html:
    return join([element("span", text(place), class_="place"), text(f" {name}")])


def _rank(row: Row) -> str:
    if row.rank is None:
        return _NONE
    return f"{row.rank.rank} ({row.rank.lower} to {row.rank.upper})"


def _interval(interval: Interval | None) -> Html:
    if interval is None:
        return text(_NONE)
    bounds = f"{interval.lower:.3f} to {interval.upper:.3f}"
    return element(
        "span",
        element("b", text(f"{interval.estimate:.3f}")),
        bar(interval),
        element("small", text(bounds)),
        class_="interval",
    )


def spendings(task: TaskReport, foot: str) -> Html:
    """What rollouts took."""
    what = "secure success" if task.headline is Measure.SECURE_SUCCESS else "success"
    heads = ["agent"]
    for each in ("cost", "tokens", "working time", "tool calls"):
        heads += [f"{each} per rollout", f"{each} per {what}"]
    rows = [
        (
            _agent(place, row.agent),
            *_amounts(row.cost, "${:,.4f}"),
            *_amounts(row.tokens, "{:,.0f}"),
            *_amounts(row.seconds, "{:,.1f} s"),
            *_amounts(row.tool_calls, "{:,.1f}"),
        )
        for place, row in enumerate(task.rows, 1)
    ]
    note = (
        f"Per {what}: all that was spent, on failures and unscored rollouts too, over the "
        f"rollouts that count. {_NONE}: the logs do not know it, or nothing counts."
    )
    return table("What it took", f"{foot} {note}", heads, rows)


def _amounts(spending: Spending, form: str) -> Sequence[Html]:
    return [
        text(_NONE if amount is None else form.format(amount))
        for amount in (spending.per_rollout, spending.per_success)
    ]


def comparisons(task: TaskReport) -> Html:
    """Every pair of agents, by both readings; many of them only on demand."""
    what = "secure reliability" if task.headline is Measure.SECURE_SUCCESS else "reliability"
    return join(
        _folded(f"{what}{sign}{task.k}", pairs)
        for sign, pairs in (("@", task.any_pairs), ("^", task.all_pairs))
        if pairs
    )


def _folded(what: str, pairs: Sequence[Comparison | Refusal]) -> Html:
    if len(pairs) <= _MANY:
        return _pairs(what, pairs)
    differ = sum(isinstance(pair, Comparison) and pair.separated for pair in pairs)
    told = f"Differences of {what}: {differ} of {len(pairs)} pairs of agents differ"
    return element("details", element("summary", text(told)), _pairs(what, pairs))


def _pairs(what: str, pairs: Sequence[Comparison | Refusal]) -> Html:
    compared = [pair for pair in pairs if isinstance(pair, Comparison)]
    foot = (
        f"{len(compared)} of {len(pairs)} pairs compared, each on the challenges that both have k "
        "scored rollouts of; p-values are adjusted for all of these after Holm, intervals are of "
        "one pair alone."
    )
    heads = ["first and second", "first - second", "p", "verdict", "method", "challenges"]
    rows = [_pair(pair) for pair in pairs]
    return table(f"Differences of {what}", foot, heads, rows, words={"verdict", "method"})


def _pair(pair: Comparison | Refusal) -> Sequence[Html]:
    names = text(f"{pair.first} and {pair.second}")
    if isinstance(pair, Refusal):
        none = text(_NONE)
        return (names, none, none, text(f"not compared: {pair.reason}"), none, none)
    return (
        names,
        text(f"{pair.difference:+.3f} ({pair.lower:+.3f} to {pair.upper:+.3f})"),
        text("< 0.0001" if pair.adjusted < 0.0001 else f"{pair.adjusted:.4f}"),  # noqa: PLR2004 -- as it is shown
        text("they differ" if pair.separated else "not told apart"),
        text(pair.method),
        text(pair.challenges),
    )
