"""How often the intervals cover the truth, over many kinds of challenges.

    uv run python benchmarks/coverage.py

Agents of known reliability are given suites of 10 to 500 challenges drawn from nine distributions,
among them some that no Beta distribution resembles. Each suite is attempted, an interval is made
from the counts, and the share of intervals that hold the true value is compared with the nominal
0.95. `--method` shows what the other methods do to the same counts.
"""

import sys
from pathlib import Path

# This folder, which Python puts first, holds a name of the standard library: `statistics`.
sys.path.insert(0, str(Path(sys.path.pop(0)).parent))

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypedDict

import click
import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.special import expit
from scipy.stats import beta, norm

from codebench.intervals import Estimand, Interval, Method, reliability_interval
from codebench.statistics.counts import Counts, Floats, Ints
from codebench.statistics.estimators import Quantity
from codebench.statistics.suite_intervals import chance_of

CHALLENGES = (10, 30, 100, 500)
LARGE = 500
TARGETS = {"worst": 0.92, "worst_500": 0.90}
"""Least coverage of the default interval, up to 100 challenges and at 500."""

NODES = 2000
"""Equally likely chances of success that stand for a distribution, so that its mean is exact."""


class Summary(TypedDict):
    """What `--json` prints of the default interval, or of the first method asked for."""

    worst: float
    """Of all settings up to 100 challenges."""

    worst_500: float
    """Of all settings with 500 challenges."""

    mean: float
    """Over all settings."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is estimated in a setting."""

    quantity: Quantity
    k: int

    def __str__(self) -> str:
        return f"{self.quantity} of {self.k}"


@dataclass(frozen=True, slots=True)
class Setting:
    """One distribution, number of challenges, quantity and method, and how the intervals did."""

    mix: str
    challenges: int
    asked: Asked
    method: Method
    coverage: float
    width: float


@click.command(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option("--repetitions", type=click.IntRange(1), default=2000, help="Suites of each kind.")
@click.option("--rollouts", type=click.IntRange(1), default=8, help="Of each challenge.")
@click.option("-k", "k", type=click.IntRange(1), default=5, help="Rollouts drawn, beside 1.")
@click.option(
    "--method",
    "methods",
    type=click.Choice([*map(str, Method)]),
    multiple=True,
    metavar="METHOD",
    default=["envelope"],
    help=f"Repeat for more: {', '.join(Method)}.",
)
@click.option("--seed", type=int, default=0, help="The same seed draws the same suites.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def main(  # noqa: PLR0913 -- one for each option
    *, repetitions: int, rollouts: int, k: int, methods: Sequence[str], seed: int, as_json: bool
) -> None:
    """Measure the coverage of 95% intervals."""
    if k > rollouts:
        raise click.ClickException(f"-k {k} is more than {rollouts} rollouts.")
    asked = [Asked(Quantity.ANY, 1), *(Asked(quantity, k) for quantity in Quantity if k > 1)]
    rng = np.random.default_rng(seed)
    settings: list[Setting] = []
    for challenges in CHALLENGES:
        click.echo(f"{challenges} challenges ...", err=True)
        intervals = Intervals(rollouts, asked, [Method(name) for name in methods])
        for mix, points in mixes().items():
            chances = rng.choice(points, size=(repetitions, challenges))
            successes = rng.binomial(rollouts, chances)
            settings += measure(mix, points, chances, intervals.of(successes))
    summary = summarise([setting for setting in settings if setting.method == methods[0]])
    if as_json:
        click.echo(json.dumps(summary))
    else:
        show(settings, summary, f"{repetitions} repetitions, {rollouts} rollouts, level 0.95")


def mixes() -> Mapping[str, Floats]:
    """Chances of success of the challenges of nine kinds of suites, each shape (nodes,)."""
    at = (np.arange(NODES) + 0.5) / NODES
    half = NODES // 2
    third = NODES * 3 // 10
    uniform = (np.arange(NODES - 2 * third) + 0.5) / (NODES - 2 * third)
    return {
        "U-shaped, Beta(.5, .5)": beta.ppf(at, 0.5, 0.5),
        "bell, Beta(2, 2)": beta.ppf(at, 2, 2),
        "easy, Beta(4, 1)": beta.ppf(at, 4, 1),
        "hard, Beta(.3, 1.5)": beta.ppf(at, 0.3, 1.5),
        "30% never, 30% always": np.concatenate([np.zeros(third), uniform, np.ones(third)]),
        "two points, .2 and .8": np.repeat([0.2, 0.8], half),
        "half never, else Beta(2, 2)": np.concatenate([np.zeros(half), beta.ppf(at[::2], 2, 2)]),
        "logit-normal(0, 1.5)": expit(1.5 * norm.ppf(at)),
        "half at .5, half at 1": np.repeat([0.5, 1.0], half),
    }


class Intervals:
    """Intervals of suites of one size. They depend on the histogram of successes alone."""

    def __init__(self, rollouts: int, asked: Sequence[Asked], methods: Sequence[Method]) -> None:
        self._rollouts = rollouts
        self._asked = asked
        self._methods = methods
        self._known: dict[bytes, list[tuple[Asked, Interval]]] = {}

    def of(self, successes: Ints) -> list[list[tuple[Asked, Interval]]]:
        """Every interval of each suite, for counts of shape (suites, challenges)."""
        return [self._lookup(np.sort(suite)) for suite in successes]

    def _lookup(self, suite: Ints) -> list[tuple[Asked, Interval]]:
        key = suite.tobytes()
        if key not in self._known:
            counts = Counts.common(suite, self._rollouts)
            self._known[key] = [
                (asked, interval(counts, asked, method))
                for method in self._methods
                for asked in self._asked
            ]
        return self._known[key]


def interval(counts: Counts, asked: Asked, method: Method) -> Interval:
    """The interval whose coverage is measured."""
    return reliability_interval(
        counts, asked.k, quantity=asked.quantity, method=method, estimand=method.estimand
    )


def measure(
    mix: str, points: Floats, chances: Floats, suites: Sequence[Sequence[tuple[Asked, Interval]]]
) -> list[Setting]:
    """Compare the intervals of many suites of one kind with the truth."""
    return [_setting(mix, points, chances, column) for column in zip(*suites, strict=True)]


def _setting(
    mix: str, points: Floats, chances: Floats, column: Sequence[tuple[Asked, Interval]]
) -> Setting:
    asked, first = column[0]
    suite = first.estimand is Estimand.SUITE
    values = chance_of(chances if suite else points[None, :], asked.k, asked.quantity)
    truth = values.mean(axis=1)
    lower = np.array([found.lower for _, found in column])
    upper = np.array([found.upper for _, found in column])
    covered = (lower <= truth) & (truth <= upper)
    return Setting(
        mix=mix,
        challenges=chances.shape[1],
        asked=asked,
        method=first.method,
        coverage=float(covered.mean()),
        width=float((upper - lower).mean()),
    )


def summarise(settings: Sequence[Setting]) -> Summary:
    """The least and the mean coverage of one method."""
    few = [setting.coverage for setting in settings if setting.challenges < LARGE]
    many = [setting.coverage for setting in settings if setting.challenges == LARGE]
    return {
        "worst": round(min(few), 4),
        "worst_500": round(min(many), 4),
        "mean": round(mean(few + many), 4),
    }


def show(settings: Sequence[Setting], summary: Summary, caption: str) -> None:
    """Print one row for each method and number of challenges, and whether the targets are met."""
    table = Table("method", *(f"{name}" for name in ("challenges", "mean", "worst", "width", "at")))
    for method in dict.fromkeys(setting.method for setting in settings):
        for challenges in CHALLENGES:
            rows = [s for s in settings if (s.method, s.challenges) == (method, challenges)]
            worst = min(rows, key=lambda setting: setting.coverage)
            numbers = mean(s.coverage for s in rows), worst.coverage, mean(s.width for s in rows)
            cells = (f"{number:.3f}" for number in numbers)
            table.add_row(method, str(challenges), *cells, f"{worst.mix}: {worst.asked}")
    console = Console()
    console.print(caption, table, highlight=False)
    met = all(summary[name] >= least for name, least in TARGETS.items())  # type: ignore[literal-required]
    console.print(f"targets {'met' if met else 'missed'}: {TARGETS}", highlight=False)


if __name__ == "__main__":
    main()
