"""Discount rules that merchants write, taken apart at their key words."""

import operator
import re

PIECE = re.compile(r'\s*(?:("[^"]*")|(-?\d+(?:\.\d+)?)|([a-z][a-z0-9_]*)|([<>=!]=|[<>()]))\s*')
COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class RuleError(ValueError):
    """The rules cannot be applied."""


def apply_rules(rules_text: str, order: dict) -> dict:
    """Apply the rules to an order."""
    rules = []
    for line in rules_text.splitlines():
        if len(line) > 500:
            raise RuleError("a line is too long")
        line = line.split("#")[0].strip()
        if line:
            rules.append(read(line))
    if len(rules) > 100:
        raise RuleError("too many rules")
    result = {"discount": 0.0, "notes": []}
    for condition, action, argument in rules:
        if not truth(decide(condition, order)):
            continue
        if action == "stop":
            break
        if action == "note":
            result["notes"].append(argument)
        else:
            result["discount"] = min(result["discount"] + argument, 100.0)
    return result


def read(line: str) -> tuple:
    """Condition, action and argument of a rule."""
    start, _, action = line.partition(" then ")
    if not start.startswith("when "):
        raise RuleError("a rule starts with when")
    pieces = split(start.removeprefix("when "))
    condition = alternatives(pieces, 0)
    if pieces:
        raise RuleError(f"unexpected {pieces[0]}")
    word, _, argument = action.strip().partition(" ")
    argument = argument.strip()
    if word == "stop" and not argument:
        return condition, word, None
    if word == "note" and re.fullmatch('"[^"]*"', argument):
        return condition, word, argument[1:-1]
    if word == "discount" and re.fullmatch(r"\d+(\.\d+)?", argument) and float(argument) <= 100:
        return condition, word, float(argument)
    raise RuleError(f"unknown action {action}")


def split(text: str) -> list[str]:
    """The pieces of a condition."""
    pieces = []
    while text:
        match = PIECE.match(text)
        if match is None:
            raise RuleError(f"cannot read {text}")
        pieces.append(match[0].strip())
        text = text[match.end() :]
    return pieces


def alternatives(pieces: list[str], depth: int) -> tuple:
    """Parts with or between them."""
    left = requirements(pieces, depth)
    while pieces and pieces[0] == "or":
        pieces.pop(0)
        left = ("or", left, requirements(pieces, depth))
    return left


def requirements(pieces: list[str], depth: int) -> tuple:
    """Parts with and between them."""
    left = single(pieces, depth)
    while pieces and pieces[0] == "and":
        pieces.pop(0)
        left = ("and", left, single(pieces, depth))
    return left


def single(pieces: list[str], depth: int) -> tuple:
    """A negation, a group, a comparison or a value alone."""
    piece = pieces.pop(0) if pieces else ""
    if piece == "not":
        return "not", single(pieces, depth)
    if piece == "(":
        if depth == 20:
            raise RuleError("too many parentheses")
        inside = alternatives(pieces, depth + 1)
        if not pieces or pieces.pop(0) != ")":
            raise RuleError("a parenthesis is missing")
        return inside
    left = operand(piece)
    if not pieces or pieces[0] not in COMPARE:
        return left
    return pieces.pop(0), left, operand(pieces.pop(0) if pieces else "")


def operand(piece: str) -> tuple:
    """A literal or a field."""
    if piece[:1] == '"':
        return "value", piece[1:-1]
    if re.match(r"-?\d", piece):
        return "value", float(piece)
    if piece in ("true", "false"):
        return "value", piece == "true"
    if not piece[:1].isalpha() or piece in ("when", "then", "and", "or", "not"):
        raise RuleError(f"unexpected {piece!r}")
    return "field", piece


def truth(value) -> bool:
    """Only true and false are conditions."""
    if not isinstance(value, bool):
        raise RuleError(f"{value!r} is not true or false")
    return value


def decide(node: tuple, order: dict):
    """Value of a part of a condition."""
    kind, *parts = node
    if kind == "value":
        return parts[0]
    if kind == "field":
        if parts[0] not in order:
            raise RuleError(f"there is no field {parts[0]}")
        return order[parts[0]]
    if kind == "not":
        return not truth(decide(parts[0], order))
    if kind == "and":
        return truth(decide(parts[0], order)) and truth(decide(parts[1], order))
    if kind == "or":
        return truth(decide(parts[0], order)) or truth(decide(parts[1], order))
    try:
        return COMPARE[kind](decide(parts[0], order), decide(parts[1], order))
    except TypeError as error:
        raise RuleError("a number and a text have no order") from error
