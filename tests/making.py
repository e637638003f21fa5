"""Makes challenges on the spot, for tests that need one of a certain shape."""

from collections.abc import Mapping
from pathlib import Path

from codebench.challenge import Challenge, load_challenge
from codebench.submission import Submission

TOML = """\
title = "Doubling"
kind = "function"
difficulty = "easy"
cwe = []
entry = ["double.py"]
version = 1
"""

TEST = '''\
def test_doubles(candidate, rng):
    """Numbers are doubled."""
    for _ in range(5):
        number = rng.randrange(1000)
        assert candidate.double(number) == 2 * number
'''


def make_challenge(folder: Path, files: Mapping[str, str | None] | None = None) -> Challenge:
    """A sound challenge in a new folder, with some files replaced, added or (None) left out."""
    contents: dict[str, str | None] = {
        "challenge.toml": TOML,
        "prompt.md": "Write `double(number)` in double.py.\n",
        "tests/test_functional.py": TEST,
        "solutions/correct/double.py": "def double(number):\n    return 2 * number\n",
        "solutions/wrong_square/double.py": "def double(number):\n    return number**2 + 1\n",
        "solutions/wrong_same/double.py": "def double(number):\n    return number - 1\n",
        **(files or {}),
    }
    for name, text in contents.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return load_challenge(folder)


def submit(source: str, name: str = "double.py") -> Submission:
    """A submission of one file."""
    return Submission.of({name: source.encode()})
