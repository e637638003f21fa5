"""Which paths do patterns mean?

A pattern is a list of steps. A step takes a set of positions in a path, at which the pattern so far
may end, to the positions where it may end afterwards. Such a set is an int with a bit for each.
"""

from collections.abc import Callable
from typing import Any


class PatternError(ValueError):
    """A pattern that is not well formed."""


class Path:
    """A path, prepared for steps."""

    def __init__(self, text: str) -> None:
        """Note at which positions each character is."""
        self.places: dict[str, int] = {}
        for place, character in enumerate(text):
            self.places[character] = self.places.get(character, 0) | 1 << place
        self.end = 1 << len(text)
        self.slashes = self.places.get("/", 0)
        self.others = (self.end - 1) ^ self.slashes

    def where(self, fits: Callable[[str], bool]) -> int:
        """Positions of the characters that fit."""
        return sum(places for character, places in self.places.items() if fits(character))

    def from_lowest(self, ends: int) -> int:
        """All positions from the first one in a set, if there is one."""
        return ends and 2 * self.end - (ends & -ends)


Step = Callable[[Path, int], int]


def select(patterns: list[str], paths: list[str]) -> list[str]:
    """The paths that are meant, in their order.

    Raises:
        PatternError: One of the patterns is not well formed.
    """
    rules = []
    for pattern in patterns:
        taken, steps = read(pattern)
        rules += [(taken, simple) for simple in written_out(steps)]
    return [path for path in paths if is_meant(Path(path), rules)]


def is_meant(path: Path, rules: list[tuple[bool, list[Step]]]) -> bool:
    """Whether the last rule that matches takes the path in."""
    for taken, steps in reversed(rules):
        if walk(steps, path, 1) & path.end:
            return taken
    return False


def written_out(steps: list[Any]) -> list[list[Step]]:
    """The simple patterns that a pattern with braces stands for."""
    found: list[list[Step]] = [[]]
    for step in steps:
        endings = [[step]]
        if isinstance(step, list):
            endings = [ending for part in step for ending in written_out(part)]
        found = [start + ending for start in found for ending in endings]
    return found


def walk(steps: list[Step], path: Path, ends: int) -> int:
    """Take all steps."""
    for step in steps:
        ends = step(path, ends)
    return ends


def read(pattern: str) -> tuple[bool, list[Any]]:
    """Whether a pattern takes in what it matches, and its steps."""
    taken = not pattern.startswith("!")
    text = pattern if taken else pattern[1:]
    if not text:
        raise PatternError("a pattern is empty")
    reader = Reader(text)
    steps = reader.sequence("")
    if reader.at < len(text):
        raise PatternError(f"a brace closes nothing: {pattern}")
    return taken, steps


def characters(fits: Callable[[str], bool]) -> Step:
    """One character that fits."""
    return lambda path, ends: (ends & path.where(fits)) << 1


def stars(path: Path, ends: int) -> int:
    """Any characters but slashes: the sum carries each bit to the end of its run of ones."""
    return ends | ((ends & path.others) + path.others ^ path.others)


def double_stars(path: Path, ends: int) -> int:
    """Any characters."""
    return path.from_lowest(ends)


def folders(path: Path, ends: int) -> int:
    """Nothing, or any characters and a slash."""
    return ends | (path.from_lowest(ends) & path.slashes) << 1


class Reader:
    """Reads a pattern from left to right."""

    def __init__(self, text: str) -> None:
        """Start at the beginning."""
        self.text = text
        self.at = 0

    def next(self) -> str:
        """The next character, which has to be there."""
        if self.at == len(self.text):
            raise PatternError(f"the end is missing: {self.text}")
        self.at += 1
        return self.text[self.at - 1]

    def take(self, text: str) -> bool:
        """Go past a text, if it comes next."""
        found = self.text.startswith(text, self.at)
        self.at += len(text) * found
        return found

    def sequence(self, inside: str) -> list[Any]:
        """Steps up to the end, a brace that closes, or a comma within braces."""
        steps: list[Any] = []
        while self.at < len(self.text) and self.text[self.at] not in "}" + inside:
            steps.append(self.step())
        return steps

    def step(self) -> Any:
        """One step."""
        character = self.next()
        if character == "*":
            if not self.take("*"):
                return stars
            while self.take("*"):
                pass
            return folders if self.take("/") else double_stars
        if character == "?":
            return characters(lambda other: other != "/")
        if character == "[":
            return self.set()
        if character == "{":
            parts = [self.sequence(",")]
            while self.next() == ",":
                parts.append(self.sequence(","))
            return parts
        return characters((self.next() if character == "\\" else character).__eq__)

    def set(self) -> Step:
        """A set of characters, after its opening bracket."""
        wanted = not self.take("!")
        ranges: list[tuple[str, str]] = []
        while not ranges or not self.take("]"):
            first = last = self.member()
            if self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at):
                self.next()
                last = self.member()
            if first > last:
                raise PatternError(f"{first}-{last} is no range: {self.text}")
            ranges.append((first, last))

        def fits(character: str) -> bool:
            among = any(first <= character <= last for first, last in ranges)
            return character != "/" and among == wanted

        return characters(fits)

    def member(self) -> str:
        """A character of a set."""
        character = self.next()
        return self.next() if character == "\\" else character
