"""Notices from templates: Jinja2 reads them, and only a small part of what it knows is let through."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from jinja2 import nodes
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_TEMPLATE = 5_000
MAX_NOTICE = 100_000
MAX_WORK = 100_000
LOOP_FIELDS = ("index", "first", "last")
NODES = {
    nodes.Template: ("body",),
    nodes.Output: ("nodes",),
    nodes.TemplateData: (),
    nodes.If: ("test", "body", "elif_", "else_"),
    nodes.For: ("target", "iter", "body"),
    nodes.Name: (),
    nodes.Getattr: ("node",),
    nodes.Const: (),
    nodes.Filter: ("node", "args"),
    nodes.Compare: ("expr", "ops"),
    nodes.Operand: ("expr",),
    nodes.And: ("left", "right"),
    nodes.Or: ("left", "right"),
    nodes.Not: ("node",),
}
NUMBER_SPEC = r"(?:.?[<>=^])?[+\- ]?0?\d{0,3},?(?:\.\d{1,3})?[A-Za-z%]?"
DATE_SPEC = r"(?:%[dmY]|[^%])*"


class TemplateError(ValueError):
    """The template cannot be rendered."""


class Meter:
    """Counts the work of one rendering."""

    def __init__(self) -> None:
        self.work = 0

    def add(self, work: int) -> None:
        """Note some work."""
        self.work += work
        if self.work > MAX_WORK:
            raise TemplateError("too much work")

    def text(self, text: str) -> str:
        """Note a text that was made."""
        if len(text) > MAX_NOTICE:
            raise TemplateError("too long a text")
        self.add(1 + len(text) // 50)
        return text

    def passes(self, value: Any, weight: int) -> Iterator[Any]:
        """The entries of a list, with some work for each."""
        for entry in entries(value):
            self.add(weight)
            yield entry


class NoticeEnvironment(ImmutableSandboxedEnvironment):
    """Reaches template fields and keys of dicts, and nothing else."""

    def __init__(self, meter: Meter) -> None:
        super().__init__(keep_trailing_newline=True, finalize=lambda v: "" if v is None else v)
        self.globals = {}
        self.tests = {}
        self.filters = {
            "upper": lambda value: meter.text(shown(value).upper()),
            "lower": lambda value: meter.text(shown(value).lower()),
            "trim": lambda value: meter.text(shown(value).strip()),
            "default": lambda value, text: text if value is None or value == "" else value,
            "length": length,
            "join": lambda value, text: meter.text(text.join(map(shown, entries(value)))),
            "format": lambda value, text: meter.text(fill(value, text)),
        }
        self.passes = meter.passes

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A step of a path."""
        if isinstance(obj, dict):
            return obj.get(attribute)
        fields = LOOP_FIELDS if isinstance(obj, LoopContext) else template_fields(obj)
        return getattr(obj, attribute, None) if attribute in fields else None


def render_notice(template: str, record: Any) -> str:
    """Fill a template in for a record."""
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("too long a template")
    try:
        return render(template, record)
    except TemplateError:
        raise
    except Exception as error:
        raise TemplateError(str(error)) from error


def render(template: str, record: Any) -> str:
    """The same, with all sorts of exceptions."""
    environment = NoticeEnvironment(Meter())
    tree = environment.parse(template)
    check(tree, environment)
    names = find_undeclared_variables(tree)
    values = {
        name: getattr(record, name, None) if name in template_fields(record) else None
        for name in names
    }
    for loop in list(tree.find_all(nodes.For)):
        weight = nodes.Const(sum(1 for part in loop.body for _ in part.find_all(nodes.Node)) + 1)
        loop.iter = nodes.Filter(loop.iter, "passes", [weight], [], None, None)
        loop.iter.set_lineno(loop.lineno)
    environment.filters["passes"] = environment.passes
    size = 0
    chunks = []
    for chunk in environment.from_string(tree).generate(values):
        size += len(chunk)
        if size > MAX_NOTICE:
            raise TemplateError("too long a notice")
        chunks.append(chunk)
    return "".join(chunks)


def check(node: nodes.Node, environment: NoticeEnvironment) -> None:
    """Let nothing through but what a notice may use."""
    if type(node) not in NODES:
        raise TemplateError(f"{type(node).__name__} is not for notices")
    for name, value in node.iter_fields(exclude=("ctx",)):
        if isinstance(value, nodes.Node | list) and value and name not in NODES[type(node)]:
            raise TemplateError(f"{name} is not for notices")
    if isinstance(node, nodes.For) and (node.recursive or not isinstance(node.target, nodes.Name)):
        raise TemplateError("no such loop")
    if isinstance(node, nodes.Filter):
        takes_text = node.name in ("default", "join", "format")
        if node.name not in environment.filters or len(node.args) != takes_text:
            raise TemplateError(f"no such filter: {node.name}")
        if not all(
            isinstance(arg, nodes.Const) and isinstance(arg.value, str) for arg in node.args
        ):
            raise TemplateError("not a text")
    for child in node.iter_child_nodes():
        check(child, environment)


def template_fields(value: Any) -> tuple[str, ...]:
    """The names of the attributes that are for templates."""
    return getattr(type(value), "template_fields", ())


def shown(value: Any) -> str:
    """The value as it is shown."""
    return "" if value is None else str(value)


def entries(value: Any) -> list[Any]:
    """The entries of a list."""
    if value is not None and not isinstance(value, list):
        raise TemplateError("not a list")
    return value or []


def length(value: Any) -> int:
    """The number of characters or entries."""
    return len(value) if value is not None else 0


def fill(value: Any, text: str) -> str:
    """Put the value into the places of a text."""
    if not isinstance(value, str | int | float | Decimal | date):
        value = shown(value)
    grammar = DATE_SPEC if isinstance(value, date) else NUMBER_SPEC
    place = re.compile(rf"\{{(?::({grammar}))?\}}", re.DOTALL)
    if set(place.sub("", text)) & set("{}"):
        raise TemplateError("cannot format like that")
    sizes = [0]

    def put(match: re.Match[str]) -> str:
        piece = format(value, match[1] or "")
        sizes[0] += len(piece)
        if sizes[0] > MAX_NOTICE:
            raise TemplateError("too long a text")
        return piece

    return place.sub(put, text)
