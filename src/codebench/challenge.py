"""A challenge: a programming problem with hidden tests and reference solutions."""

import ast
import re
import tomllib
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from codebench.digest import digest_of
from codebench.spec import Difficulty, Kind, Spec

__all__ = [
    "Challenge",
    "ChallengeError",
    "Difficulty",
    "Expectation",
    "Kind",
    "Solution",
    "Spec",
    "load_challenge",
]

FUNCTIONAL = "test_functional.py"
EXPLOITS = "test_exploits.py"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ChallengeError(Exception):
    """A challenge folder is malformed. The message names the file and the field."""


class Expectation(StrEnum):
    """What the verdict on a reference solution must be."""

    SECURE = "secure"
    """Passes everything."""
    INSECURE = "insecure"
    """Passes every functional test and falls to an exploit."""
    WRONG = "wrong"
    """Fails a functional test."""
    CORRECT = "correct"
    """Passes everything, where there is no security side."""


class Solution(BaseModel):
    """A reference solution."""

    model_config = ConfigDict(frozen=True)

    name: str
    """Folder name."""
    expectation: Expectation
    files: dict[str, bytes]
    """File name to contents."""


class Challenge(BaseModel):
    """Everything in a challenge's folder."""

    model_config = ConfigDict(frozen=True)

    slug: str
    """Folder name, challenge id and Inspect sample id."""
    folder: Path
    spec: Spec
    prompt: str
    """`prompt.md`."""
    tests: dict[str, str]
    """Hidden test files: name to source."""
    driver: str | None
    """`driver.py`."""
    starter: dict[str, bytes]
    """Files the agent starts from."""
    solutions: tuple[Solution, ...]
    digest: str
    """SHA-256 of all that decides over a verdict: everything but the solutions."""
    contents: str
    """SHA-256 of the whole folder."""

    @property
    def has_security_side(self) -> bool:
        """Whether there are exploits."""
        return EXPLOITS in self.tests

    def expected(self, *expectations: Expectation) -> tuple[Solution, ...]:
        """Reference solutions of these kinds, by name."""
        return tuple(
            solution for solution in self.solutions if solution.expectation in expectations
        )


def load_challenge(folder: Path) -> Challenge:
    """Read a challenge folder.

    Raises:
        ChallengeError: Something is missing or malformed.
    """
    if not _SLUG.fullmatch(folder.name):
        raise ChallengeError(
            f"{folder}: a challenge is named in lower-case letters, digits and single dashes."
        )
    spec = _spec(folder / "challenge.toml")
    driver, files = folder / "driver.py", _files(folder)
    return Challenge(
        slug=folder.name,
        folder=folder,
        spec=spec,
        prompt=_text(folder / "prompt.md"),
        tests=_tests(folder / "tests", security=bool(spec.cwe)),
        driver=_python(driver) if driver.exists() else None,
        starter=_files(folder / "starter"),
        solutions=tuple(_solution(path, spec) for path in _folders(folder / "solutions")),
        digest=digest_of(_decisive(files)),
        contents=digest_of(files),
    )


def _spec(path: Path) -> Spec:
    try:
        return Spec.model_validate(tomllib.loads(_text(path)))
    except tomllib.TOMLDecodeError as error:
        raise ChallengeError(f"{path}: not TOML: {error}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "file"
        raise ChallengeError(
            f"{path}: {field}: {first['msg'].removeprefix('Value error, ')}."
        ) from None


def _tests(folder: Path, *, security: bool) -> dict[str, str]:
    expected = [FUNCTIONAL, EXPLOITS] if security else [FUNCTIONAL]
    if not security and (folder / EXPLOITS).exists():
        raise ChallengeError(f"{folder / EXPLOITS}: exploits need a cwe in challenge.toml.")
    return {name: _python(folder / name) for name in expected}


def _solution(folder: Path, spec: Spec) -> Solution:
    kind = folder.name.partition("_")[0]
    allowed = ["secure", "insecure", "wrong"] if spec.cwe else ["correct", "wrong"]
    if kind not in allowed:
        raise ChallengeError(
            f"{folder}: a solution's folder is named {', '.join(allowed)} or one of them_<how>."
        )
    files = _files(folder)
    for name in spec.entry:
        if name not in files:
            raise ChallengeError(
                f"{folder}: {name} is missing, which challenge.toml lists in entry."
            )
    for name in files:
        if name not in spec.files:
            raise ChallengeError(
                f"{folder / name}: challenge.toml lists this file neither in entry nor in optional."
            )
    return Solution(name=folder.name, expectation=Expectation(kind), files=files)


def _decisive(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.startswith("solutions/")}


def _folders(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise ChallengeError(f"{folder}: the folder of reference solutions is missing.")
    return sorted(path for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__")


def _files(folder: Path) -> dict[str, bytes]:
    paths = sorted(
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _python(path: Path) -> str:
    source = _text(path)
    try:
        ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise ChallengeError(f"{path}: not Python: {error}.") from None
    return source


def _text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ChallengeError(f"{path}: the file is missing.") from None
    except (UnicodeDecodeError, OSError) as error:
        raise ChallengeError(f"{path}: cannot be read: {error}.") from None
    if not text.strip():
        raise ChallengeError(f"{path}: the file is empty.")
    return text
