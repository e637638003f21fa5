"""The table of challenges: what the agents were asked, and with `hidden` how they were judged."""

from collections.abc import Iterable, Mapping

from codebench.challenge import Challenge
from codebench.export.columns import Column, Config, Kind, Record, records

__all__ = ["challenges_of"]

_ABOUT = "One challenge, as it is in the suite that wrote this dataset"


def challenges_of(challenges: Iterable[Challenge], *, hidden: bool) -> Config:
    """The challenges, by slug.

    Args:
        challenges: In any order.
        hidden: Whether hidden tests, the driver and reference solutions go along.
    """
    columns = [*_OPEN, *(_HIDDEN if hidden else ())]
    rows = records(columns, sorted(challenges, key=lambda each: each.slug))
    return Config(name="challenges", about=_ABOUT, columns=columns, rows=rows)


def _listed(files: Mapping[str, bytes | str]) -> list[Record]:
    return [{"name": name, "text": _text(data)} for name, data in sorted(files.items())]


def _text(data: bytes | str) -> str:
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else data


def _solutions(challenge: Challenge) -> list[Record]:
    return [
        {"name": f"{solution.name}/{name}", "text": _text(data)}
        for solution in sorted(challenge.solutions, key=lambda each: each.name)
        for name, data in sorted(solution.files.items())
    ]


_OPEN: tuple[Column[Challenge], ...] = (
    Column("challenge", Kind.TEXT, "Its id", lambda c: c.slug),
    Column("title", Kind.TEXT, "Its title", lambda c: c.spec.title),
    Column(
        "kind", Kind.TEXT, "function, module, service or repository", lambda c: str(c.spec.kind)
    ),
    Column("difficulty", Kind.TEXT, "easy, medium or hard", lambda c: str(c.spec.difficulty)),
    Column(
        "cwe", Kind.WHOLES, "Weaknesses that its exploits are about", lambda c: list(c.spec.cwe)
    ),
    Column("entry", Kind.TEXTS, "Files that a submission must hold", lambda c: list(c.spec.entry)),
    Column(
        "optional", Kind.TEXTS, "Files that it may hold besides", lambda c: list(c.spec.optional)
    ),
    Column("prompt", Kind.TEXT, "What the agent is told; Markdown", lambda c: c.prompt),
    Column("starter", Kind.FILES, "Files that it starts from", lambda c: _listed(c.starter)),
    Column("version", Kind.WHOLE, "Rises when tests or prompt change", lambda c: c.spec.version),
    Column("digest", Kind.TEXT, "SHA-256 of all that decides over a verdict", lambda c: c.digest),
)

_HIDDEN: tuple[Column[Challenge], ...] = (
    Column("tests", Kind.FILES, "Hidden tests", lambda c: _listed(c.tests)),
    Column("driver", Kind.TEXT, "Runs beside the submission, if there is one", lambda c: c.driver),
    Column("solutions", Kind.FILES, "Reference solutions, by folder", _solutions),
)
