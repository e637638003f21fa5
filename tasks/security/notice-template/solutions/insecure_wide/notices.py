"""Notices from templates: the length of a text is checked once it is formatted."""

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

MAX_TEMPLATE = 5_000
MAX_NOTICE = 100_000
MAX_STEPS = 100_000

_OPENING = re.compile(r"\{\{|\{%|\{#")
_PART = re.compile(
    r'\s*(?:(?P<name>[a-z][a-z0-9_]*)|(?P<text>"[^"\\\n]*")|(?P<number>[0-9]+(?:\.[0-9]+)?)'
    r"|(?P<sign>[=!<>]=|[<>.|()])|(?P<close>\}\}|%\}))"
)
_PLACE = re.compile(r"\{(?::([^{}]*))?\}")
_SPEC = re.compile(r"(?:.?[<>=^])?[-+ ]?0?[0-9]*,?(?:\.[0-9]+)?[a-zA-Z%]?", re.DOTALL)
_DATE_SPEC = re.compile(r"(?:[^%]|%[dmY])*", re.DOTALL)
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_RESERVED = {"and", "or", "not", "true", "false", "in", "if", "elif", "else", "for"}


class TemplateError(ValueError):
    """The template cannot be rendered."""


@dataclass
class _Run:
    """One rendering: what names mean at the moment, and what is left of the limits."""

    record: Any
    scopes: list[dict[str, Any]] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    size: int = 0
    steps: int = 0

    def spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise TemplateError("the template takes too long")

    def write(self, text: str) -> None:
        self.size += len(text)
        if self.size > MAX_NOTICE:
            raise TemplateError("the notice is too long")
        self.written.append(text)

    def look_up(self, name: str) -> Any:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return _step(self.record, name)


Value = Callable[[_Run], Any]
Part = Callable[[_Run], None]


def render_notice(template: str, record: Any) -> str:
    """Fill a template in for a record.

    Raises:
        TemplateError: The template is malformed, does not fit the record or takes too much.
    """
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    run = _Run(record)
    try:
        _Reader(list(_tokens(template))).template()(run)
    except RecursionError:
        raise TemplateError("the template is nested too deeply") from None
    return "".join(run.written)


def _step(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return value.get(name)
    if name in getattr(type(value), "template_fields", ()):
        return getattr(value, name, None)
    return None


def _shown(value: Any) -> str:
    return "" if value is None else str(value)


def _tokens(template: str) -> Iterator[tuple[str, str]]:
    """The template as (kind, text) pairs; outside of tags the kind is "plain"."""
    place = 0
    while opening := _OPENING.search(template, place):
        yield "plain", template[place : opening.start()]
        place = opening.end()
        if opening[0] == "{#":
            end = template.find("#}", place)
            if end < 0:
                raise TemplateError("a comment does not end")
            place = end + 2
            continue
        yield "open", opening[0]
        kind = ""
        while kind != "close":
            part = _PART.match(template, place)
            if part is None:
                raise TemplateError(f"cannot read {template[place : place + 20]!r}")
            kind = str(part.lastgroup)
            yield kind, part[kind]
            place = part.end()
    yield "plain", template[place:]
    yield "end", ""


class _Reader:
    """Reads a template from left to right."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._next = 0

    def template(self) -> Part:
        """All of it."""
        content = self._content()
        self._expect("end")
        return content

    def _take(self, kind: str, *texts: str) -> str | None:
        found, text = self._tokens[self._next]
        if found != kind or (texts and text not in texts):
            return None
        self._next += 1
        return text

    def _expect(self, kind: str, *texts: str) -> str:
        text = self._take(kind, *texts)
        if text is None:
            raise TemplateError(f"unexpected {self._tokens[self._next][1]!r}")
        return text

    def _content(self) -> Part:
        """Everything up to a tag that ends or continues a block."""
        parts: list[Part] = []
        while True:
            plain = self._take("plain")
            if plain is not None:
                parts.append(lambda run, plain=plain: run.write(plain))
            elif self._take("open", "{{"):
                parts.append(_show(self._value()))
                self._expect("close", "}}")
            elif self._tokens[self._next] == ("open", "{%"):
                self._next += 1
                if self._take("name", "if"):
                    parts.append(self._if())
                elif self._take("name", "for"):
                    parts.append(self._for())
                else:
                    self._next -= 1
                    return _sequence(parts)
            else:
                return _sequence(parts)

    def _tag(self, *names: str) -> str:
        self._expect("open", "{%")
        return self._expect("name", *names)

    def _if(self) -> Part:
        branches: list[tuple[Value, Part]] = []
        otherwise = _sequence([])
        tag = "elif"
        while tag == "elif":
            condition = self._either()
            self._expect("close", "%}")
            branches.append((condition, self._content()))
            tag = self._tag("elif", "else", "endif")
        if tag == "else":
            self._expect("close", "%}")
            otherwise = self._content()
            self._tag("endif")
        self._expect("close", "%}")

        def run_if(run: _Run) -> None:
            for condition, content in branches:
                if condition(run):
                    return content(run)
            return otherwise(run)

        return run_if

    def _for(self) -> Part:
        name = self._expect("name")
        self._expect("name", "in")
        values = self._value()
        self._expect("close", "%}")
        content = self._content()
        self._tag("endfor")
        self._expect("close", "%}")

        def run_for(run: _Run) -> None:
            entries = _entries(values(run))
            for index, entry in enumerate(entries, 1):
                loop = {"index": index, "first": index == 1, "last": index == len(entries)}
                run.scopes.append({"loop": loop, name: entry})
                content(run)
                run.scopes.pop()

        return run_for

    def _either(self) -> Value:
        left = self._both()
        while self._take("name", "or"):
            left = _or(left, self._both())
        return left

    def _both(self) -> Value:
        left = self._negation()
        while self._take("name", "and"):
            left = _and(left, self._negation())
        return left

    def _negation(self) -> Value:
        if self._take("name", "not"):
            condition = self._negation()
            return lambda run: not condition(run)
        left = self._value()
        sign = self._take("sign", *_COMPARISONS)
        return left if sign is None else _compare(sign, left, self._value())

    def _value(self) -> Value:
        value = self._operand()
        while self._take("sign", "|"):
            name = self._expect("name")
            arguments = []
            if self._take("sign", "("):
                arguments.append(self._expect("text")[1:-1])
                self._expect("sign", ")")
            value = _filtered(value, name, arguments)
        return value

    def _operand(self) -> Value:
        if (text := self._take("text")) is not None:
            return _constant(text[1:-1])
        if number := self._take("number"):
            return _constant(float(number) if "." in number else int(number))
        name = self._expect("name")
        if name in ("true", "false"):
            return _constant(name == "true")
        if name in _RESERVED:
            raise TemplateError(f"a value is missing before {name}")
        names = []
        while self._take("sign", "."):
            names.append(self._expect("name"))

        def path(run: _Run) -> Any:
            run.spend(1 + len(names))
            value = run.look_up(name)
            for step in names:
                value = _step(value, step)
            return value

        return path


def _sequence(parts: list[Part]) -> Part:
    def run_all(run: _Run) -> None:
        run.spend(1 + len(parts))
        for part in parts:
            part(run)

    return run_all


def _show(value: Value) -> Part:
    return lambda run: run.write(_shown(value(run)))


def _constant(value: Any) -> Value:
    def constant(run: _Run) -> Any:
        run.spend(1)
        return value

    return constant


def _or(left: Value, right: Value) -> Value:
    return lambda run: left(run) or right(run)


def _and(left: Value, right: Value) -> Value:
    return lambda run: left(run) and right(run)


def _compare(sign: str, left: Value, right: Value) -> Value:
    def compare(run: _Run) -> bool:
        try:
            return _COMPARISONS[sign](left(run), right(run))
        except TypeError as error:
            raise TemplateError(str(error)) from error

    return compare


def _entries(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise TemplateError(f"a {type(value).__name__} is no list")
    return value


def _filtered(value: Value, name: str, arguments: list[str]) -> Value:
    if name not in _FILTERS:
        raise TemplateError(f"there is no filter {name!r}")
    count, function = _FILTERS[name]
    if len(arguments) != count:
        raise TemplateError(f"{name} takes {count} texts")

    def apply(run: _Run) -> Any:
        result = function(value(run), *arguments)
        size = len(result) if isinstance(result, str) else 0
        if size > MAX_NOTICE:
            raise TemplateError("a text is too long")
        run.spend(1 + size // 50)
        return result

    return apply


def _length(value: Any) -> int:
    if not isinstance(value, str | list | dict | None):
        raise TemplateError(f"a {type(value).__name__} has no length")
    return 0 if value is None else len(value)


def _format(value: Any, pattern: str) -> str:
    """Put the value into the places of a pattern."""
    if value is None or not isinstance(value, str | int | float | Decimal | date):
        value = _shown(value)
    grammar = _DATE_SPEC if isinstance(value, date) else _SPEC
    pieces: list[str] = []
    size = place = 0
    for match in _PLACE.finditer(pattern):
        spec = match[1] or ""
        if not grammar.fullmatch(spec):
            raise TemplateError(f"cannot format with {spec!r}")
        try:
            pieces += [pattern[place : match.start()], format(value, spec)]
        except ValueError as error:
            raise TemplateError(str(error)) from error
        size += len(pieces[-1])
        if size > MAX_NOTICE:
            raise TemplateError("a text is too long")
        place = match.end()
    pieces.append(pattern[place:])
    if any("{" in piece or "}" in piece for piece in pieces[::2]):
        raise TemplateError("a brace stands alone")
    return "".join(pieces)


_FILTERS: dict[str, tuple[int, Callable[..., Any]]] = {
    "upper": (0, lambda value: _shown(value).upper()),
    "lower": (0, lambda value: _shown(value).lower()),
    "trim": (0, lambda value: _shown(value).strip()),
    "default": (1, lambda value, text: text if value is None or value == "" else value),
    "length": (0, _length),
    "join": (1, lambda value, text: text.join(map(_shown, _entries(value)))),
    "format": (1, _format),
}
