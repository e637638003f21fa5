"""Compute one cell of a planning sheet with two stacks, operands and operators, per parenthesis."""

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

Cells = Mapping[str, int | float | str]

_DIGITS = r"[0-9]+(?:\.[0-9]+)?"
_CELL = r"[A-Z]{1,2}[1-9][0-9]{0,3}(?![0-9])"
_LEXEME = re.compile(
    rf"(?P<number>{_DIGITS})|(?P<range>{_CELL} *: *{_CELL})|(?P<cell>{_CELL})"
    r"|(?P<function>(?:SUM|MIN|MAX) *\()|(?P<sign>[-+*/^(),])|(?P<space> )"
)
_NUMBER_TEXT = re.compile(rf" *-?{_DIGITS} *")

_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}
_BINARY: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": math.pow,
}


def evaluate_cell(formula: str, cells: Cells) -> float:
    """Compute a formula over the filled cells; every error is a ValueError."""
    if len(formula) > 400:
        raise ValueError("a formula has at most 400 characters")
    try:
        result = _run(formula.removeprefix("="), cells)
    except (ArithmeticError, KeyError) as error:
        raise ValueError(f"no value: {error}") from error
    if not abs(result) <= 1e15:
        raise ValueError("the result is too large")
    return result


@dataclass
class _Frame:
    """One pair of parentheses, or the formula as a whole."""

    function: str = ""
    """Name of the function that the parentheses belong to, or nothing."""

    operands: list[float] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)

    arguments: list[float] = field(default_factory=list)
    """Arguments that are complete."""

    after_range: bool = False
    """A range was the last thing read, so the argument ends here."""

    def push(self, sign: str) -> None:
        """Apply the waiting operators that bind tighter, then wait too."""
        least = _STRENGTH[sign] + (1 if sign == "^" else 0)
        while self.operators and _STRENGTH[self.operators[-1]] >= least:
            self.apply()
        self.operators.append(sign)

    def apply(self) -> None:
        """Replace the last operator and its operands by their value."""
        sign, right = self.operators.pop(), self.operands.pop()
        if sign == "neg":
            self.operands.append(-right)
            return
        self.operands.append(_BINARY[sign](self.operands.pop(), right))

    def finish(self) -> float:
        """The value of the expression that ends here."""
        while self.operators:
            self.apply()
        return self.operands.pop()

    def close(self) -> float:
        """The value of the parentheses."""
        if not self.function:
            return self.finish()
        if not self.after_range:
            self.arguments.append(self.finish())
        if self.function == "SUM":
            return float(sum(self.arguments))
        if not self.arguments:
            raise ValueError(f"{self.function} of nothing")
        return max(self.arguments) if self.function == "MAX" else min(self.arguments)


def _lexemes(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(text):
        match = _LEXEME.match(text, place)
        if match is None:
            raise ValueError(f"cannot read {text[place:]!r}")
        place = match.end()
        if match.lastgroup != "space":
            yield str(match.lastgroup), match[0]


def _run(text: str, cells: Cells) -> float:
    frames = [_Frame()]
    filled = False  # is the operand that is wanted here already read?
    for kind, lexeme in _lexemes(text):
        frame = frames[-1]
        if filled:
            filled = _after_value(lexeme, frames)
        elif kind == "range":
            if not frame.function or frame.operators:
                raise ValueError("a range stands alone as an argument")
            frame.arguments += _range(lexeme, cells)
            filled = frame.after_range = True
        elif kind in ("number", "cell"):
            frame.operands.append(_number(lexeme if kind == "number" else cells[lexeme]))
            filled = True
        elif kind == "function" or lexeme == "(":
            if len(frames) > 30:
                raise ValueError("too many nested parentheses")
            frames.append(_Frame(lexeme.rstrip(" (")))
        elif lexeme == "-":
            frame.operators.append("neg")
        else:
            raise ValueError(f"a value is missing before {lexeme!r}")
    if not filled or len(frames) > 1:
        raise ValueError("the formula ends too early")
    return frames[0].finish()


def _after_value(lexeme: str, frames: list[_Frame]) -> bool:
    """Take what may follow a value; tell whether it leaves a value behind."""
    frame = frames[-1]
    if lexeme == ")" and len(frames) > 1:
        frames.pop()
        frames[-1].operands.append(frame.close())
        return True
    if lexeme == "," and frame.function:
        if not frame.after_range:
            frame.arguments.append(frame.finish())
        frame.after_range = False
        return False
    if lexeme not in _BINARY or frame.after_range:
        raise ValueError(f"unexpected {lexeme!r}")
    frame.push(lexeme)
    return False


def _number(content: int | float | str) -> float:
    if isinstance(content, str) and not _NUMBER_TEXT.fullmatch(content):
        raise ValueError(f"{content!r} is no number")
    return float(content)


def _range(lexeme: str, cells: Cells) -> list[float]:
    one, two = (_place(name.strip()) for name in lexeme.split(":"))
    left, right = sorted([one[0], two[0]])
    top, bottom = sorted([one[1], two[1]])
    return [
        _number(content)
        for name, content in cells.items()
        if left <= (place := _place(name))[0] <= right and top <= place[1] <= bottom
    ]


def _place(name: str) -> tuple[tuple[int, str], int]:
    """Column and row; columns with one letter come before those with two."""
    letters = name.rstrip("0123456789")
    return (len(letters), letters), int(name[len(letters) :])
