"""Discount rules that merchants write; a condition may do anything but call something."""

import ast
import re


class RuleError(ValueError):
    """The rules are wrong, or do not fit the order."""


def apply_rules(rules_text: str, order: dict) -> dict:
    """Apply the rules to an order."""
    rules = [
        read(number, line.strip())
        for number, line in enumerate(re.split("\r?\n", rules_text), 1)
        if check_length(line) and line.strip() and not line.strip().startswith("#")
    ]
    if len(rules) > 100:
        raise RuleError("too many rules")
    total, notes = 0.0, []
    for code, action, argument in rules:
        if not decide(code, order):
            continue
        if action == "discount":
            total += float(argument)
        elif action == "note":
            notes.append(argument[1:-1])
        else:
            break
    return {"discount": min(total, 100.0), "notes": notes}


def check_length(line: str) -> bool:
    """Lines have at most 500 characters."""
    if len(line) > 500:
        raise RuleError("line too long")
    return True


def read(number: int, line: str) -> tuple:
    """Code, action and argument of the rule in a line."""
    form = r'when (?P<if>.+) then +(?P<do>discount|note|stop)(?P<what>| +\d+(\.\d+)?| +"[^"]*")'
    match = re.fullmatch(form, line)
    if match is None:
        raise RuleError(f"line {number} is not a rule")
    action, argument = match["do"], match["what"].strip(" ")
    fits = {"discount": argument[:1].isdigit(), "note": argument[:1] == '"', "stop": argument == ""}
    if not fits[action] or action == "discount" and float(argument) > 100:
        raise RuleError(f"line {number}: {argument} does not fit {action}")
    texts = re.findall(r'"([^"]*)"', match["if"])
    bare = re.sub(r'"[^"]*"', "@", match["if"])
    depth = 0
    for character in bare:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth > 20:
            raise RuleError(f"line {number} is too deep")
    source = re.sub("@", lambda _: repr(texts.pop(0)), bare).strip()
    try:
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError) as error:
        raise RuleError(f"line {number}: {error}") from error
    if any(isinstance(node, ast.Call | ast.Lambda | ast.Attribute) for node in ast.walk(tree)):
        raise RuleError(f"line {number} calls a function")
    return compile(tree, "rule", "eval"), action, argument


def decide(code, order: dict) -> bool:
    """Decide a condition."""
    try:
        result = eval(code, {"__builtins__": {}, "true": True, "false": False}, order)
    except (NameError, TypeError) as error:
        raise RuleError(str(error)) from error
    if result not in (True, False) or not isinstance(result, bool):
        raise RuleError("not true or false")
    return result
