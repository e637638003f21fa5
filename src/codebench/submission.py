"""What a rollout hands in: a few files."""

import base64
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from codebench.challenge import Challenge
from codebench.digest import digest_of

__all__ = ["MAX_BYTES", "Submission", "flaw"]

MAX_BYTES = 2**20
"""All files of a submission together."""


class Submission(BaseModel):
    """The files of one rollout."""

    model_config = ConfigDict(frozen=True)

    text: dict[str, str] = {}
    """File name to contents, for files that are UTF-8."""
    binary: dict[str, str] = {}
    """File name to base64 of the contents, for others."""
    problem: str | None = None
    """Why nothing could be taken from what was handed in; then there are no files."""

    @classmethod
    def of(cls, files: Mapping[str, bytes]) -> "Submission":
        """A submission of these files."""
        text: dict[str, str] = {}
        binary: dict[str, str] = {}
        for name, data in files.items():
            try:
                text[name] = data.decode("utf-8")
            except UnicodeDecodeError:
                binary[name] = base64.b64encode(data).decode("ascii")
        return cls(text=text, binary=binary)

    @property
    def files(self) -> dict[str, bytes]:
        """File name to contents."""
        text = {name: content.encode("utf-8") for name, content in self.text.items()}
        return text | {name: base64.b64decode(content) for name, content in self.binary.items()}

    @property
    def digest(self) -> str:
        """SHA-256 of names and contents."""
        told = {} if self.problem is None else {"": self.problem.encode()}
        return digest_of(self.files | told)


def flaw(submission: Submission, challenge: Challenge) -> str | None:
    """Why a submission cannot be graded at all, in a few words; None if it can."""
    if submission.problem is not None:
        return submission.problem
    files = submission.files
    missing = [name for name in challenge.spec.entry if name not in files]
    if missing:
        return f"{', '.join(missing)} missing"
    unknown = [name for name in files if name not in challenge.spec.files]
    if unknown:
        return f"{', '.join(unknown)[:200]} not asked for"
    if sum(map(len, files.values())) > MAX_BYTES:
        return f"larger than {MAX_BYTES} bytes"
    return None
