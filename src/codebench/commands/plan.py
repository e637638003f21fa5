"""`codebench plan`: what a run will be able to say, before it is paid for."""

import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from codebench.commands.errors import CommandError
from codebench.logs import LogError
from codebench.report.pilots import Pilot, read_pilot
from codebench.statistics.estimators import Quantity
from codebench.statistics.mix import MIXES, Mix
from codebench.statistics.planning import Plan, plan
from codebench.suite import EPOCHS, K
from codebench.words import number, printable

__all__ = ["plan_command"]


def _mix(_context: click.Context, _option: click.Parameter, typed: str | None) -> Mix | None:
    """A name of a mix, or the two parameters of a Beta distribution."""
    if typed is None or typed in MIXES:
        return None if typed is None else MIXES[typed]
    try:
        a, b = map(float, typed.split(","))
        return Mix(a, b)
    except ValueError:
        names = ", ".join(MIXES)
        raise click.BadParameter(f"{typed} is none: give {names}, or a,b of Beta(a, b).") from None


@click.command("plan")
@click.option("--challenges", type=click.IntRange(1), help="[default: as many as the pilot has]")
@click.option("--rollouts", type=click.IntRange(1), default=EPOCHS, show_default=True)
@click.option(
    "-k",
    "k",
    type=click.IntRange(1),
    help=f"Rollouts drawn.  [default: as the pilot has it, or {K}]",
)
@click.option(
    "--mix",
    callback=_mix,
    metavar="NAME|a,b",
    help=f"A guess at the chances of success: {', '.join(MIXES)}, or a,b of Beta(a, b).",
)
@click.option(
    "--pilot",
    "log",
    type=click.Path(path_type=Path),
    help="The log of an earlier run, in place of a guess; it knows the cost as well.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def plan_command(  # noqa: PLR0913, PLR0917 -- its options
    challenges: int | None,
    rollouts: int,
    k: int | None,
    mix: Mix | None,
    log: Path | None,
    as_json: bool,
) -> None:
    """Tell how wide intervals will be, which differences will show, and what it will cost.

    Challenges are those of one agent's run; each is tried --rollouts times.
    """
    try:
        pilot = read_pilot(log) if log else None
        plans = _plans(challenges, rollouts, k, mix, pilot)
    except (LogError, ValueError) as error:
        raise CommandError(error) from error
    if as_json:
        click.echo(json.dumps(_told(plans, pilot)))
        return
    Console().print(_table(plans))
    for line in (*_foot(plans[0], pilot), *_advice(plans)):
        click.echo(printable(line))


def _plans(
    challenges: int | None, rollouts: int, k: int | None, mix: Mix | None, pilot: Pilot | None
) -> tuple[Plan, ...]:
    """For at least one of k and, where that is another question, for all of k."""
    expected = pilot.mix if pilot else mix
    if expected is None or (pilot and mix):
        raise ValueError(
            f"Say what to expect, by --pilot LOG or by --mix (one of {', '.join(MIXES)}, or a,b)."
        )
    suite = challenges or (len(pilot.counts) if pilot else None)
    if suite is None:
        raise ValueError("Say how many challenges the suite has: --challenges M.")
    drawn = k or (pilot.k if pilot else None) or K
    cost = pilot.cost_per_rollout if pilot else None
    return tuple(
        plan(suite, rollouts, drawn, expected, quantity=quantity, cost_per_rollout=cost)
        for quantity in (Quantity if drawn > 1 else [Quantity.ANY])
    )


def _tokens(made: Plan, pilot: Pilot | None) -> int | None:
    each = pilot.tokens_per_rollout if pilot else None
    return None if each is None else round(each * made.challenges * made.rollouts)


def _advice(plans: tuple[Plan, ...]) -> list[str]:
    return list(dict.fromkeys(sentence for made in plans for sentence in made.advice))


def _told(plans: tuple[Plan, ...], pilot: Pilot | None) -> dict[str, Any]:
    made = plans[0]
    return {
        "challenges": made.challenges,
        "rollouts": made.rollouts,
        "k": made.k,
        "mix": {"a": made.mix.a, "b": made.mix.b},
        "pilot": _told_of(pilot) if pilot else None,
        "level": made.level,
        "method": "envelope",
        "readings": {
            str(each.quantity): {
                "expected": each.moments.mean,
                "width_population": each.width,
                "width_suite": each.suite_width,
                "detectable": each.detectable,
                "challenges_needed": each.challenges_needed,
            }
            for each in plans
        },
        "agent_rollouts": made.challenges * made.rollouts,
        "cost_usd": made.cost,
        "tokens": _tokens(made, pilot),
        "advice": _advice(plans),
    }


def _told_of(pilot: Pilot) -> dict[str, Any]:
    return {
        "task": pilot.task,
        "agent": pilot.agent,
        "measure": str(pilot.measure),
        "challenges": len(pilot.counts),
        "scored": int(pilot.counts.rollouts.sum()),
        "unscored": pilot.unscored,
        "cost_per_rollout_usd": pilot.cost_per_rollout,
        "tokens_per_rollout": pilot.tokens_per_rollout,
    }


def _table(plans: tuple[Plan, ...]) -> Table:
    made = plans[0]
    suite = f"{number(made.challenges, 'challenge')} x {number(made.rollouts, 'rollout')}"
    table = Table(title=f"{suite}, k={made.k}")
    table.add_column("reading", no_wrap=True)
    for column in ("expected", "population", "suite", "detectable", "for ±0.05"):
        table.add_column(column, justify="right")
    for each in plans:
        sign = "@" if each.quantity is Quantity.ANY else "^"
        figures = (each.moments.mean, each.width, each.suite_width, each.detectable)
        shown = (f"{figure:.3f}" for figure in figures)
        table.add_row(f"reliability{sign}{each.k}", *shown, _needed(each))
    return table


def _needed(made: Plan) -> str:
    """The normal formula promises too much where nearly all challenges are at one end."""
    if made.wide and made.challenges_needed <= made.challenges:
        return f"> {made.challenges}"
    return str(made.challenges_needed)


def _foot(made: Plan, pilot: Pilot | None) -> list[str]:
    """What the columns mean, what was assumed, and what the run costs."""
    known = [] if made.cost is None else [f"{made.cost:,.2f} US dollars"]
    tokens = _tokens(made, pilot)
    known += [] if tokens is None else [f"{tokens:,} tokens"]
    cost = f"about {' and '.join(known)} for one agent" if known else "cost unknown"
    widths = f"width of the {made.level:.0%} interval for challenges like these (envelope)"
    return [
        f"population, suite: {widths}, and for these very ones (normal).",
        "detectable: difference of two agents on the same challenges that 4 of 5 runs find.",
        "for ±0.05: challenges that narrow the interval for a population to that.",
        f"Chances of success: Beta({made.mix.a:.2f}, {made.mix.b:.2f}), {_source(pilot)}.",
        f"The run: {made.challenges * made.rollouts} rollouts, {cost}.",
    ]


def _source(pilot: Pilot | None) -> str:
    if pilot is None:
        return "a guess"
    scored = int(pilot.counts.rollouts.sum())
    return (
        f"fitted to {pilot.measure} of {pilot.agent} in {scored} scored rollouts of "
        f"{len(pilot.counts)} challenges ({pilot.unscored} unscored)"
    )
