"""How `codebench validate` says what it found."""

from collections.abc import Sequence
from statistics import median
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from codebench.challenge import Challenge, Expectation, Kind
from codebench.validation import Validation

__all__ = ["say", "show", "summary"]


def say(result: Validation) -> None:
    """Progress on standard error: a line, and below it what is wrong."""
    state = "ok" if not result.problems else f"{len(result.problems)} problems"
    time = f"{result.seconds:.1f} s" if result.seconds else "known"
    lines = [f"{result.challenge.slug}: {state}, {time}", *(f"  {p}" for p in result.problems)]
    click.echo("\n".join(lines), err=True)  # at once: several challenges are proven at a time


def summary(results: Sequence[Validation], seconds: float) -> dict[str, Any]:
    """All of it for JSON."""
    challenges = [result.challenge for result in results]
    measured = [result.measured for result in results]
    mutations = [mutation for each in measured for mutation in each.mutants]
    return {
        "challenges": len(results),
        "security": sum(challenge.has_security_side for challenge in challenges),
        "algorithmic": sum(not challenge.has_security_side for challenge in challenges),
        "services": sum(challenge.spec.kind is Kind.SERVICE for challenge in challenges),
        "cwes": len({cwe for challenge in challenges for cwe in challenge.spec.cwe}),
        "references": {str(kind): _count(challenges, kind) for kind in Expectation},
        "tests": {
            "functional": sum(each.functional for each in measured),
            "exploit": sum(each.exploits for each in measured),
        },
        "mutants": {
            "killed": sum(mutation.killed for mutation in mutations),
            "repelled": sum(mutation.repelled for mutation in mutations),
            "total": sum(mutation.tried for mutation in mutations),
            "possible": sum(mutation.possible for mutation in mutations),
        },
        "median_seconds": median([each.seconds for each in measured]),
        "repeats": sum(each.repeats for each in measured),
        "flakes": sum(each.flakes for each in measured),
        "failed": [
            {"challenge": result.challenge.slug, "problems": list(result.problems)}
            for result in results
            if result.problems
        ],
        "seconds": round(seconds, 1),
    }


def _count(challenges: Sequence[Challenge], kind: Expectation) -> int:
    return sum(len(challenge.expected(kind)) for challenge in challenges)


def show(results: Sequence[Validation], seconds: float) -> None:
    """A table, a line of totals, and every problem."""
    console = Console()
    console.print(_table(results))
    console.print(_totals(summary(results, seconds)), highlight=False)
    for result in results:
        for problem in result.problems:
            text = f"{result.challenge.slug}: {problem}"
            console.print(text, style="red", markup=False, highlight=False)


def _table(results: Sequence[Validation]) -> Table:
    table = Table(title="Validation of challenges")
    table.add_column("challenge", no_wrap=True)
    table.add_column("CWE", overflow="fold")
    for head in ("refs", "tests", "mutants", "s"):
        table.add_column(head, justify="right")
    table.add_column("verdict", no_wrap=True)
    for result in results:
        table.add_row(*_row(result))
    return table


def _row(result: Validation) -> tuple[str, ...]:
    measured, mutations = result.measured, result.measured.mutants
    exploits = f"+{measured.exploits}" if measured.exploits else ""
    killed = sum(mutation.killed for mutation in mutations)
    functional = sum(mutation.tried - mutation.repelled for mutation in mutations)
    return (
        result.challenge.slug,
        ", ".join(map(str, result.challenge.spec.cwe)) or "-",
        str(len(result.challenge.solutions)),
        f"{measured.functional}{exploits}",
        f"{killed}/{functional}" if mutations else "-",
        f"{measured.seconds:.2f}",
        "[green]sound[/green]" if not result.problems else "[red]not sound[/red]",
    )


def _totals(told: dict[str, Any]) -> str:
    references, mutants, tests = told["references"], told["mutants"], told["tests"]
    tried = mutants["total"] - mutants["repelled"]
    share = f", {mutants['killed']} of {tried} mutants killed" if tried else ""
    return (
        f"{told['challenges']} challenges ({told['security']} security with {told['cwes']} CWEs, "
        f"{told['algorithmic']} algorithmic), {sum(references.values())} references, "
        f"{tests['functional']} functional and {tests['exploit']} exploit tests, "
        f"{told['repeats']} repeats with {told['flakes']} flakes{share}, {told['seconds']} s. "
        "refs: reference solutions; tests: functional and exploit tests; mutants: killed by "
        "functional tests, of those that they could kill; s: processor time of grading a good "
        "solution, median."
    )
