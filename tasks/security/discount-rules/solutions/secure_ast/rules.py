"""Discount rules that merchants write, with Python's parser for the grammar of conditions.

The parser never sees what a merchant wrote: every comparison is replaced by a placeholder first,
so that nothing but `and`, `or`, `not` and parentheses is left to parse. The tree is then
interpreted here, node by node.
"""

import ast
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Order = dict[str, str | int | float | bool]

_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_OPERAND = (
    rf'"[^"]*"|-?{_NUMBER}(?![A-Za-z0-9_.])|(?!(?:when|then|and|or|not)\b)[a-z][a-z0-9_]*(?![A-Z])'
)
_COMPARISON = re.compile(rf" *({_OPERAND})(?: *([<>=!]=|[<>]) *({_OPERAND}))? *")
_GLUE = re.compile(r" *(and\b|or\b|not\b|[()]) *")
_RULE = re.compile(
    r'when\b((?:[^"]|"[^"]*")*?)\bthen\b *'
    rf'(?:discount +(?P<percent>{_NUMBER})|note *"(?P<note>[^"]*)"|stop)'
)
_PARTS = (ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.Name, ast.Load)
_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class RuleError(ValueError):
    """A rule is malformed or does not fit the order."""


def apply_rules(rules_text: str, order: Order) -> dict[str, Any]:
    """Add up the discounts and collect the notes of all rules whose condition holds."""
    rules = []
    for line in re.split(r"\r?\n", rules_text):
        if len(line) > 500:
            raise RuleError("a line is too long")
        if line.strip(" ") and not line.lstrip(" ").startswith("#"):
            rules.append(_read_rule(line.strip(" ")))
    if len(rules) > 100:
        raise RuleError("there are too many rules")
    discount = 0.0
    notes = []
    for rule in rules:
        if not rule.condition.holds(order):
            continue
        if rule.note is not None:
            notes.append(rule.note)
        elif rule.percent is not None:
            discount = min(100.0, discount + rule.percent)
        else:
            break
    return {"discount": discount, "notes": notes}


@dataclass
class _Condition:
    """A syntax tree over placeholders, and the comparisons they stand for."""

    tree: ast.expr
    comparisons: list[tuple[str, str | None, str]]

    def holds(self, order: Order) -> bool:
        """Is the condition true for this order?"""
        return self._holds(self.tree, order)

    def _holds(self, node: ast.expr, order: Order) -> bool:
        match node:
            case ast.BoolOp(op=ast.And(), values=parts):
                return all(self._holds(part, order) for part in parts)
            case ast.BoolOp(values=parts):
                return any(self._holds(part, order) for part in parts)
            case ast.UnaryOp(operand=operand):
                return not self._holds(operand, order)
            case ast.Name(id=name):
                return _decide(*self.comparisons[int(name.removeprefix("c"))], order)
        raise TypeError(f"{node} is not part of a condition")


@dataclass
class _Rule:
    """One line: its condition and what it does then; without note and percent it stops."""

    condition: _Condition
    percent: float | None
    note: str | None


def _read_rule(line: str) -> _Rule:
    match = _RULE.fullmatch(line)
    if match is None:
        raise RuleError(f"this is not a rule: {line}")
    percent = float(match["percent"]) if match["percent"] else None
    if percent is not None and percent > 100:
        raise RuleError("a discount is at most 100")
    return _Rule(_read_condition(match[1]), percent, match["note"])


def _read_condition(text: str) -> _Condition:
    comparisons: list[tuple[str, str | None, str]] = []
    source = []
    depth = place = 0
    while place < len(text):
        match = _GLUE.match(text, place)
        if match is not None:
            source.append(match[1])
            depth += {"(": 1, ")": -1}.get(match[1], 0)
        elif (match := _COMPARISON.match(text, place)) is not None:
            source.append(f"c{len(comparisons)}")
            comparisons.append((match[1], match[2], match[3]))
        if match is None or depth > 20:
            raise RuleError(f"unreadable or too deep: {text[place:]}")
        place = match.end()
    try:
        tree = ast.parse(" ".join(source), mode="eval").body
    except SyntaxError as error:
        raise RuleError(f"the condition makes no sense: {text}") from error
    if not all(isinstance(node, _PARTS) for node in ast.walk(tree)):
        raise RuleError(f"the condition makes no sense: {text}")
    return _Condition(tree, comparisons)


def _decide(left: str, sign: str | None, right: str, order: Order) -> bool:
    """Whether a comparison holds, or what an operand alone says."""
    first = _value(left, order)
    if sign is None:
        if not isinstance(first, bool):
            raise RuleError(f"{left} is not true or false")
        return first
    second = _value(right, order)
    alike = _kind(first) is _kind(second)
    if sign in ("==", "!="):
        return (alike and first == second) == (sign == "==")
    if not alike or isinstance(first, bool):
        raise RuleError(f"{left} and {right} have no order")
    return _SIGNS[sign](first, second)


def _kind(value: str | int | float | bool) -> type:
    return type(value) if isinstance(value, bool | str) else float


def _value(operand: str, order: Order) -> str | int | float | bool:
    if operand.startswith('"'):
        return operand[1:-1]
    if operand in ("true", "false"):
        return operand == "true"
    if not operand[0].isalpha():
        return float(operand) if "." in operand else int(operand)
    if operand not in order:
        raise RuleError(f"the order has no field {operand}")
    return order[operand]
