"""Reads the files out of a model's text answer.

A scanner of fence lines, not a Markdown parser: CommonMark ends a block at the first fence that
could close it, and so cuts a program in two whose docstring shows a fenced example.
"""

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice, takewhile

__all__ = ["read_files"]

_FENCE = re.compile(
    r"^(?P<indent>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)"  # a list item may begin with a fence
    r"(?P<mark>`{3,}+(?=[^`\n]*$)|~{3,})"
    r"(?P<info>[ \t{.]*(?P<language>[\w+#-]++(?=[\s,:;{}()]|$))?[^\n]*)$"
    r"(?=\n(?P<comment>[ \t]*(?:#|//|--|/\*|<!--)[^\n]*)|)|\Z",  # or the end of the text
    re.MULTILINE,
)
_REASONING = re.compile(r"\A(?:\s*<(think|thinking)>.*?(?:</\1>|\Z))+", re.DOTALL)
_REASONING_END = re.compile(r"^[ \t]*</think(?:ing)?>[ \t]*$", re.MULTILINE)
_CANDIDATE = re.compile(r"(?:(?:i?python|py)\d*)? (?:.*\.py)?")  # language and name
_FOREIGN_TITLE = re.compile(r"\A\s*//[ \t]*(?:\w+:[ \t]*)?[\w./-]+\.py[ \t]*\n")
_WORD = re.compile(r"[\w./\\-]+")
_NO_NAME = re.compile(r"\W+|\d+\W*|file|filename|path", re.IGNORECASE)
_FILE_NAME = re.compile(r"[\w./-]*\w\.[A-Za-z]\w{0,7}")
_Tree = ast.Module | None
_DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BINDING = (*_DEFINITION, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
# Bounds on the work for a hostile answer; a model's answer stays far below them.
_FENCES = 500
_PARSED_CHARACTERS = 500_000


def read_files(text: str, entry: Sequence[str]) -> dict[str, str]:
    r"""Read the files of a text answer: one file per fenced block.

    A block's name stands in the info string of its fence, else in a comment as its first line,
    else alone on the last line before it. Folders before a name of `entry` are ignored, and so are
    blocks with any other name. Of two blocks with one name the later counts.

    If no block has the name of the main file, one without a name is taken. Candidates are marked
    as Python or not at all. In order, each replaces the choice so far if it is of a better kind; or
    of the same kind and not shorter; or of the same kind, at least half as long, and a correction:
    it defines all that the choice defines. Best is a program: it parses, defines a function or
    class (other than tests) and does not import the main file. Within a kind, marked beats
    unmarked. In a challenge with one file, a Python block with another name counts as one without.
    An answer that is a Python program as a whole is the main file.

    A block is closed as in CommonMark. But if it does not parse as Python there, and does at a
    later closing fence or at the end, the fences between belong to a string. A block that nothing
    closes ends with the answer. Fences may be indented to any depth. Blocks inside a nameless
    Markdown block come before all others. Reasoning before the answer is dropped.

    Args:
        text: What the model answered; any text, complete or cut off.
        entry: Names of the files that a submission may hold, the main one first.

    Returns:
        Content of the files found, by name in the order of `entry`; lines end with `\n`.
    """
    if not entry:
        return {}
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    text = _REASONING.sub("", text)
    parse = _Parser()
    with warnings.catch_warnings(action="ignore"):  # of invalid escapes in the answer's code, say
        if _is_program(text, parse):
            return {entry[0]: text}
        blocks = _blocks(text, entry, parse)
        wrappers = [b.body for b in blocks if b.language in {"markdown", "md"} and not b.name]
        inner = [block for body in wrappers for block in _blocks(body, entry, parse)]
    return _choose([*inner, *blocks], entry)


@dataclass(frozen=True, slots=True)
class _Block:
    """One fenced block of the answer."""

    name: str  # a file of the entry, or another file, or empty
    language: str  # in lower case; empty where the fence does not say
    body: str
    definitions: frozenset[str]  # empty where it is no program

    def replaces(self, other: "_Block") -> bool:
        """Whether this block is a better main file than the earlier one."""
        kind, other_kind = ((bool(b.definitions), bool(b.language)) for b in (self, other))
        corrects = other.definitions and other.definitions <= self.definitions
        is_long = len(self.body) * (2 if corrects else 1) >= len(other.body)
        return (kind, is_long) > (other_kind, False)


class _Parser:
    """Parses Python, up to a total of characters for the whole answer."""

    left = _PARSED_CHARACTERS

    def __call__(self, source: str) -> _Tree:
        self.left -= len(source)
        try:
            return ast.parse(source) if self.left >= 0 else None
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _is_program(text: str, parse: _Parser) -> bool:
    """Whether the text is Python, and not prose that happens to parse like "Answer: none"."""
    is_fenced = re.search(r"^[ \t]*~~~", text, re.MULTILINE)  # ~~~python is an expression
    tree = None if is_fenced else parse(text)
    body = tree.body if tree else []
    return any(isinstance(node, _BINDING) and getattr(node, "value", node) for node in body)


def _choose(blocks: Sequence[_Block], entry: Sequence[str]) -> dict[str, str]:
    """The files among the blocks."""
    candidates = [b for b in blocks if _CANDIDATE.fullmatch(f"{b.language} {b.name}")]
    unnamed = [block for block in candidates if not block.name or len(entry) == 1]
    others = [block for block in blocks if not block.name.endswith(".py")]
    files = {block.name: block.body for block in [*others, *candidates]}
    if unnamed and entry[0] not in files:
        best = reduce(lambda chosen, block: block if block.replaces(chosen) else chosen, unnamed)
        files[entry[0]] = best.body
    return {name: files[name] for name in entry if name in files}


def _blocks(text: str, entry: Sequence[str], parse: _Parser) -> list[_Block]:
    """The fenced blocks of a text in order."""
    blocks: list[_Block] = []
    fences = list(islice(_FENCE.finditer(text), _FENCES))
    index = start = 0
    while index < len(fences) - 1:
        opening = fences[index]
        before = text[start : opening.start()]
        index, body, tree = _extent(fences, index, parse)
        if _REASONING_END.search(before):  # some chat templates swallow the opening tag
            blocks.clear()
        if index < len(fences) - 1 or body.strip():  # else a stray fence at the end
            name, language = _block_name(opening, before, entry), opening["language"] or ""
            blocks.append(_Block(name, language.lower(), body, _definitions(tree, entry)))
        start, index = fences[index].end(), index + 1
    return blocks


def _block_name(opening: re.Match[str], before: str, entry: Sequence[str]) -> str:
    """The file that the fence, the first line or the line before says a block is, or empty."""
    name = _name(_WORD.findall(opening["info"]), entry)
    for line in (opening["comment"] or "", before.rstrip().rpartition("\n")[2]):
        words = [word for word in _WORD.findall(line) if not _NO_NAME.fullmatch(word)]
        if not name and len(words) == 1:
            name = _name(words, entry)
    return name


def _name(words: Sequence[str], entry: Sequence[str]) -> str:
    """The longest file of the entry among the words, else the first file name, or empty."""
    paths = [word.replace("\\", "/") for word in words]
    known = [name for path in paths for name in entry if f"/{path}".endswith(f"/{name}")]
    return max(known, key=len, default="") or next(filter(_FILE_NAME.fullmatch, paths), "")


def _extent(fences: Sequence[re.Match[str]], index: int, parse: _Parser) -> tuple[int, str, _Tree]:
    """Closing fence, body and tree of a block: the shortest that parses, else the shortest."""
    opening, last = fences[index], len(fences) - 1
    ends = chain((i for i in range(index + 1, last) if _closes(fences[i], opening)), [last])
    attempts = ((i, body, parse(body)) for i in ends for body in [_body(opening, fences[i])])
    first = next(attempts)
    longer = takewhile(lambda _: parse.left >= 0, attempts)
    return first if first[2] else next((attempt for attempt in longer if attempt[2]), first)


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    is_bare = not (fence["indent"] + fence["info"]).strip()
    widths = [len(f["indent"].expandtabs(4)) for f in (fence, opening)]
    return is_bare and fence["mark"].startswith(opening["mark"]) and widths[0] <= widths[1] + 3


def _body(opening: re.Match[str], end: re.Match[str]) -> str:
    """The lines between two fences, dedented like the first as far as the first line allows."""
    body = opening.string[opening.end() + 1 : end.start()]
    margin = body[: len(body) - len(body.lstrip())].rpartition("\n")[2]
    if width := min(len(opening["indent"]), len(margin)):
        body = re.sub(rf"^[ \t]{{1,{width}}}", "", body, flags=re.MULTILINE)
    return _FOREIGN_TITLE.sub("", body.removeprefix("\ufeff"))


def _definitions(tree: _Tree, entry: Sequence[str]) -> frozenset[str]:
    """Functions and classes of a program; none of a test or an example, which imports it."""
    main = entry[0].removesuffix(".py").replace("/", ".")
    body = tree.body if tree else []
    imports = [node.module for node in body if isinstance(node, ast.ImportFrom)]
    imports += [alias.name for node in body if isinstance(node, ast.Import) for alias in node.names]
    names = {node.name for node in body if isinstance(node, _DEFINITION) and main not in imports}
    return frozenset(name for name in names if not name.startswith(("test_", "Test")))
