"""Compute one cell of a planning sheet, by recursive descent over the formula's tokens."""

import math
import re
from collections.abc import Callable, Mapping
from typing import TypeVar

Cells = Mapping[str, int | float | str]
_T = TypeVar("_T")

MAX_LENGTH = 400
MAX_DEPTH = 30
MAX_RESULT = 1e15

_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[A-Z]+[0-9]*|[-+*/^(),:]")
_CELL = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,3})")
_ENTRY = re.compile(r" *-?[0-9]+(\.[0-9]+)? *")
_FUNCTIONS: dict[str, Callable[[list[float]], float]] = {"SUM": sum, "MIN": min, "MAX": max}


def evaluate_cell(formula: str, cells: Cells) -> float:
    """Compute a formula over the filled cells.

    Raises:
        ValueError: The formula is malformed, too long or has no finite value within 1e15.
    """
    if len(formula) > MAX_LENGTH:
        raise ValueError("the formula is too long")
    result = _Reader(_tokens(formula.removeprefix("=")), _Sheet(cells)).formula()
    if not abs(result) <= MAX_RESULT:  # it may be no number at all
        raise ValueError("the result is too large")
    return result


def _tokens(text: str) -> list[str]:
    tokens = []
    position = 0
    while rest := text[position:].lstrip(" "):
        match = _TOKEN.match(rest)
        if match is None:
            raise ValueError(f"unexpected character {rest[0]!r}")
        tokens.append(match[0])
        position = len(text) - len(rest) + match.end()
    return tokens


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        raise ValueError("a power is too large") from None


def _position(name: str) -> tuple[tuple[int, str], int]:
    """Column and row of a cell; columns with one letter come before those with two."""
    match = _CELL.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not a cell")
    return (len(match[1]), match[1]), int(match[2])


class _Sheet:
    """The filled cells, by name and by place."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._places = {name: _position(name) for name in cells}

    def value(self, name: str) -> float:
        """The number in a filled cell."""
        if name not in self._cells:
            raise ValueError(f"cell {name} is empty")
        content = self._cells[name]
        if isinstance(content, str) and not _ENTRY.fullmatch(content):
            raise ValueError(f"cell {name} holds text")
        try:
            return float(content)
        except OverflowError:
            raise ValueError(f"cell {name} is too large") from None

    def range(self, first: str, last: str) -> list[float]:
        """The numbers of all filled cells between two corners."""
        corners = _position(first), _position(last)
        left, right = sorted(column for column, _ in corners)
        top, bottom = sorted(row for _, row in corners)
        return [
            self.value(name)
            for name, (column, row) in self._places.items()
            if left <= column <= right and top <= row <= bottom
        ]


class _Reader:
    """Reads the tokens from left to right and computes as it goes."""

    def __init__(self, tokens: list[str], sheet: _Sheet) -> None:
        self._tokens = tokens
        self._sheet = sheet
        self._next = 0
        self._depth = 0

    def formula(self) -> float:
        """All tokens as one formula."""
        value = self._sum()
        if self._peek():
            raise ValueError(f"unexpected {self._peek()!r}")
        return value

    def _peek(self, ahead: int = 0) -> str:
        place = self._next + ahead
        return self._tokens[place] if place < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._next += 1
        return token

    def _expect(self, token: str) -> None:
        if self._take() != token:
            raise ValueError(f"{token!r} is missing")

    def _sum(self) -> float:
        value = self._product()
        while self._peek() in ("+", "-"):
            sign = 1.0 if self._take() == "+" else -1.0
            value += sign * self._product()
        return value

    def _product(self) -> float:
        value = self._signed()
        while self._peek() in ("*", "/"):
            if self._take() == "*":
                value *= self._signed()
            elif (divisor := self._signed()) == 0:
                raise ValueError("division by zero")
            else:
                value /= divisor
        return value

    def _signed(self) -> float:
        sign = 1.0
        while self._peek() == "-":
            self._take()
            sign = -sign
        return sign * self._power()

    def _power(self) -> float:
        base = self._value()
        if self._peek() != "^":
            return base
        self._take()
        return _power(base, self._signed())

    def _value(self) -> float:
        first = self._take()
        if first == "(":
            return self._group(self._sum)
        if first in _FUNCTIONS:
            self._expect("(")
            arguments = self._group(self._arguments)
            if not arguments and first != "SUM":
                raise ValueError(f"{first} of nothing")
            return float(_FUNCTIONS[first](arguments))
        if first[:1].isdigit():
            return float(first)
        return self._sheet.value(first)

    def _group(self, read: Callable[[], _T]) -> _T:
        """What stands between an opening parenthesis, just taken, and its closing one."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ValueError("too many nested parentheses")
        content = read()
        self._expect(")")
        self._depth -= 1
        return content

    def _arguments(self) -> list[float]:
        values = self._argument()
        while self._peek() == ",":
            self._take()
            values += self._argument()
        return values

    def _argument(self) -> list[float]:
        if self._peek(1) != ":":
            return [self._sum()]
        first = self._take()
        self._expect(":")
        return self._sheet.range(first, self._take())
