"""Columns of the exported tables: name, type, meaning, and where the value comes from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

__all__ = ["Column", "Config", "Kind", "Record", "records"]

Record = dict[str, Any]
"""A row: column to plain value."""

_T = TypeVar("_T")


class Kind(StrEnum):
    """Type of a column; every one may be empty."""

    TEXT = "string"
    WHOLE = "int64"
    NUMBER = "float64"
    FLAG = "bool"
    TEXTS = "list of string"
    WHOLES = "list of int64"
    FILES = "list of {name, text}"


@dataclass(frozen=True, slots=True)
class Column(Generic[_T]):
    """One column of a table about things of some type."""

    name: str
    kind: Kind
    about: str
    """What it means, in one sentence without a full stop, for the card."""
    of: Callable[[_T], Any]
    """The value for one thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A table of the dataset, which is loaded by its name."""

    name: str
    about: str
    """What a row is, in one sentence without a full stop."""
    columns: Sequence[Column[Any]]
    rows: Sequence[Record]

    @property
    def path(self) -> str:
        """Where it lies in the dataset."""
        return f"{self.name}/test.parquet"


def records(columns: Sequence[Column[_T]], things: Iterable[_T]) -> list[Record]:
    """A row for each thing."""
    return [{column.name: _sound(column.of(thing)) for column in columns} for thing in things]


def _sound(value: Any) -> Any:
    """Half a surrogate pair, which JSON may hold and no table can, becomes a question mark."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
