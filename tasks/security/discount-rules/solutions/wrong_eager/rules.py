"""Discount rules that merchants write, decided while they are read."""

import re

TOKEN = re.compile(r'\s*("[^"]*"|-?[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9_]*|[<>=!]=|[<>()])')


class RuleError(ValueError):
    """The rules cannot be applied."""


def apply_rules(rules_text: str, order: dict) -> dict:
    """Apply the rules to an order."""
    lines = [line.removesuffix("\r") for line in rules_text.split("\n")]
    if any(len(line) > 500 for line in lines):
        raise RuleError("a line is too long")
    lines = [line.strip() for line in lines if line.strip() and line.strip()[0] != "#"]
    if len(lines) > 100:
        raise RuleError("too many rules")
    discount, notes, stopped = 0.0, [], False
    for line in lines:
        matches, action, argument = Line(line, order).rule()
        if not matches or stopped:
            continue
        if action == "discount":
            discount = min(100.0, discount + argument)
        elif action == "note":
            notes.append(argument)
        else:
            stopped = True
    return {"discount": discount, "notes": notes}


class Line:
    """One rule, read from left to right."""

    def __init__(self, line: str, order: dict) -> None:
        self.order = order
        self.depth = 0
        self.tokens = []
        while line:
            match = TOKEN.match(line)
            if match is None:
                raise RuleError(f"cannot read {line}")
            self.tokens.append(match[1])
            line = line[match.end() :].rstrip()
        self.tokens.append("")

    def take(self, *wanted: str) -> str:
        """The next token, if it is one of these."""
        return self.tokens.pop(0) if self.tokens[0] in wanted else ""

    def rule(self) -> tuple:
        """Whether the condition holds, the action and its argument."""
        if not self.take("when"):
            raise RuleError("a rule starts with when")
        matches = self.any()
        if not self.take("then"):
            raise RuleError("then is missing")
        action = self.take("discount", "note", "stop")
        argument = self.argument(action)
        if self.tokens != [""]:
            raise RuleError("the rule goes on after its action")
        return matches, action, argument

    def argument(self, action: str) -> float | str | None:
        """What stands after the action."""
        if action == "stop":
            return None
        token = self.tokens.pop(0)
        if action == "note" and token.startswith('"'):
            return token[1:-1]
        if action == "discount" and token[:1].isdigit() and float(token) <= 100:
            return float(token)
        raise RuleError("not an action")

    def any(self) -> bool:
        """Parts with or between them."""
        result = self.all()
        while self.take("or"):
            result = self.all() or result
        return result

    def all(self) -> bool:
        """Parts with and between them."""
        result = self.negation()
        while self.take("and"):
            result = self.negation() and result
        return result

    def negation(self) -> bool:
        """One part, with or without not."""
        if self.take("not"):
            return not self.negation()
        if not self.take("("):
            return self.comparison()
        self.depth += 1
        if self.depth > 20:
            raise RuleError("too many parentheses")
        result = self.any()
        if not self.take(")"):
            raise RuleError("a parenthesis is missing")
        self.depth -= 1
        return result

    def comparison(self) -> bool:
        """Two operands, or one that is true or false."""
        left = self.operand()
        sign = self.take("==", "!=", "<", "<=", ">", ">=")
        if not sign:
            if not isinstance(left, bool):
                raise RuleError("not true or false")
            return left
        right = self.operand()
        if sign in ("==", "!="):
            return (left == right) == (sign == "==")
        if isinstance(left, str) != isinstance(right, str):
            raise RuleError("a number and a text have no order")
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[
            sign
        ]

    def operand(self) -> str | float | bool:
        """A literal or a field."""
        token = self.tokens.pop(0)
        if token[:1] == '"':
            return token[1:-1]
        if token[:1].isdigit() or token[:1] == "-":
            return float(token)
        if token in ("true", "false"):
            return token == "true"
        if token in self.order and token not in ("when", "then", "and", "or", "not"):
            return self.order[token]
        raise RuleError(f"there is no field {token!r}")
