"""Discount rules that merchants write, translated into a Python function and run."""

import re

QUOTED = re.compile(r'"([^"]*)"')


class RuleError(ValueError):
    """The rules are wrong."""


def apply_rules(rules_text, order):
    """Apply the rules to an order."""
    source = ["def run(discount, note, check):"]
    rules = 0
    for line in rules_text.split("\n"):
        if len(line.removesuffix("\r")) > 500:
            raise RuleError("line too long")
        line = line.strip()
        if line == "" or line.startswith("#"):
            continue
        rules += 1
        source += translate(line)
    if rules > 100:
        raise RuleError("too many rules")
    percents = []
    notes = []
    scope = {**order, "true": True, "false": False}
    try:
        exec("\n".join([*source, "    return"]), scope)
        scope["run"](percents.append, notes.append, check)
    except (SyntaxError, NameError, TypeError) as error:
        raise RuleError(str(error)) from error
    return {"discount": float(min(100, sum(percents))), "notes": notes}


def translate(line):
    """Python statements for one rule."""
    match = re.fullmatch(
        r"when (.+) then +(discount +([0-9]+(?:\.[0-9]+)?)|note +(\".*\")|stop)", line
    )
    if match is None:
        raise RuleError(f"not a rule: {line}")
    condition, action, percent, text = match.groups()
    check_depth(QUOTED.sub("", condition))
    condition = QUOTED.sub(quoted, condition)
    if percent is not None:
        if float(percent) > 100:
            raise RuleError("a discount is from 0 to 100")
        action = f"discount({percent})"
    elif text is not None:
        action = "note(" + QUOTED.sub(quoted, text) + ")"
    else:
        action = "return"
    return [f"    if check(({condition})):", f"        {action}"]


def quoted(match):
    """A text as Python writes it."""
    return repr(match[1])


def check(value):
    """Only true and false are conditions."""
    if not isinstance(value, bool):
        raise RuleError(f"{value} is not true or false")
    return value


def check_depth(condition):
    """Refuse more than 20 levels of parentheses."""
    depth = 0
    for character in condition:
        depth += (character == "(") - (character == ")")
        if depth > 20:
            raise RuleError("too many parentheses")
