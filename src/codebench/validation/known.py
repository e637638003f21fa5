"""Results of earlier validations, kept by the contents of what was validated."""

from pathlib import Path

from platformdirs import user_cache_path
from pydantic import ValidationError

from codebench.challenge import Challenge
from codebench.digest import digest_of
from codebench.sandbox.judge.job import VERSION
from codebench.validation.model import Measured, Proof

__all__ = ["Known"]


class Known:
    """A folder of results of sound challenges. What has a problem is looked at again each time."""

    def __init__(self, proof: Proof, image: str, folder: Path | None = None) -> None:
        """Look in a folder.

        Args:
            proof: What was asked of a challenge.
            image: What the judges ran in.
            folder: Where the results are; None for the user's cache.
        """
        self._folder = folder or user_cache_path("codebench") / "validations"
        self._circumstances = f"{proof.model_dump_json()} {image} {VERSION}".encode()

    def get(self, challenge: Challenge) -> Measured | None:
        """The result for these very files, or None."""
        try:
            return Measured.model_validate_json(self._path(challenge).read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, challenge: Challenge, result: Measured) -> None:
        """Keep a result."""
        path = self._path(challenge)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(result.model_dump_json(), encoding="utf-8")

    def _path(self, challenge: Challenge) -> Path:
        files = {"contents": challenge.contents.encode(), "circumstances": self._circumstances}
        return self._folder / f"{digest_of(files)}.json"
