"""The catalogue of the suite as a page: what each challenge is, and how it was proven."""

from collections.abc import Iterable, Mapping, Sequence

from codebench.challenge import Challenge, Difficulty, Expectation, Kind
from codebench.cwe import title
from codebench.validation import Measured

__all__ = ["page"]

_TOP = """\
# Catalogue

What the suite holds, as `codebench validate --all --mutants --record` proved and wrote it.
Tests: functional tests, and exploit tests where there is a security side. Mutants: small changes to
the good reference solutions, of which the functional tests killed so many; those that work and fall
to an exploit only are left out. Bandit: what it finds in an insecure reference solution and in no
secure one; where it finds nothing, only exploits tell them apart.
"""


def page(challenges: Sequence[Challenge], measured: Mapping[str, Measured]) -> str:
    """The page as Markdown.

    Args:
        challenges: In any order.
        measured: What is recorded of them, by slug; where something is missing, dashes stand.
    """
    security = [challenge for challenge in challenges if challenge.has_security_side]
    rest = [challenge for challenge in challenges if not challenge.has_security_side]
    parts = [_TOP, _totals(challenges, measured)]
    if security:
        parts += ["## Security", _table(security, measured), "## Weaknesses", _weaknesses(security)]
    if rest:
        parts += ["## Algorithmic", _table(rest, measured)]
    return "\n".join(parts)


def _totals(challenges: Sequence[Challenge], measured: Mapping[str, Measured]) -> str:
    known = [measured[challenge.slug] for challenge in challenges if challenge.slug in measured]
    kinds = ", ".join(_counted(Kind, [challenge.spec.kind for challenge in challenges]))
    levels = ", ".join(_counted(Difficulty, [c.spec.difficulty for c in challenges]))
    references = ", ".join(
        f"{sum(len(challenge.expected(kind)) for challenge in challenges)} {kind}"
        for kind in Expectation
    )
    mutants = [mutation for each in known for mutation in each.mutants]
    killed, tried = sum(m.killed for m in mutants), sum(m.tried - m.repelled for m in mutants)
    blind = sum(not each.bandit and each.exploits > 0 for each in known)
    return (
        f"{len(challenges)} challenges: {kinds}; {levels}. References: {references}. "
        f"{sum(each.functional for each in known)} functional and "
        f"{sum(each.exploits for each in known)} exploit tests, which killed {killed} of {tried} "
        f"mutants; {sum(each.repeats for each in known)} repeats of good solutions with "
        f"{sum(each.flakes for each in known)} flakes. Bandit sees nothing in {blind} of "
        f"{sum(challenge.has_security_side for challenge in challenges)} security challenges.\n"
    )


def _counted(names: Iterable[str], values: Sequence[str]) -> list[str]:
    return [f"{values.count(name)} {name}" for name in names if values.count(name)]


def _table(challenges: Sequence[Challenge], measured: Mapping[str, Measured]) -> str:
    rows = [
        _row(each, measured.get(each.slug)) for each in sorted(challenges, key=lambda c: c.slug)
    ]
    head = ("challenge", "what", "kind", "difficulty", "CWE", "tests", "mutants", "Bandit")
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _row(challenge: Challenge, known: Measured | None) -> tuple[str, ...]:
    spec = challenge.spec
    return (
        f"`{challenge.slug}`",
        spec.title,
        str(spec.kind),
        str(spec.difficulty),
        ", ".join(map(str, spec.cwe)) or "-",
        _tests(known),
        _mutants(known),
        ", ".join(known.bandit) if known and known.bandit else "-",
    )


def _tests(known: Measured | None) -> str:
    if known is None:
        return "-"
    return f"{known.functional} + {known.exploits}" if known.exploits else str(known.functional)


def _mutants(known: Measured | None) -> str:
    if known is None or not known.mutants:
        return "-"
    killed = sum(mutation.killed for mutation in known.mutants)
    tried = sum(mutation.tried - mutation.repelled for mutation in known.mutants)
    return f"{killed}/{tried}"


def _weaknesses(challenges: Sequence[Challenge]) -> str:
    numbers = sorted({cwe for challenge in challenges for cwe in challenge.spec.cwe})
    return "".join(
        f"- CWE-{number}, {title(number)}: "
        + ", ".join(f"`{c.slug}`" for c in challenges if number in c.spec.cwe)
        + "\n"
        for number in numbers
    )
