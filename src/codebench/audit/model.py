"""What result files hold: rollouts, figures that they state, and what there is to say of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

__all__ = [
    "AuditError",
    "Choice",
    "Claim",
    "Columns",
    "Foreign",
    "Found",
    "Remark",
    "Row",
    "Source",
]


class AuditError(Exception):
    """A file cannot be read as results. The message is one sentence that names it."""


class Foreign(AuditError):
    """A file is sound, and holds no results. In a folder it is passed over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the user says of the files."""

    only: str | None = None
    """The one format to read, for what detection cannot tell."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Role to column, for tables."""
    scorer: str | None = None
    """The scorer that decides, for logs of Inspect with several."""
    threshold: float | None = None
    """Success is a score of this or more, for logs of Inspect with other scores."""


class Row(NamedTuple):
    """One rollout. A tuple, since there may be millions."""

    agent: str
    task: str
    rollout: str
    """Unique for this agent and task; the same name is the same rollout, told twice."""
    success: bool | None
    """Whether it solved the task, strictly; None where something else than the agent failed."""
    passed: int | None = None
    """Tests passed; None where the file does not tell."""
    total: int | None = None
    """Tests there are."""
    secure: bool | None = None
    """Whether it is secure; None where the file does not tell."""
    answer: int | None = None
    """A hash of what was handed in, by which copies are found; of this process alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A figure that a file states: pass@k of an agent."""

    agent: str
    k: int
    value: float
    name: str
    """As the file calls it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence on a file, without its full stop."""

    text: str
    doubtful: bool = False
    """Whether it is a warning: something in the file cannot be."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table were taken for what."""

    taken: Mapping[str, str]


Found = Row | Claim | Remark | Columns
"""What a reader yields, in any order, one at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What was found in one file, beside its rollouts."""

    path: Path
    format: str
    """Name of the reader."""
    first: int
    """How many rollouts other files had before it was read."""
    rollouts: int
    """How many it has, copies among them."""
    claims: tuple[Claim, ...] = ()
    remarks: tuple[Remark, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    """For tables: role to column."""
