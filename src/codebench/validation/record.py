"""What is published of each challenge: how it was proven, and of which version."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from codebench.challenge import Challenge, ChallengeError
from codebench.validation.model import Measured

__all__ = ["FILE", "problems_of_version", "read", "write"]

FILE = "measured.json"
"""Name of the record, in the folder of the challenges."""

_RECORD = TypeAdapter(dict[str, Measured])


def read(folder: Path) -> dict[str, Measured]:
    """The record of a folder, by slug; empty where there is none yet.

    Raises:
        ChallengeError: It cannot be read.
    """
    path = folder / FILE
    try:
        return _RECORD.validate_json(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError):
        raise ChallengeError(
            f"{path}: cannot be read; `codebench validate --all --mutants --record` writes it anew."
        ) from None


def write(folder: Path, results: Mapping[str, Measured]) -> None:
    """Write the record of a folder, sorted by slug."""
    data = {slug: results[slug].model_dump(mode="json") for slug in sorted(results)}
    (folder / FILE).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def problems_of_version(challenge: Challenge, recorded: Measured | None) -> Iterable[str]:
    """A version that stayed although what a submission gets has changed."""
    if recorded is None or recorded.decisive == challenge.digest:
        return
    if challenge.spec.version <= recorded.version:
        yield (
            f"prompt, tests or limits have changed since version {recorded.version} was recorded: "
            "raise version in challenge.toml"
        )
