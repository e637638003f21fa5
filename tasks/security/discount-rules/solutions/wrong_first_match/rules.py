"""Discount rules that merchants write: the first rule that matches decides."""

import ast
import re
from typing import Any

RULE = re.compile(
    r'when (?P<condition>(?:[^"]|"[^"]*")*?) then +'
    r'(?:discount +(?P<percent>[0-9]+(?:\.[0-9]+)?)|note +"(?P<note>[^"]*)"|stop)'
)
PIECE = re.compile(r'"[^"]*"|-?[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9_]*|[=!<>]=|[<>()]| +|(?P<bad>.)')


class RuleError(ValueError):
    """The rules cannot be applied."""


def apply_rules(rules_text: str, order: dict[str, Any]) -> dict[str, Any]:
    """Apply the rules to an order."""
    rules = []
    for line in rules_text.replace("\r\n", "\n").split("\n"):
        if len(line) > 500:
            raise RuleError("a line is too long")
        if line.strip() and not line.lstrip().startswith("#"):
            rules.append(read(line.strip()))
    if len(rules) > 100:
        raise RuleError("too many rules")
    for tree, operands, percent, note in rules:
        if not decide(tree, operands, order):
            continue
        return {"discount": float(percent or 0), "notes": [] if note is None else [note]}
    return {"discount": 0.0, "notes": []}


def read(line: str) -> tuple:
    """Syntax tree, operands, percentage and note of a rule."""
    match = RULE.fullmatch(line)
    if match is None or float(match["percent"] or 0) > 100:
        raise RuleError(f"this is not a rule: {line}")
    operands: list[str] = []
    source = []
    depth = 0
    for piece in PIECE.finditer(match["condition"]):
        if piece["bad"] or piece[0] in ("when", "then"):
            raise RuleError(f"cannot read {piece[0]}")
        word = piece[0]
        depth += (word == "(") - (word == ")")
        if depth > 20:
            raise RuleError("the parentheses are too deep")
        if word[0] in '"-' or word[0].isalnum() and word not in ("and", "or", "not"):
            operands.append(word)
            word = f"_{len(operands) - 1}"
        source.append(word)
    try:
        tree = ast.parse(" ".join(source).strip(), mode="eval").body
    except SyntaxError as error:
        raise RuleError(f"this is not a condition: {line}") from error
    return tree, operands, match["percent"], match["note"]


def decide(node: ast.expr, operands: list[str], order: dict[str, Any]) -> bool:
    """Decide a part of a condition."""
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(decide(part, operands, order) for part in parts)
        case ast.BoolOp(values=parts):
            return any(decide(part, operands, order) for part in parts)
        case ast.UnaryOp(operand=part):
            return not decide(part, operands, order)
        case ast.Compare(left=ast.Name() as left, ops=[op], comparators=[ast.Name() as right]):
            return compare(op, value(left, operands, order), value(right, operands, order))
        case ast.Name():
            alone = value(node, operands, order)
            if isinstance(alone, bool):
                return alone
    raise RuleError("that is not a condition")


def value(node: ast.Name, operands: list[str], order: dict[str, Any]) -> Any:
    """Value of a literal or a field."""
    word = operands[int(node.id[1:])]
    if word[0] == '"':
        return word[1:-1]
    if word in ("true", "false"):
        return word == "true"
    if not word[0].isalpha():
        return float(word)
    if word not in order:
        raise RuleError(f"there is no field {word}")
    return order[word]


def compare(op: ast.cmpop, left: Any, right: Any) -> bool:
    """Compare two values of the same kind."""
    if isinstance(op, ast.Eq | ast.NotEq):
        return (left == right) == isinstance(op, ast.Eq)
    if isinstance(left, str) != isinstance(right, str):
        raise RuleError("a number and a text have no order")
    if isinstance(op, ast.Lt | ast.LtE):
        return left < right or isinstance(op, ast.LtE) and left == right
    return left > right or isinstance(op, ast.GtE) and left == right
