"""The page of a report: one file, no network, light and dark, for screens, phones and paper."""

from urllib.parse import quote

from codebench.report.html.markup import Html, element, join, text
from codebench.report.html.sections import task_section
from codebench.report.html.strips import Link
from codebench.report.html.style import STYLE
from codebench.report.model import Report
from codebench.report.strips import Cell
from codebench.words import number

__all__ = ["page"]

_EXPLAINED = (
    ("reliability@k", "chance that at least one of k rollouts succeeds; elsewhere pass@k"),
    ("reliability^k", "chance that all k rollouts succeed; elsewhere pass^k"),
    ("secure", "only rollouts count that both work and repel every exploit"),
    ("n", "scored rollouts of a challenge; estimates are unbiased for every k up to n"),
    ("rank", "place by the first column, and the places that the data allow"),
    ("unscored", "rollouts without a verdict, through no fault of the agent; in no estimate"),
)


def page(report: Report, bundle: str | None = None) -> str:
    """The whole page.

    Args:
        report: What it says.
        bundle: Address or folder of a bundle of Inspect's viewer, to which rollouts then link.
    """
    link = _link(bundle)
    notes = [element("li", text(note)) for note in report.notes]
    body = element(
        "body",
        element("h1", text("CodeBench report")),
        element("p", text(_summary(report)), class_="summary"),
        element("ul", *notes, class_="notes") if notes else text(""),
        *(task_section(task, report, link) for task in report.tasks),
        _explained(),
    )
    return f"<!doctype html>\n{element('html', _head(report), body, lang='en')}\n"


def _head(report: Report) -> Html:
    tasks = ", ".join(task.task for task in report.tasks)
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", text(f"CodeBench report: {tasks}")),
        element("style", STYLE),
    )


def _summary(report: Report) -> str:
    agents = {row.agent for task in report.tasks for row in task.rows}
    rollouts = sum(row.rollouts for task in report.tasks for row in task.rows)
    return (
        f"{number(rollouts, 'rollout')} of {number(len(agents), 'agent')} at "
        f"{number(len(report.tasks), 'task')}, from {number(len(report.logs), 'log')}."
    )


def _explained() -> Html:
    terms = [
        join([element("dt", text(term)), element("dd", text(words))]) for term, words in _EXPLAINED
    ]
    return element("footer", element("h2", text("Words")), element("dl", *terms))


def _link(bundle: str | None) -> Link:
    def address(challenge: str, cell: Cell) -> str | None:
        if bundle is None:
            return None
        place = f"{quote(cell.log)}/samples/sample/{quote(challenge, safe='')}/{cell.epoch}/"
        return f"{bundle.rstrip('/')}/index.html#/logs/{place}"

    return address
