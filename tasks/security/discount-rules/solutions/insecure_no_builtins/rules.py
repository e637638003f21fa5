"""Discount rules that merchants write; Python decides the conditions, without its builtins."""

import re

RULE = re.compile(r'when (.+) then +(?:discount +([0-9]+(?:\.[0-9]+)?)|note +"([^"]*)"|stop)')
STRING = re.compile(r'"([^"]*)"')


class RuleError(ValueError):
    """The rules are wrong, or do not fit the order."""


def apply_rules(rules_text: str, order: dict) -> dict:
    """Apply the rules to an order."""
    rules = []
    for line in rules_text.replace("\r\n", "\n").split("\n"):
        if len(line) > 500:
            raise RuleError("a line is too long")
        if line.strip() and line.strip()[0] != "#":
            rules.append(parse(line.strip()))
    if len(rules) > 100:
        raise RuleError("too many rules")
    discount, notes = 0.0, []
    for condition, percent, note in rules:
        try:
            matches = eval(condition, {"__builtins__": {}, "true": True, "false": False}, order)
        except Exception as error:
            raise RuleError(f"cannot decide: {error}") from error
        if matches is False:
            continue
        if matches is not True:
            raise RuleError("a condition is true or false")
        if note is not None:
            notes.append(note)
        elif percent is not None:
            discount += float(percent)
        else:
            break
    return {"discount": min(discount, 100.0), "notes": notes}


def parse(line: str) -> tuple:
    """Compiled condition, percentage and note of a rule."""
    match = RULE.fullmatch(line)
    if not match:
        raise RuleError(f"not a rule: {line}")
    condition, percent, note = match.groups()
    if percent is not None and float(percent) > 100:
        raise RuleError("a discount is at most 100")
    depth = 0
    for character in STRING.sub("", condition):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth > 20:
            raise RuleError("too many parentheses")
    try:
        code = compile(STRING.sub(lambda text: repr(text[1]), condition).strip(), "rule", "eval")
    except (SyntaxError, ValueError) as error:
        raise RuleError(f"not a condition: {condition}") from error
    return code, percent, note
