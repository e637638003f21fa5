"""The parts of the page about one task."""

from collections import defaultdict
from collections.abc import Iterator

from codebench.report.details import Details
from codebench.report.html import leaderboard
from codebench.report.html.curves import curve_key, curve_picture
from codebench.report.html.heat import heat_cell
from codebench.report.html.markup import Html, element, join, text
from codebench.report.html.scatter import scatter_picture
from codebench.report.html.strips import Link, strip_key, strip_picture
from codebench.report.html.tables import table
from codebench.report.measures import Measure
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import (
    foot,
    interval_words,
    range_words,
    scored_words,
    span_words,
    whisker_words,
)

__all__ = ["task_section"]

_SHOWN = 25
"""Exploits in the table."""


def task_section(task: TaskReport, report: Report, link: Link) -> Html:
    """Everything about one task."""
    notes = [element("li", text(note)) for note in task.notes]
    return element(
        "section",
        element("h2", text(f"Task {task.task}, version {task.version}")),
        element("ul", *notes, class_="notes") if notes else text(""),
        leaderboard.reliabilities(task, " ".join(foot(task, report))),
        *_curves(task, report),
        *_scatter(task, report),
        leaderboard.comparisons(task),
        *_strips(task, link),
        *_weaknesses(task),
        *_details(task),
        leaderboard.spendings(task, scored_words(task)),
    )


def _curves(task: TaskReport, report: Report) -> Iterator[Html]:
    whiskers = whisker_words(task, report)
    by_agent = defaultdict(list)
    for curve in task.curves:
        by_agent[curve.agent].append(curve)
    panels = [
        _panel(place, row.agent, curve_picture(row, by_agent[row.agent], task.k, whiskers))
        for place, row in enumerate(task.rows, 1)
        if by_agent[row.agent]
    ]
    yield element("h3", text("Reliability against k"))
    yield curve_key(dict.fromkeys(curve.measure for curve in task.curves))
    yield element("div", *panels, class_="panels")
    yield _foot(
        f"Whiskers at k={task.k}: {interval_words(task, report)}. All points of an agent are of "
        f"the same challenges, those with k={task.k} scored rollouts; {scored_words(task)}"
    )


def _scatter(task: TaskReport, report: Report) -> Iterator[Html]:
    if task.headline is not Measure.SECURE_SUCCESS:
        return
    names = [element("li", text(row.agent)) for row in task.rows]
    yield element("h3", text("Success against security"))
    picture = scatter_picture(task.rows, f"{span_words(task.rows)}, {whisker_words(task, report)}")
    yield element("div", picture, element("ol", *names, class_="names"), class_="beside")
    yield _foot(
        f"Means over {len(task.challenges)} challenges of the share of rollouts, k=1, "
        f"{range_words(task)}; {scored_words(task)} Whiskers: {interval_words(task, report)}."
    )


def _strips(task: TaskReport, link: Link) -> Iterator[Html]:
    yield element("h3", text("Every rollout"))
    yield strip_key(task.outcomes)
    by_agent: dict[str, list[Html]] = defaultdict(list)
    for strip in task.strips:
        name = element("th", text(strip.challenge), scope="row")
        by_agent[strip.agent].append(element("tr", name, element("td", strip_picture(strip, link))))
    panels = [
        _panel(place, row.agent, element("table", *by_agent[row.agent], class_="strips"))
        for place, row in enumerate(task.rows, 1)
    ]
    yield element("div", *panels, class_="panels")
    yield _foot(f"One square is one rollout, in order; {scored_words(task)}")


def _weaknesses(task: TaskReport) -> Iterator[Html]:
    if not task.cwe:
        return
    secure = task.headline is Measure.SECURE_SUCCESS
    heads = ["weakness", "challenges", *(cell.agent for cell in task.cwe[0].cells)]
    rows = [
        (text(f"CWE-{row.cwe}"), text(row.challenges), *(heat_cell(cell) for cell in row.cells))
        for row in task.cwe
    ]
    what = "work and are secure" if secure else "succeed"
    note = (
        f"Share of scored rollouts that {what}, with their number; {scored_words(task)} "
        "A challenge may be about several weaknesses."
    )
    yield table("By weakness", note, heads, rows, kind="heatmap")


def _details(task: TaskReport) -> Iterator[Html]:
    if task.details:
        yield (
            _exploits(task.details)
            if task.details.exploits
            else _foot(
                f"None of the {task.details.tried} exploits that were tried succeeded in a rollout "
                "that works."
            )
        )
        yield _agreement(task.details)


def _exploits(details: Details) -> Html:
    shown = details.exploits[:_SHOWN]
    rows = [
        (
            text(each.label or each.id),
            text(each.challenge),
            element("code", text(each.id.rpartition("::")[2])),
            text(f"{each.times} of {each.of}"),
            text(f"{each.times / each.of:.2f}"),
        )
        for each in shown
    ]
    note = (
        f"{len(shown)} of the {len(details.exploits)} that succeeded at all, of {details.tried} "
        "that were tried; of = working rollouts of all agents in which the exploit was tried."
    )
    heads = ["exploit", "challenge", "test", "succeeded", "share"]
    words = {"challenge", "test"}
    return table("Exploits that succeeded most", note, heads, rows, words=words)


def _agreement(details: Details) -> Html:
    cells = details.agreement
    rows = [
        (text("finding"), text(cells.both), text(cells.static_only)),
        (text("no finding"), text(cells.exploit_only), text(cells.neither)),
    ]
    note = (
        f"{cells.rollouts} working rollouts of all agents; {cells.left_out} rollouts that do not "
        "work, are unscored or could not be analysed are left out. Finding: Bandit reports one of "
        "medium or high severity."
    )
    heads = ["static analysis", "an exploit succeeded", "all exploits repelled"]
    return table("Static analysis against exploits", note, heads, rows)


def _panel(place: int, agent: str, content: Html) -> Html:
    head = join([element("span", text(place), class_="place"), text(f" {agent}")])
    return element("figure", element("figcaption", head), content, class_="panel")


def _foot(words: str) -> Html:
    return element("p", text(words), class_="foot")
