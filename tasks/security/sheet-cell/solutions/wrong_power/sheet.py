"""Compute one cell of a planning sheet by precedence climbing."""

import math
import re

TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|[A-Z]+[0-9]*|[-+*/^(),:])")
STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max}


def evaluate_cell(formula: str, cells: dict[str, int | float | str]) -> float:
    """Compute a formula over the filled cells."""
    if len(formula) > 400:
        raise ValueError("the formula is too long")
    try:
        cell = Cell(formula.removeprefix("=").rstrip(), cells)
        result = float(cell.expression(1))
    except (ArithmeticError, TypeError) as error:
        raise ValueError("no result") from error
    if cell.token or not abs(result) <= 1e15:
        raise ValueError("not a formula, or its result is too large")
    return result


class Cell:
    """One formula while it is read."""

    def __init__(self, text: str, cells: dict[str, int | float | str]) -> None:
        self.text = text
        self.cells = cells
        self.at = 0
        self.depth = 0
        self.token = ""
        self.step()

    def step(self) -> str:
        """Move to the next token and give back the one before."""
        before = self.token
        match = TOKEN.match(self.text, self.at)
        if match is None and self.at < len(self.text):
            raise ValueError("a character that means nothing")
        self.token = match[1] if match else ""
        self.at = match.end() if match else self.at
        return before

    def expression(self, least: int) -> float:
        """A value with all operators of at least this strength."""
        left = self.operand()
        while STRENGTH.get(self.token, 0) >= least:
            sign = self.step()
            right = self.expression(STRENGTH[sign] + 1)
            if sign == "+":
                left += right
            elif sign == "-":
                left -= right
            elif sign == "*":
                left *= right
            elif sign == "/":
                left /= right
            else:
                left = math.pow(left, right)
        return left

    def operand(self) -> float:
        """A number, cell, function, group, or one of these with a minus sign."""
        token = self.step()
        if token == "-":
            return -self.operand()
        if token == "(":
            return self.inside(lambda: self.expression(1))
        if token in FUNCTIONS:
            if self.step() != "(":
                raise ValueError("a parenthesis is missing")
            return self.inside(lambda: FUNCTIONS[token](self.arguments()))
        if token[:1].isdigit():
            return float(token)
        return self.number(token)

    def inside(self, read):
        """Read up to the closing parenthesis."""
        self.depth += 1
        if self.depth > 30:
            raise ValueError("too many parentheses")
        value = read()
        if self.step() != ")":
            raise ValueError("a parenthesis is missing")
        self.depth -= 1
        return value

    def arguments(self) -> list[float]:
        """The numbers of all arguments."""
        values = []
        while True:
            if re.match(r"\s*:", self.text[self.at :]):
                first, _, last = self.step(), self.step(), self.step()
                values += self.range(self.place(first), self.place(last))
            else:
                values.append(self.expression(1))
            if self.token != ",":
                return values
            self.step()

    def place(self, name: str) -> tuple[int, int]:
        """Column and row."""
        match = re.fullmatch(r"([A-Z]{1,2})([1-9][0-9]{0,3})", name)
        if match is None:
            raise ValueError(f"{name} is not a cell")
        column = 0
        for letter in match[1]:
            column = column * 26 + ord(letter) - 64
        return column, int(match[2])

    def range(self, one: tuple[int, int], two: tuple[int, int]) -> list[float]:
        """The numbers between two corners."""
        columns, rows = sorted([one[0], two[0]]), sorted([one[1], two[1]])
        values = []
        for name in self.cells:
            column, row = self.place(name)
            if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
                values.append(self.number(name))
        return values

    def number(self, name: str) -> float:
        """The number in a cell."""
        if name not in self.cells:
            raise ValueError(f"{name} is empty")
        value = self.cells[name]
        if isinstance(value, str) and not re.fullmatch(r" *-?[0-9]+(\.[0-9]+)? *", value):
            raise ValueError(f"{name} holds text")
        return float(value)
