"""Discount rules that merchants write. Lines with words that have no business there are refused."""

import re

SUSPICIOUS = re.compile(
    r"__|import|\b(eval|exec|compile|open|getattr|setattr|delattr|globals|locals|vars|dir|type|os|sys"
    r"|subprocess|builtins|input|breakpoint|exit|quit|lambda|for|while|class|def|del|print)\b"
)
TEXT = re.compile('"([^"]*)"')


class RuleError(ValueError):
    """The rules are wrong."""


class Rule:
    """A line of the text box."""

    def __init__(self, line):
        words = re.fullmatch(r'when (.+) then +(discount|note|stop)( +[0-9.]+| +"[^"]*"|)', line)
        if not words:
            raise RuleError(line)
        condition, self.action, argument = words.groups()
        self.argument = self.read(argument.strip())
        if SUSPICIOUS.search(TEXT.sub("", condition)):
            raise RuleError("word not allowed")
        if deepest(TEXT.sub("", condition)) > 20:
            raise RuleError("too deep")
        self.source = TEXT.sub(lambda match: repr(match[1]), condition).strip()
        try:
            compile(self.source, line, "eval")
        except (SyntaxError, ValueError):
            raise RuleError(f"condition not understood: {condition}")

    def read(self, argument):
        """The argument that this action needs."""
        if self.action == "note" and argument.startswith('"'):
            return argument[1:-1]
        if self.action == "discount" and re.fullmatch(r"\d+(\.\d+)?", argument):
            if float(argument) <= 100:
                return float(argument)
        if self.action == "stop" and argument == "":
            return None
        raise RuleError(f"wrong argument for {self.action}")

    def matches(self, order):
        """Does the condition hold?"""
        try:
            result = eval(self.source, {**order, "true": True, "false": False})
        except (NameError, TypeError) as error:
            raise RuleError(str(error))
        if not isinstance(result, bool):
            raise RuleError("not a condition")
        return result


def deepest(condition):
    """How deep the parentheses nest."""
    depth = most = 0
    for character in condition:
        depth += (character == "(") - (character == ")")
        most = max(most, depth)
    return most


def apply_rules(rules_text, order):
    """Apply the rules to an order."""
    lines = [line.removesuffix("\r") for line in rules_text.split("\n")]
    if any(len(line) > 500 for line in lines):
        raise RuleError("line too long")
    rules = [
        Rule(line.strip()) for line in lines if line.strip() and not line.strip().startswith("#")
    ]
    if len(rules) > 100:
        raise RuleError("too many rules")
    result = {"discount": 0.0, "notes": []}
    for rule in rules:
        if rule.matches(order):
            if rule.action == "stop":
                break
            if rule.action == "note":
                result["notes"].append(rule.argument)
            else:
                result["discount"] = min(100.0, result["discount"] + rule.argument)
    return result
