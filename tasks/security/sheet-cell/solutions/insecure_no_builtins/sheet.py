"""Compute one cell of a planning sheet, with Python's own arithmetic and nothing else in reach."""

import re
from collections.abc import Iterable

_CELL = r"\b[A-Z]{1,2}[1-9][0-9]{0,3}\b"
_RANGE = re.compile(rf"({_CELL})\s*:\s*({_CELL})")


def evaluate_cell(formula: str, cells: dict[str, int | float | str]) -> float:
    """Compute a formula over the filled cells."""
    if len(formula) > 400 or _depth(formula) > 30:
        raise ValueError("the formula is too long or too deep")
    text = formula.removeprefix("=").strip().replace("^", "**")
    text = _RANGE.sub(r'RANGE("\1", "\2")', text)
    names = {"__builtins__": {}, "SUM": _total, "MIN": _least, "MAX": _most}
    names["RANGE"] = lambda first, last: _range(first, last, cells)
    for name in re.findall(_CELL, text):
        if name in cells:
            names[name] = _number(cells[name])
    try:
        result = float(eval(text, names))
    except (ArithmeticError, LookupError, NameError, SyntaxError, TypeError, AttributeError) as e:
        raise ValueError(f"bad formula: {e}") from e
    if not abs(result) <= 1e15:
        raise ValueError("the result is too large")
    return result


def _depth(formula: str) -> int:
    depth = deepest = 0
    for character in formula:
        depth += {"(": 1, ")": -1}.get(character, 0)
        deepest = max(deepest, depth)
    return deepest


def _number(value: int | float | str) -> int | float:
    if isinstance(value, str):
        if not re.fullmatch(r" *-?[0-9]+(\.[0-9]+)? *", value):
            raise ValueError(f"{value!r} is not a number")
        return float(value)
    return value


def _place(name: str) -> tuple[int, int]:
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column, int(name[len(letters) :])


def _range(first: str, last: str, cells: dict[str, int | float | str]) -> list[int | float]:
    columns, rows = map(sorted, zip(_place(first), _place(last)))
    values = []
    for name, value in cells.items():
        column, row = _place(name)
        if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
            values.append(_number(value))
    return values


def _flat(arguments: tuple) -> Iterable[float]:
    if not arguments:
        raise ValueError("an argument is missing")
    for argument in arguments:
        yield from argument if isinstance(argument, list) else [argument]


def _total(*arguments):
    return sum(_flat(arguments))


def _least(*arguments):
    return min(_flat(arguments))


def _most(*arguments):
    return max(_flat(arguments))
