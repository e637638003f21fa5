"""Discount rules that merchants write, with Python's parser for the grammar of conditions.

The parser never sees what a merchant wrote: every operand is replaced by a placeholder first, so that all it can find is
`and`, `or`, `not`, comparisons and parentheses. The tree is then interpreted here, node by node.
"""

import ast
import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_RULE = re.compile(
    r"when\b(?P<condition>(?:[^\"]|\"[^\"]*\")*?)\bthen\b *"
    r"(?:discount +(?P<discount>[0-9]+(?:\.[0-9]+)?)|note *\"(?P<note>[^\"]*)\"|stop)"
)
_PIECE = re.compile(
    r'"(?P<text>[^"]*)"'
    r"|(?P<number>-?[0-9]+(?:\.[0-9]+)?)(?![A-Za-z0-9_.])"
    r"|(?P<name>[a-z][a-z0-9_]*)(?![A-Za-z_])"
    r"|(?P<sign>==|!=|<=|>=|<|>|\(|\))"
    r"|(?P<space> +)"
)
_SIGNS = ("==", "!=", "<", "<=", ">", ">=")
_EQUAL = {ast.Eq: True, ast.NotEq: False}
_ORDERED: dict[type[ast.cmpop], Any] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class RuleError(ValueError):
    """A rule is malformed or does not fit the order."""


def apply_rules(rules_text: str, order: dict[str, Any]) -> dict[str, Any]:
    """Add up the discounts and collect the notes of all rules whose condition holds."""
    rules = []
    for line in re.split(r"\r?\n", rules_text):
        if len(line) > 500:
            raise RuleError("a line is too long")
        if line.strip() and not line.strip().startswith("#"):
            rules.append(_Rule(line.strip()))
    if len(rules) > 100:
        raise RuleError("there are too many rules")
    result: dict[str, Any] = {"discount": 0.0, "notes": []}
    for rule in rules:
        if rule.condition.holds(order):
            if rule.stops:
                break
            result["discount"] = min(100.0, result["discount"] + rule.percent)
            result["notes"] += rule.notes
    return result


class _Rule:
    """One line, split into its condition and its action."""

    def __init__(self, line: str) -> None:
        match = _RULE.fullmatch(line)
        if match is None:
            raise RuleError(f"this is not a rule: {line}")
        self.condition = _read_condition(match["condition"])
        self.percent = float(match["discount"] or 0)
        self.notes = [] if match["note"] is None else [match["note"]]
        self.stops = match["discount"] is None and match["note"] is None
        if self.percent > 100:
            raise RuleError("a discount is at most 100")


@dataclass
class _Condition:
    """A syntax tree over placeholders, and what they stand for."""

    tree: ast.expr
    literals: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)

    def check(self, node: ast.expr) -> None:
        """Accept nothing but placeholders, comparisons of two and their combinations."""
        match node:
            case ast.BoolOp(values=parts):
                for part in parts:
                    self.check(part)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.check(operand)
            case ast.Compare(left=ast.Name(), ops=[op], comparators=[ast.Name()]) if (
                type(op) in _EQUAL or type(op) in _ORDERED
            ):
                pass
            case ast.Name():
                pass
            case _:
                raise RuleError("the condition makes no sense")

    def holds(self, order: dict[str, Any]) -> bool:
        """Is the condition true for this order?"""
        return self._holds(self.tree, order)

    def _holds(self, node: ast.expr, order: dict[str, Any]) -> bool:
        match node:
            case ast.BoolOp(op=ast.And(), values=parts):
                return all(self._holds(part, order) for part in parts)
            case ast.BoolOp(values=parts):
                return any(self._holds(part, order) for part in parts)
            case ast.UnaryOp(operand=operand):
                return not self._holds(operand, order)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return _compare(op, self._operand(left, order), self._operand(right, order))
        value = self._operand(node, order)
        if value is not True and value is not False:
            raise RuleError("only true or false can stand alone")
        return value

    def _operand(self, node: ast.expr, order: dict[str, Any]) -> Any:
        name = node.id if isinstance(node, ast.Name) else ""
        if name in self.literals:
            return self.literals[name]
        if self.fields[name] not in order:
            raise RuleError(f"there is no field {self.fields[name]}")
        return order[self.fields[name]]


def _read_condition(text: str) -> _Condition:
    literals: dict[str, Any] = {}
    fields: dict[str, str] = {}
    source = [""]
    depth = 0
    for piece in _pieces(text):
        placeholder = f"operand_{len(source)}"
        if piece["sign"] or piece["name"] in ("and", "or", "not"):
            if (source[-1] in _SIGNS and piece[0] == "(") or (source[-1] == ")" and piece[0] in _SIGNS):
                raise RuleError("only operands can be compared")
            placeholder = piece[0]
        elif piece["name"] in ("true", "false"):
            literals[placeholder] = piece["name"] == "true"
        elif piece["name"]:
            fields[placeholder] = piece["name"]
        elif piece["number"]:
            literals[placeholder] = ast.literal_eval(piece["number"])
        else:
            literals[placeholder] = piece["text"]
        source.append(placeholder)
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if depth > 20:
            raise RuleError("the parentheses are too deep")
    try:
        tree = ast.parse(" ".join(source).strip(), mode="eval").body
    except SyntaxError as error:
        raise RuleError(f"the condition makes no sense: {text}") from error
    condition = _Condition(tree, literals, fields)
    condition.check(tree)
    return condition


def _pieces(text: str) -> Iterator[re.Match[str]]:
    """Operands, words and signs of a condition."""
    place = 0
    while place < len(text):
        piece = _PIECE.match(text, place)
        if piece is None or piece["name"] in ("when", "then"):
            raise RuleError(f"cannot read {text[place:]}")
        place = piece.end()
        if not piece["space"]:
            yield piece


def _kind(value: Any) -> type:
    return type(value) if isinstance(value, bool | str) else float


def _compare(op: ast.cmpop, left: Any, right: Any) -> bool:
    alike = _kind(left) is _kind(right)
    if type(op) in _EQUAL:
        return (alike and left == right) == _EQUAL[type(op)]
    if not alike or isinstance(left, bool):
        raise RuleError("these two have no order")
    return bool(_ORDERED[type(op)](left, right))
