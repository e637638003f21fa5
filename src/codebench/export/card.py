"""The dataset's card: README.md with the head that Hugging Face reads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from huggingface_hub import DatasetCardData

from codebench.export.columns import Config
from codebench.export.findings import findings
from codebench.report.leaderboard import Row
from codebench.report.measures import Measure
from codebench.report.model import Report, TaskReport
from codebench.report.sentences import foot
from codebench.statistics.estimands import Interval
from codebench.words import number

__all__ = ["Card", "card"]

_WITHOUT_HIDDEN = "Hidden tests and reference solutions are not in it."

_WITH_HIDDEN = """

**Hidden tests and reference solutions are in this dataset. An agent that has seen them cannot be
measured with them: do not train on it, and do not show it to agents.**"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What a card tells."""

    title: str
    license: str
    """Identifier as Hugging Face has them, such as `mit`."""
    configs: Sequence[Config]
    report: Report | None
    """None for a dataset of challenges alone."""
    figures: Sequence[str]
    """Pictures, as paths within the dataset."""
    repo: str
    """Where it can be loaded from: a repository of the hub, or a folder."""
    hidden: bool
    """Whether hidden parts of challenges are in it."""
    notes: Sequence[str]
    """What a reader must know besides."""


def card(told: Card) -> str:
    """The card as Markdown."""
    parts = [
        f"---\n{_head(told)}\n---\n\n# {escaped(told.title)}\n",
        _about(told),
        _configs(told),
        *(_results(told.report) if told.report else ()),
        *([_figures(told.figures)] if told.figures else []),
        "## Columns\n",
        *(_schema(config) for config in told.configs),
        _origin(told),
    ]
    return "\n".join(parts)


def escaped(text: object) -> str:
    """Text that Markdown shows as it is, on one line and in a table as well."""
    line = " ".join(str(text).split())
    return re.sub(r"([\\`*_{}\[\]<>#|!~&$])", r"\\\1", line)


def _head(told: Card) -> str:
    data = DatasetCardData(
        license=told.license,
        language="en",
        pretty_name=" ".join(told.title.split()),
        task_categories=["text-generation"],
        tags=["code", "evaluation", "benchmark", "security", "inspect-ai"],
        size_categories=_size(max(len(config.rows) for config in told.configs)),
        configs=[
            {"config_name": each.name, "data_files": [{"split": "test", "path": each.path}]}
            for each in told.configs
        ],
    )
    return data.to_yaml().strip()


def _size(rows: int) -> str:
    """The hub's word for a number of rows."""
    limits = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K", 1_000_000: "100K<n<1M"}
    return next((word for limit, word in limits.items() if rows < limit), "1M<n<10M")


def _about(told: Card) -> str:
    what = "How often agents deliver code that works and is secure" if told.report else "Challenges"
    return (
        f"{what}, by CodeBench, an Inspect AI evaluation suite. A rollout is one independent "
        "attempt of an agent at a challenge; it succeeds only if every hidden test passes, and is "
        "secure only if every exploit is repelled while the code does its job. "
        f"{_WITH_HIDDEN if told.hidden else _WITHOUT_HIDDEN}\n"
    )


def _configs(told: Card) -> str:
    rows = [(f"`{each.name}`", escaped(each.about), str(len(each.rows))) for each in told.configs]
    return (
        f"## What is in it\n\n{_table(('configuration', 'a row is', 'rows'), rows)}\n"
        "Every configuration has the one split `test`:\n\n```python\nfrom datasets import "
        f'load_dataset\n\nrows = load_dataset("{told.repo}", "{told.configs[0].name}", '
        f'split="test")\n```\n\n{_list(told.notes)}'
    )


def _results(report: Report) -> Iterator[str]:
    yield from (_task(task, report) for task in report.tasks)
    if report.notes:
        yield _list(report.notes)


def _list(sentences: Iterable[str]) -> str:
    return "".join(f"- {escaped(each)}\n" for each in sentences)


def _task(task: TaskReport, report: Report) -> str:
    secure = task.headline is Measure.SECURE_SUCCESS
    names = ["secure", "works"] if secure else ["works"]
    heads = ["agent", "rank", *(f"{name}{sign}{task.k}" for name in names for sign in "@^")]
    rows = [(escaped(row.agent), _rank(row), *_figures_of(row, secure=secure)) for row in task.rows]
    return (
        f"## Task {escaped(task.task)}, version {escaped(task.version)}\n\n{_table(heads, rows)}\n"
        f"{escaped(' '.join(foot(task, report)))}\n\n### Findings\n\n{_list(findings(task))}"
    )


def _rank(row: Row) -> str:
    return f"{row.rank.rank} ({row.rank.lower}-{row.rank.upper})" if row.rank else "-"


def _figures_of(row: Row, *, secure: bool) -> Iterator[str]:
    both = (row.secure_any_of_k, row.secure_all_of_k) if secure else ()
    yield from map(_words, (*both, row.any_of_k, row.all_of_k))


def _words(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{interval.estimate:.3f} ({interval.lower:.2f}-{interval.upper:.2f})"


def _figures(names: Iterable[str]) -> str:
    return "## Figures\n\n" + "\n".join(f"![{_caption(name)}]({name})\n" for name in names)


def _caption(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".png").replace("-", ", ")


def _schema(config: Config) -> str:
    rows = [(f"`{c.name}`", str(c.kind), escaped(c.about)) for c in config.columns]
    return f"### {config.name}\n\n{_table(('column', 'type', 'meaning'), rows)}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _origin(told: Card) -> str:
    logs = ""
    if told.report:
        named = number(len(told.report.logs), "Inspect log")
        logs = f" It is computed from {named} alone, and nothing in it was typed by hand."
    return (
        f"## Origin and licence\n\nWritten by `codebench export`.{logs} Figures are comparable "
        "only where task version, challenge digest and prompt are the same. Licence: "
        f"{escaped(told.license)}. To cite it, name CodeBench with its version, and this dataset "
        "with its revision.\n"
    )
