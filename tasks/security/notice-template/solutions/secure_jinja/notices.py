"""Notices from templates: Jinja2 renders them, and only a small part of what it knows is let through."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_TEMPLATE = 5_000
MAX_NOTICE = 50_000
MAX_WORK = 2_500_000
PLACE = re.compile(r"\{(?::[<>^]?(?:[1-9][0-9]?)?,?(?:\.[0-9])?f?)?\}")
PATH = (nodes.Name, nodes.Getattr)
BLOCK = (nodes.Output, nodes.If, nodes.For)
# What a notice may use, and what may be where in it
PARTS: dict[type[nodes.Node], dict[str, tuple[type[nodes.Node], ...]]] = {
    nodes.Template: {"body": BLOCK},
    nodes.Output: {"nodes": (*PATH, nodes.Filter, nodes.TemplateData)},
    nodes.TemplateData: {},
    nodes.Name: {},
    nodes.Getattr: {"node": PATH},
    nodes.Filter: {"node": (*PATH, nodes.Filter), "args": (nodes.Const,)},
    nodes.Const: {},
    nodes.If: {"test": PATH, "body": BLOCK, "else_": BLOCK},
    nodes.For: {"target": (nodes.Name,), "iter": PATH, "body": BLOCK},
}


class TemplateError(ValueError):
    """The template cannot be rendered."""


class Notices(ImmutableSandboxedEnvironment):
    """Reaches template fields and nothing else, and counts the work of one rendering."""

    def __init__(self) -> None:
        super().__init__(
            keep_trailing_newline=True,
            undefined=StrictUndefined,
            finalize=self.finished,
            optimized=False,  # the optimizer takes seconds for a few hundred filters in a row
        )
        self.budget = range(MAX_WORK)
        self.globals = {}
        self.filters = {
            "upper": lambda value: self.finished(value).upper(),
            "default": lambda value, text: value if self.finished(value) else text,
            "format": self.filled,
            "counted": self.counted,
            "entries": self.entries,
        }

    def spend(self, *texts: str) -> None:
        """Take a step from the budget, and the texts that it works on."""
        self.budget = self.budget[100 + sum(map(len, texts)) :]
        if not self.budget:
            raise TemplateError("the template takes too long")

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A step of a path."""
        if attribute not in getattr(type(obj), "template_fields", ()):
            raise TemplateError(f"there is no {attribute}")
        return getattr(obj, attribute)

    def finished(self, value: Any) -> str:
        """How a value is shown."""
        if not isinstance(value, str | int | Decimal | None):
            raise TemplateError(f"a {type(value).__name__} cannot be shown")
        text = "" if value is None else str(value)
        self.spend(text)
        return text

    def filled(self, value: Any, text: str) -> str:
        """A text with a value in its places."""
        shown = self.finished(value)
        value = shown if value is None else value
        if any(set(piece) & set("{}") for piece in PLACE.split(text)):
            raise TemplateError("a place is not as it should be")

        def put(place: re.Match[str]) -> str:
            piece = place[0].format(value)
            self.spend(piece)
            return piece

        return PLACE.sub(put, text)

    def counted(self, value: Any) -> Any:
        """The same value, which was looked at."""
        self.spend()
        return value

    def entries(self, value: Any) -> Iterator[Any]:
        """The entries of a list."""
        if not isinstance(value, list):
            raise TemplateError(f"a {type(value).__name__} is no list")
        return map(self.counted, value)


def render_notice(template: str, record: Any) -> str:
    """Fill a template in for a record."""
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    try:
        return render(template, record)
    except Exception as error:
        raise TemplateError(str(error)) from error


def render(template: str, record: Any) -> str:
    """The same, with all sorts of exceptions."""
    environment = Notices()
    tree = environment.parse(template)
    check(tree)
    for node in list(tree.find_all((nodes.If, nodes.For))):
        part, name = ("test", "counted") if isinstance(node, nodes.If) else ("iter", "entries")
        setattr(node, part, filtered(getattr(node, part), name))
    values = {name: getattr(record, name) for name in record.template_fields}
    notice = ""
    for chunk in environment.from_string(tree).generate(values):
        notice += chunk
        if len(notice) > MAX_NOTICE:
            raise TemplateError("the notice is too long")
    return notice


def filtered(value: nodes.Expr, name: str) -> nodes.Filter:
    """A value behind a filter of ours."""
    return nodes.Filter(value, name, [], [], None, None)


def check(node: nodes.Node) -> None:
    """Let nothing through but what a notice may use."""
    for name, value in node.iter_fields():
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, nodes.Node):
                if type(child) not in PARTS.get(type(node), {}).get(name, ()):
                    raise TemplateError(f"{type(child).__name__} has no place here")
                check(child)
