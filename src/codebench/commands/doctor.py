"""`codebench doctor`: is this machine fit to grade, and does its sandbox hold?"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from codebench.catalogue import load_folder
from codebench.challenge import ChallengeError
from codebench.commands.progress import progress
from codebench.corpus import Kind, Trial, challenges, committed_trials, trials_in
from codebench.machine import Check, State, look_inside, look_outside
from codebench.sandbox.docker_runner import DockerRunner
from codebench.strange_files import strange_trials
from codebench.trials import Ended, run_trials

__all__ = ["doctor_command"]

WORKERS = 4
"""Trials at a time: many of them only wait for their end."""

HANDFUL = {
    "always-equal",
    "conftest-report-hook",
    "exit-at-import",
    "forged-replies",
    "fork-bomb",
    "memory-bomb",
    "neighbour-memory",
    "plain",
    "tests-read-from-disk",
}
"""Names of trials that stand for the rest."""


@click.command("doctor")
@click.option(
    "--full", is_flag=True, help="Try the whole corpus of attacks, hostile and honest ones."
)
@click.option(
    "--submissions",
    type=click.Path(file_okay=False, path_type=Path),
    help="Try further attacks, laid out as <challenge>/<name>/<files>.",
)
@click.option(
    "--challenges",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder of challenges that --submissions are on, beside the suite's.",
)
@click.option("--workers", type=click.IntRange(1), default=WORKERS, help="Trials at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def doctor_command(
    full: bool, submissions: Path | None, folder: Path | None, workers: int, as_json: bool
) -> None:
    """Check this machine, the sandbox from inside, and that cheats do not pay.

    Attacks and hostile submissions must fail, honest ones must pass. Exits with 1 if the machine
    cannot grade, the sandbox does not hold, or a trial ends as it must not.
    """
    with tempfile.TemporaryDirectory(prefix="codebench-") as scratch:
        try:
            trials = _trials(full=full, submissions=submissions, folder=folder)
        except ChallengeError as error:
            raise click.ClickException(str(error)) from error
        trials += tuple(strange_trials(challenges()["ledger"], Path(scratch))) if full else ()
        checks, runner = look_outside()
        ended = _examined(runner, trials, checks, workers) if runner else ()
    summary = _summary(checks, ended, _leaked(runner))
    if as_json:
        click.echo(json.dumps(summary))
    else:
        _print(checks, ended, summary)
    sys.exit(0 if summary["healthy"] else 1)


def _trials(*, full: bool, submissions: Path | None, folder: Path | None) -> tuple[Trial, ...]:
    """Those of the corpus that are wanted, then the user's own."""
    chosen = tuple(trial for kind in Kind for trial in committed_trials(kind))
    if not full:
        chosen = tuple(trial for trial in chosen if trial.name in HANDFUL)
    if submissions is None:
        return chosen
    own = {challenge.slug: challenge for challenge in load_folder(folder)} if folder else {}
    return chosen + trials_in(submissions, {**challenges(), **own})


def _examined(
    runner: DockerRunner, trials: Sequence[Trial], checks: list[Check], workers: int
) -> tuple[Ended, ...]:
    checks += look_inside(runner)
    with progress(f"Trying submissions, {workers} at a time", len(trials)) as count:

        def say(ended: Ended) -> None:
            count()
            if not ended.as_expected:
                click.echo(f"{ended.trial.title}: {ended.outcome}", err=True)

        return run_trials(trials, runner, workers=workers, progress=say)


def _leaked(runner: DockerRunner | None) -> list[str]:
    return runner.containers() if runner else []


def _summary(
    checks: Sequence[Check], ended: Sequence[Ended], leaked: list[str]
) -> dict[str, object]:
    def titles(*kinds: Kind, outcome: str | None = None) -> list[str]:
        return [
            each.trial.title
            for each in ended
            if each.trial.kind in kinds and outcome in {None, each.outcome}
        ]

    wrong = [each.trial.title for each in ended if not each.as_expected]
    bad = [check.name for check in checks if check.state is State.BAD]
    return {
        "attacks": len(titles(Kind.ATTACK)),
        "hostile": len(titles(Kind.HOSTILE)),
        "controls": len(titles(Kind.HONEST)),
        "passed": titles(Kind.ATTACK, Kind.HOSTILE, outcome="passed"),
        "infrastructure": titles(*Kind, outcome="unscored"),
        "controls_failed": titles(Kind.HONEST, outcome="failed"),
        "leaked": leaked,
        "checks_failed": bad,
        "healthy": not (wrong or bad or leaked),
        "trials": [_row(each) for each in ended],
    }


def _row(ended: Ended) -> dict[str, object]:
    verdict = ended.verdict
    return {
        "kind": str(ended.trial.kind),
        "name": ended.trial.title,
        "outcome": ended.outcome,
        "success": verdict.success,
        "security": verdict.security,
        "reasons": list(ended.reasons),
        "detail": verdict.detail,
        "seed": verdict.seed,
        "seconds": round(ended.seconds, 2),
    }


def _print(checks: Sequence[Check], ended: Sequence[Ended], summary: dict[str, object]) -> None:
    console = Console()
    console.print(_machine(checks))
    for kind in Kind:
        of_kind = [each for each in ended if each.trial.kind is kind]
        if of_kind:
            console.print(_table(kind, of_kind))
    for name in ("checks_failed", "passed", "infrastructure", "controls_failed", "leaked"):
        if summary[name]:
            console.print(f"{name}: {summary[name]}", style="red", markup=False, highlight=False)
    verdict = "[green]Fit to grade.[/]" if summary["healthy"] else "[red]Not fit to grade.[/]"
    console.print(
        f"{summary['attacks']} attacks and {summary['hostile']} hostile submissions, "
        f"{summary['controls']} honest ones. {verdict}"
    )


_COLOURS = {State.GOOD: "green", State.WARNING: "yellow", State.BAD: "red"}


def _machine(checks: Sequence[Check]) -> Table:
    advised = any(check.remedy for check in checks)
    table = Table(title="This machine")
    for head in ("check", "state", "found", *["what to do"] * advised):
        table.add_column(head, overflow="fold")
    for check in checks:
        state = f"[{_COLOURS[check.state]}]{check.state}[/]"
        table.add_row(check.name, state, escape(check.found), *[escape(check.remedy)] * advised)
    return table


_TITLES = {
    Kind.ATTACK: "Attacks: each must fail",
    Kind.HOSTILE: "Hostile submissions: each must fail",
    Kind.HONEST: "Honest submissions: each must pass",
}


def _table(kind: Kind, ended: Sequence[Ended]) -> Table:
    table = Table(title=_TITLES[kind])
    for head in ("submission", "what it does", "outcome", "reasons"):
        table.add_column(head, overflow="fold")
    table.add_column("seconds", justify="right")
    for each in ended:
        outcome = f"[{'green' if each.as_expected else 'red'}]{each.outcome}[/]"
        about, reasons = escape(each.trial.about), ", ".join(each.reasons)
        table.add_row(escape(each.trial.title), about, outcome, reasons, f"{each.seconds:.1f}")
    return table
