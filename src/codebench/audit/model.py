"""Rollouts of any benchmark's result files, and what a file says of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["AuditError", "Claim", "Row", "Source"]


class AuditError(Exception):
    """A file cannot be read as results. The message is one sentence that names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One rollout."""

    agent: str
    task: str
    rollout: str
    """Unique for this agent and task."""
    success: bool | None
    """Whether it solved the task, strictly; None where something else than the agent failed."""
    passed: int | None = None
    """Tests passed; None where the file does not tell."""
    total: int | None = None
    """Tests there are."""
    secure: bool | None = None
    """Whether it is secure; None where the file does not tell."""
    answer: str | None = None
    """Digest of what was handed in, by which copies are found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A figure that a file states: pass@k of an agent."""

    agent: str
    k: int
    value: float
    name: str
    """As the file calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What one file or folder of results holds."""

    path: Path
    format: str
    """Name of the reader."""
    rows: tuple[Row, ...]
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences on what was guessed, left out or cannot be known from such a file."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """For tables: which column was taken for what."""
