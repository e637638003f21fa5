"""Finds the commands that the documents show, and what they show of their output."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    {*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("[a-z]*/README.md")}
    | {*ROOT.glob("tasks/*/README.md")}
)

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^    +(.+)$", re.MULTILINE)
_INLINE = re.compile(r"`([^`]+)`")
_COMMAND = re.compile(r"(uv run|codebench|inspect|python benchmarks/\S+) \S|make( |$)")
_FILE = re.compile(r"^# (\w+\.py)\n", re.MULTILINE)

_NOT_PROMISED = re.compile(
    r"\d+\.\d+ s\b|\d s\)?$|\d+:\d\d|\d{4}-\d\d-\d\d|/tmp/|[0-9a-f]{12}|\.eval|passed in|^\W*$"
)
"""Lines with times, dates, ids and names of logs, and those that only draw a table."""


@dataclass(frozen=True)
class Shown:
    """A command in a document."""

    command: str
    """Without `uv run`, comments and line breaks."""

    page: Path

    output: tuple[str, ...] = ()
    """Lines that its output must have."""


def shown() -> list[Shown]:
    """Every command of every document, in the order in which one reads them."""
    return [each for page in PAGES for each in _in_page(page)]


def files(page: Path) -> dict[str, str]:
    """Python files that a page shows whole: blocks whose first line names them."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    python = [text for kind, text in blocks if kind == "python"]
    return {found[1]: text for text in python if (found := _FILE.match(text))}


def options(text: str) -> set[str]:
    """Long options that a text names."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def spelled(page: Path) -> str:
    """Everything on a page that is set as code."""
    text = page.read_text(encoding="utf-8")
    blocks = [block for kind, block in _BLOCK.findall(text) if kind in {"console", "bash", "sh"}]
    rest = _BLOCK.sub("", text)
    return "\n".join([*blocks, *_INDENTED.findall(rest), *_INLINE.findall(rest)])


def _in_page(page: Path) -> Iterator[Shown]:
    text = page.read_text(encoding="utf-8")
    for kind, block in _BLOCK.findall(text):
        if kind == "console":
            yield from _in_console(block, page)
        elif kind in {"bash", "sh"}:
            yield from (Shown(each, page) for each in _lines(block))
    rest = _BLOCK.sub("", text)
    for code in (*_INDENTED.findall(rest), *_INLINE.findall(rest)):
        command = " ".join(code.split())
        if _COMMAND.match(command):
            yield Shown(_plain(command), page)


def _in_console(block: str, page: Path) -> Iterator[Shown]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = _joined(part).splitlines()
        promised = (line for line in lines if not _NOT_PROMISED.search(line) and line != "...")
        yield Shown(_plain(command), page, tuple(" ".join(line.split()) for line in promised))


def _lines(block: str) -> Iterator[str]:
    commands = (_plain(line) for line in _joined(block).splitlines())
    return (command for command in commands if command)


def _joined(block: str) -> str:
    """Lines that end in a backslash go on in the next one."""
    return re.sub(r"\\\n\s*", "", block)


def _plain(command: str) -> str:
    without = re.sub(r"(^|\s+)#.*", "", command)
    return " ".join(without.split()).removeprefix("uv run ")
