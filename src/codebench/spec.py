"""The contents of a challenge's `challenge.toml`."""

import re
from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from codebench.sandbox.judge.job import Limits, Service

__all__ = ["Difficulty", "Kind", "Spec"]

_FILE = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*")


class Kind(StrEnum):
    """What the agent is asked for."""

    FUNCTION = "function"
    MODULE = "module"
    SERVICE = "service"
    REPOSITORY = "repository"


class Difficulty(StrEnum):
    """How long a careful engineer needs: minutes, half an hour, an hour."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def _file_name(name: str) -> str:
    if not _FILE.fullmatch(name) or ".." in name or name == "driver.py":
        raise ValueError(f"{name!r} is not a usable file name")
    return name


FileName = Annotated[str, AfterValidator(_file_name)]


class Spec(BaseModel):
    """The contents of `challenge.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    title: str = Field(min_length=1)
    """For tables and the log viewer."""
    kind: Kind
    difficulty: Difficulty
    cwe: tuple[int, ...]
    """Weaknesses the exploits are about, the main one first; empty: no security side."""
    entry: tuple[FileName, ...] = Field(min_length=1)
    """Files a submission must hold; the first is the module that `candidate` resolves to."""
    optional: tuple[FileName, ...] = ()
    """Files it may hold besides."""
    preload: tuple[str, ...] = ()
    """Packages that the worker imports once, before it forks."""
    static_rules: tuple[str, ...] = ()
    """Bandit codes that decide over security."""
    version: int = Field(ge=1)
    """Rises when tests or prompt change what a submission gets."""
    limits: Limits = Field(default_factory=Limits)
    service: Service | None = None

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if (self.kind is Kind.SERVICE) != (self.service is not None):
            raise ValueError('a [service] section goes with kind = "service"')
        if not self.entry[0].endswith(".py"):
            raise ValueError("the first entry must be a Python file")
        if self.static_rules and not self.cwe:
            raise ValueError("static_rules need a cwe")
        return self

    @property
    def files(self) -> tuple[str, ...]:
        """Every file a submission may hold."""
        return self.entry + self.optional
