"""An audit: everything that there is to say of some result files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codebench.audit.findings import limits, notes, warnings
from codebench.audit.measures import Agent, audited
from codebench.audit.model import Source
from codebench.audit.ranks import Order, orders
from codebench.audit.reading import Reading
from codebench.audit.stated import doubts

__all__ = ["Audit", "audit_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """An audit. Its sentences have no full stops."""

    k: int
    """Rollouts drawn, and tests of broken pass@k."""
    sources: Sequence[Source]
    passed_over: Sequence[Path]
    """Files in folders that hold no results."""
    agents: Sequence[Agent]
    """The one with the highest success first."""
    orders: Mapping[str, Order]
    """By figure."""
    notes: Sequence[str]
    """What was guessed, computed or left out."""
    limits: Sequence[str]
    """What the files do not allow to be said."""
    warnings: Sequence[str]
    """What cannot be, or says less than it seems to."""


def audit_of(reading: Reading, k: int) -> Audit:
    """Compute everything from what was read."""
    stated = doubts(reading.sources, reading.rollouts)
    parts, copies = reading.rollouts.parts()
    agents = sorted(audited(parts, k), key=_place)
    return Audit(
        k=k,
        sources=reading.sources,
        passed_over=reading.passed_over,
        agents=agents,
        orders=orders(agents),
        notes=notes(reading.sources, copies),
        limits=limits(agents, k),
        warnings=[*stated, *warnings(reading.sources, parts, agents, copies)],
    )


def _place(agent: Agent) -> tuple[float, str]:
    return (-agent.success.estimate if agent.success else 1.0), agent.name
