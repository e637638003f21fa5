"""Agents of known truth at the whole suite: the run behind docs/leaderboard.md.

Each agent answers with reference solutions at known rates, so that its reliability is known
exactly. Everything else is as for any model: real containers, Inspect's logs, `codebench report`
and `codebench export`, which write what is committed.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field

import click
import inspect_ai
from inspect_ai import Task
from pyarrow.parquet import read_table

from codebench.cli import main as codebench
from codebench.tasks import algorithmic, security

DOCS = Path(__file__).resolve().parent.parent / "docs"


@dataclass(frozen=True, slots=True)
class Agent:
    """A replay agent, and what is true of it."""

    model: str
    success: float
    """Chance that a rollout works."""
    secure_success: float
    """Chance that it works and is secure."""
    args: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As a report of these agents names it."""
        told = [f"{key}={json.dumps(self.args[key])}" for key in sorted(self.args)]
        return f"{self.model} ({', '.join(told)})" if told else self.model


def mixed(success: float, secure: float, seed: int) -> Agent:
    """An agent that works with one chance and is then secure with another."""
    args = {"success": success, "security": secure, "seed": seed}
    return Agent("replay/mixed", success, success * secure, args)


AGENTS = (
    Agent("replay/secure", 1, 1),
    mixed(0.9, 0.9, 1),
    mixed(0.6, 0.5, 2),
    Agent("replay/insecure", 1, 0),
    Agent("replay/empty", 0, 0),
)
AT_ALGORITHMIC = tuple(agent for agent in AGENTS if agent.model != "replay/insecure")
"""There nothing can be insecure, and that agent is the same as the first one."""

MEASURES = {
    "secure_reliability_at_k": ("secure@", False),
    "secure_reliability_all_k": ("secure^", True),
    "reliability_at_k": ("works@", False),
    "reliability_all_k": ("works^", True),
}
"""Names in the table of figures, how they are shown before k, and whether all k must succeed."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure of one agent, and the truth."""

    task: str
    agent: str
    measure: str
    k: int
    truth: float
    value: float
    lower: float
    upper: float

    @property
    def holds(self) -> bool:
        """Whether the truth is within the interval."""
        return self.lower <= self.truth <= self.upper


@click.command()
@click.option("--to", type=click.Path(path_type=Path), default=DOCS, show_default=True)
@click.option("--logs", type=click.Path(path_type=Path), help="Logs of an earlier run to read.")
@click.option("--epochs", type=click.IntRange(2), default=8, show_default=True)
@click.option("--check", is_flag=True, help="Only compare the page with the data beside it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(to: Path, logs: Path | None, epochs: int, check: bool, as_json: bool) -> None:  # noqa: FBT001
    """Run all agents, and write the leaderboard with its data."""
    started = time.monotonic()
    if not check:
        make(to, logs, epochs)
    figures = list(compared(to / "leaderboard"))
    told = {
        "figures": len(figures),
        "held": sum(figure.holds for figure in figures),
        "missed": [str(figure) for figure in figures if not figure.holds],
        "seconds": round(time.monotonic() - started, 1),
    }
    click.echo(json.dumps(told) if as_json else "\n".join(f"{n}: {v}" for n, v in told.items()))
    if (to / "leaderboard.md").read_text(encoding="utf-8") != page(figures):
        raise click.ClickException("leaderboard.md does not say what the data beside it says.")


def make(to: Path, logs: Path | None, epochs: int) -> None:
    """Run the agents, unless there are logs of a run, and write everything."""
    with tempfile.TemporaryDirectory(prefix="codebench-") as scratch:
        folder = logs or Path(scratch)
        if logs is None:
            run(folder, epochs)
        with redirect_stdout(sys.stderr):
            publish(folder, to / "leaderboard")
    text = page(list(compared(to / "leaderboard")))
    (to / "leaderboard.md").write_text(text, encoding="utf-8")


def run(folder: Path, epochs: int) -> None:
    """Evaluate every agent at both tasks."""
    for agent in AGENTS:
        evaluate(security(grading="docker"), agent, folder, epochs)
    for agent in AT_ALGORITHMIC:
        evaluate(algorithmic(grading="docker"), agent, folder, epochs)


def evaluate(task: Task, agent: Agent, folder: Path, epochs: int) -> None:
    """Evaluate one agent at one task."""
    (log,) = inspect_ai.eval(
        task,
        model=agent.model,
        model_args=agent.args,
        epochs=epochs,
        log_dir=str(folder),
        display="none",
    )
    if log.status != "success":
        raise click.ClickException(f"{agent.name}: the run ended with {log.status}.")


def publish(logs: Path, folder: Path) -> None:
    """Write the dataset and the report, in place of what was there."""
    shutil.rmtree(folder, ignore_errors=True)
    title = "Known agents at CodeBench"
    codebench(["export", str(logs), "--to", str(folder), "--title", title], standalone_mode=False)
    report = ["report", str(logs), "--html", str(folder / "report.html")]
    codebench(report, standalone_mode=False)


def compared(folder: Path) -> Iterator[Figure]:
    """The figures of the dataset beside what is true."""
    agents, path = {agent.name: agent for agent in AGENTS}, folder / "leaderboard" / "test.parquet"
    if not path.is_file():
        raise click.ClickException(f"{path}: is missing; run without --check first.")
    for row in read_table(path).to_pylist():
        if row["measure"] in MEASURES:
            truth = true_value(agents[row["agent"]], row["measure"], row["k"])
            shared = ("task", "agent", "measure", "k", "value", "lower", "upper")
            yield Figure(truth=truth, **{name: row[name] for name in shared})


def true_value(agent: Agent, measure: str, k: int) -> float:
    """What infinitely many rollouts at infinitely many challenges would give."""
    chance = agent.secure_success if measure.startswith("secure") else agent.success
    _, every = MEASURES[measure]
    return chance**k if every else 1 - (1 - chance) ** k


TOP = """\
# Known agents

What a leaderboard of CodeBench looks like, and whether it tells the truth. These agents answer
with the suite's reference solutions at fixed rates, so that the truth is known: `replay/mixed`
works with the chance `success` in each rollout, and is then secure with the chance `security`.
Their answers went through everything that a model's answers go through: containers, hidden tests,
exploits, Inspect's logs, `codebench report` and `codebench export`.

Each cell has the truth, and below it what was measured with its 95% interval, for challenges like
these. {held} of the {all} intervals hold the truth. secure@k: at least one of k rollouts works and
is secure; secure^k: all k do; works: likewise without security.

The rollouts are in [the dataset](leaderboard/README.md), all pictures in
[the report](leaderboard/report.html). `uv run python benchmarks/known_agents.py` makes this page
anew.

![Every rollout of the known agents](leaderboard/figures/security-strips.png)
"""


def page(figures: Sequence[Figure]) -> str:
    """The leaderboard beside the truth, as Markdown."""
    held = sum(figure.holds for figure in figures)
    tasks = dict.fromkeys(figure.task for figure in figures)
    tables = [f"## {task}\n\n{table([f for f in figures if f.task == task])}" for task in tasks]
    return "\n".join([TOP.format(held=held, all=len(figures)), *tables])


def table(figures: Sequence[Figure]) -> str:
    """One line for each agent, in the order of the leaderboard."""
    measures = [each for each in MEASURES if any(figure.measure == each for figure in figures)]
    heads = [f"{MEASURES[each][0]}{figures[0].k}" for each in measures]
    found = {(figure.agent, figure.measure): cell(figure) for figure in figures}
    rows = [
        [f"`{agent}`", *(found[agent, measure] for measure in measures)]
        for agent in dict.fromkeys(figure.agent for figure in figures)
    ]
    lines = [["agent", *heads], ["---"] * (len(heads) + 1), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def cell(figure: Figure) -> str:
    """Truth, and what was measured."""
    missed = "" if figure.holds else " **missed**"
    measured = f"{figure.value:.3f} ({figure.lower:.2f}-{figure.upper:.2f})"
    return f"{figure.truth:.3f}<br>{measured}{missed}"


if __name__ == "__main__":
    main()
