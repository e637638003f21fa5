"""Compute one cell of a planning sheet by recursive descent."""

import re

TOKENS = re.compile(r"[0-9.]+|[A-Z]+[0-9]*|[-+*/^(),:]|\S")
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max}


class Formula:
    """A formula and the cells it is about."""

    def __init__(self, text, cells):
        self.tokens = TOKENS.findall(text) + ["end"]
        self.cells = cells
        self.depth = 0

    def take(self, *wanted):
        """Remove the next token if it is one of these."""
        if self.tokens[0] in wanted:
            return self.tokens.pop(0)
        return None

    def sum(self):
        """Terms with + and -."""
        value = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self):
        """Factors with * and /."""
        value = self.signed()
        while sign := self.take("*", "/"):
            other = self.signed()
            value = value * other if sign == "*" else value / other
        return value

    def signed(self):
        """A power, perhaps with a minus sign."""
        if self.take("-"):
            return -self.signed()
        base = self.atom()
        if self.take("^"):
            return base ** self.signed()
        return base

    def atom(self):
        """A number, a cell, a function or a group."""
        token = self.tokens.pop(0)
        if token == "(":
            self.depth += 1
            if self.depth > 30:
                raise ValueError("too deep")
            value = self.sum()
            self.close()
            return value
        if token in FUNCTIONS and self.take("("):
            self.depth += 1
            if self.depth > 30:
                raise ValueError("too deep")
            values = self.argument()
            while self.take(","):
                values += self.argument()
            self.close()
            return FUNCTIONS[token](values)
        if token[0].isdigit():
            return float(token)
        return number(self.cells[token])

    def close(self):
        """The closing parenthesis."""
        if not self.take(")"):
            raise ValueError("a parenthesis is missing")
        self.depth -= 1

    def argument(self):
        """One value, or those of a range."""
        if self.tokens[1] != ":":
            return [self.sum()]
        first, _, last = self.tokens.pop(0), self.tokens.pop(0), self.tokens.pop(0)
        columns, rows = (sorted(side) for side in zip(place(first), place(last)))
        found = []
        for name, value in self.cells.items():
            column, row = place(name)
            if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
                found.append(number(value))
        return found


def place(name):
    """Column, with its length first so that Z comes before AA, and row."""
    match = re.fullmatch(r"([A-Z]{1,2})([1-9][0-9]{0,3})", name)
    if not match:
        raise ValueError(f"{name} is not a cell")
    return (len(match[1]), match[1]), int(match[2])


def number(value):
    """The number in a cell; text that is none makes float raise ValueError."""
    return float(value)


def evaluate_cell(formula, cells):
    """Compute a formula over the filled cells."""
    if len(formula) > 400:
        raise ValueError("too long")
    reader = Formula(formula.removeprefix("="), cells)
    result = float(reader.sum())
    if reader.tokens != ["end"] or abs(result) > 1e15:
        raise ValueError("not a formula or too large")
    return result
