"""Notices from templates: the tags are read into a tree, and a budget goes along through it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

MAX_TEMPLATE = 5_000
MAX_NOTICE = 50_000
MAX_WORK = 2_500_000  # characters that are worked on; each step of a template counts 100 besides

_NAME = "[a-z][a-z0-9_]*"
_PATH = rf"{_NAME}(?:\.{_NAME})*"
_PLACE = r"\{(?::[<>^]?(?:[1-9][0-9]?)?,?(?:\.[0-9])?f?)?\}"
_FILTER = (
    r' *\| *(?:(?P<upper>upper)|default\("(?P<default>[^"\\{}\n]*)"\)'
    rf'|format\("(?P<format>(?:[^"\\{{}}\n]|{_PLACE})*)"\))'
)
_TAG = re.compile(
    rf"\{{\{{ *(?P<shown>{_PATH})(?P<filters>(?:{_FILTER})*) *\}}\}}"
    rf"|\{{% *(?:if (?P<test>{_PATH})|for (?P<variable>{_NAME}) in (?P<list>{_PATH})"
    r"|(?P<end>else|endif|endfor)) *%\}"
)

Token = str | re.Match[str]


class TemplateError(ValueError):
    """The template cannot be rendered."""


@dataclass(frozen=True)
class Show:
    """A path and its filters."""

    path: str
    filters: list[re.Match[str]]


@dataclass(frozen=True)
class If:
    """A path, and what comes out if it is true or false."""

    path: str
    yes: "list[Node]"
    no: "list[Node]"


@dataclass(frozen=True)
class For:
    """What comes out for each entry of a list."""

    variable: str
    path: str
    body: "list[Node]"


Node = str | Show | If | For


def render_notice(template: str, record: Any) -> str:
    """Fill a template in for a record.

    Raises:
        TemplateError: The template is malformed, does not fit the record or takes too much.
    """
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    rendering = Rendering(record)
    try:
        nodes, _ = read(tokens(template), "")
        rendering.run(nodes, {})
    except RecursionError:
        raise TemplateError("the template is nested too deeply") from None
    return "".join(rendering.written)


def tokens(template: str) -> Iterator[Token]:
    """Texts and tags in turn."""
    place = 0
    for tag in _TAG.finditer(template):
        yield plain(template[place : tag.start()])
        yield tag
        place = tag.end()
    yield plain(template[place:])


def plain(text: str) -> str:
    """A text outside of tags."""
    if "{" in text or "}" in text:
        raise TemplateError(f"cannot read {text!r}")
    return text


def read(tokens: Iterator[Token], *ends: str) -> tuple[list[Node], str]:
    """Everything up to one of these tags, and which it was. "" is the end of the template."""
    nodes: list[Node] = []
    for token in tokens:
        if isinstance(token, str):
            nodes.append(token)
        elif token["shown"]:
            nodes.append(Show(token["shown"], list(re.finditer(_FILTER, token["filters"]))))
        elif token["test"]:
            yes, end = read(tokens, "else", "endif")
            no = read(tokens, "endif")[0] if end == "else" else []
            nodes.append(If(token["test"], yes, no))
        elif token["variable"]:
            nodes.append(For(token["variable"], token["list"], read(tokens, "endfor")[0]))
        elif token["end"] in ends:
            return nodes, token["end"]
        else:
            raise TemplateError(f"{token['end']} has no place here")
    if "" not in ends:
        raise TemplateError(f"{ends[-1]} is missing")
    return nodes, ""


class Rendering:
    """One notice on its way."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.written: list[str] = []
        self.size = 0
        self.left = MAX_WORK

    def run(self, nodes: list[Node], variables: dict[str, Any]) -> None:
        """Write what comes out of a part of a template."""
        for node in nodes:
            self.spend()
            match node:
                case str():
                    self.write(node)
                case Show():
                    self.write(self.filtered(node, variables))
                case If():
                    self.run(node.yes if self.value(node.path, variables) else node.no, variables)
                case For():
                    entries = self.value(node.path, variables)
                    if not isinstance(entries, list):
                        raise TemplateError(f"{node.path} is no list")
                    for entry in entries:
                        self.spend()
                        self.run(node.body, variables | {node.variable: entry})

    def spend(self, *texts: str) -> None:
        """Take a step from the budget, and the texts that it works on."""
        self.left -= 100 + sum(map(len, texts))
        if self.left < 0:
            raise TemplateError("the template takes too long")

    def write(self, text: str) -> None:
        """Add a text to the notice."""
        self.written.append(text)
        self.size += len(text)
        if self.size > MAX_NOTICE:
            raise TemplateError("the notice is too long")

    def value(self, path: str, variables: dict[str, Any]) -> Any:
        """What a path leads to."""
        first, *names = path.split(".")
        value = variables[first] if first in variables else field(self.record, first)
        for name in names:
            value = field(value, name)
        return value

    def filtered(self, node: Show, variables: dict[str, Any]) -> str:
        """What a path shows behind its filters."""
        value = self.value(node.path, variables)
        for change in node.filters:
            text = shown(value)
            self.spend(text)
            if change["upper"]:
                value = text.upper()
            elif change["format"] is not None:
                value = self.filled(change["format"], text if value is None else value)
            elif not text:
                value = change["default"]
        return shown(value)

    def filled(self, text: str, value: str | int | Decimal) -> str:
        """A text with a value in its places."""
        pieces: list[str] = []
        for piece in re.split(f"({_PLACE})", text):
            try:
                pieces.append(piece.format(value))
            except ValueError as error:
                raise TemplateError(f"cannot write {value!r} as {piece}: {error}") from error
            self.spend(pieces[-1])
        return "".join(pieces)


def field(value: Any, name: str) -> Any:
    """A template field of a record."""
    if name not in getattr(type(value), "template_fields", ()):
        raise TemplateError(f"there is no {name}")
    return getattr(value, name)


def shown(value: Any) -> str:
    """How a value is shown."""
    if value is not None and not isinstance(value, str | int | Decimal):
        raise TemplateError(f"a {type(value).__name__} cannot be shown")
    return "" if value is None else str(value)
