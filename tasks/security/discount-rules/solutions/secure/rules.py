"""Discount rules that merchants write: read into small functions of the order, then applied."""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Value = str | int | float | bool
Order = Mapping[str, Value]
Operand = Callable[[Order], Value]
Condition = Callable[[Order], bool]

MAX_RULES = 100
MAX_LINE = 500
MAX_DEPTH = 20

_TOKEN = re.compile(
    r" *(?:(?P<text>\"[^\"]*\")|(?P<number>-?[0-9]+(?:\.[0-9]+)?)(?![a-z_.])"
    r"|(?P<word>[a-z][a-z0-9_]*)|(?P<sign>[<>=!]=|[<>()]))"
)
_RESERVED = {"when", "then", "and", "or", "not"}
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class RuleError(ValueError):
    """The rules cannot be applied as they are written."""


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


@dataclass(frozen=True)
class _Rule:
    condition: Condition
    action: str
    value: Any = None


def apply_rules(rules_text: str, order: Order) -> dict[str, Any]:
    """Apply a merchant's rules to an order.

    Raises:
        RuleError: A line is malformed, or a rule does not fit the order.
    """
    rules = [_Reader(line).rule() for line in _lines(rules_text)]
    if len(rules) > MAX_RULES:
        raise RuleError(f"there are more than {MAX_RULES} rules")
    discount = 0.0
    notes: list[str] = []
    for rule in rules:
        if not rule.condition(order):
            continue
        if rule.action == "stop":
            break
        if rule.action == "note":
            notes.append(rule.value)
        else:
            discount += rule.value
    return {"discount": min(discount, 100.0), "notes": notes}


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        line = line.removesuffix("\r")
        if len(line) > MAX_LINE:
            raise RuleError(f"a line has more than {MAX_LINE} characters")
        line = line.strip(" ")
        if line and not line.startswith("#"):
            yield line


def _tokens(line: str) -> list[_Token]:
    tokens = []
    place = 0
    while place < len(line):
        match = _TOKEN.match(line, place)
        if match is None:
            raise RuleError(f"cannot read {line[place:]!r}")
        kind = str(match.lastgroup)
        tokens.append(_Token(kind, match[kind]))
        place = match.end()
    return tokens


class _Reader:
    """Reads one rule from left to right."""

    def __init__(self, line: str) -> None:
        self._tokens = [*_tokens(line), _Token("end", "")]
        self._next = 0
        self._depth = 0

    def rule(self) -> _Rule:
        """The whole line as a rule."""
        self._expect("when")
        condition = self._either()
        self._expect("then")
        rule = self._action(condition)
        if self._token.kind != "end":
            raise RuleError(f"unexpected {self._token.text!r}")
        return rule

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _take(self, *texts: str) -> bool:
        """Step over the next token if it is one of these."""
        found = self._token.text in texts
        self._next += found
        return found

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise RuleError(f"{text!r} is missing")

    def _value(self, kind: str) -> str:
        token = self._token
        if token.kind != kind:
            raise RuleError(f"a {kind} is missing")
        self._next += 1
        return token.text

    def _action(self, condition: Condition) -> _Rule:
        if self._take("stop"):
            return _Rule(condition, "stop")
        if self._take("note"):
            return _Rule(condition, "note", self._value("text")[1:-1])
        self._expect("discount")
        percent = float(self._value("number"))
        if not 0 <= percent <= 100:
            raise RuleError("a discount is a number from 0 to 100")
        return _Rule(condition, "discount", percent)

    def _either(self) -> Condition:
        parts = [self._both()]
        while self._take("or"):
            parts.append(self._both())
        return lambda order: any(part(order) for part in parts)

    def _both(self) -> Condition:
        parts = [self._negation()]
        while self._take("and"):
            parts.append(self._negation())
        return lambda order: all(part(order) for part in parts)

    def _negation(self) -> Condition:
        negated = False
        while self._take("not"):
            negated = not negated
        condition = self._group() if self._take("(") else self._comparison()
        return (lambda order: not condition(order)) if negated else condition

    def _group(self) -> Condition:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise RuleError("the parentheses are too deep")
        condition = self._either()
        self._expect(")")
        self._depth -= 1
        return condition

    def _comparison(self) -> Condition:
        left = self._operand()
        sign = self._token.text
        if not self._take(*_COMPARISONS):
            return lambda order: _truth(left(order))
        right = self._operand()
        return lambda order: _compare(sign, left(order), right(order))

    def _operand(self) -> Operand:
        token = self._token
        self._next += 1
        match token:
            case _Token("text", text):
                return lambda order: text[1:-1]
            case _Token("number", text):
                number = float(text) if "." in text else int(text)
                return lambda order: number
            case _Token("word", "true" | "false" as word):
                return lambda order: word == "true"
            case _Token("word", name) if name not in _RESERVED:
                return lambda order: _field(name, order)
        raise RuleError(f"{token.text!r} stands where an operand is wanted")


def _field(name: str, order: Order) -> Value:
    if name not in order:
        raise RuleError(f"the order has no field {name!r}")
    return order[name]


def _truth(value: Value) -> bool:
    if not isinstance(value, bool):
        raise RuleError(f"{value!r} is not true or false")
    return value


def _kind(value: Value) -> type:
    return float if type(value) is int else type(value)


def _compare(sign: str, left: Value, right: Value) -> bool:
    if sign not in ("==", "!=") and (_kind(left) != _kind(right) or isinstance(left, bool)):
        raise RuleError(f"{left!r} and {right!r} have no order")
    if _kind(left) != _kind(right):
        return sign == "!="
    return _COMPARISONS[sign](left, right)
