"""Compute one cell of a planning sheet by walking the syntax tree of the formula."""

import ast
import operator
import re

CELL = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,3})")
BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max}


def evaluate_cell(formula: str, cells: dict[str, int | float | str]) -> float:
    """Compute a formula over the filled cells."""
    if len(formula) > 400:
        raise ValueError("the formula is too long")
    if not re.fullmatch(r"=?[A-Z0-9+\-*/^(),:. ]*", formula) or "**" in formula or "//" in formula:
        raise ValueError("the formula holds a character that means nothing")
    text = formula.removeprefix("=").strip().replace("^", "**").replace(":", "@")
    _check_depth(text)
    try:
        result = float(_value(ast.parse(text, mode="eval").body, cells))
    except (SyntaxError, ArithmeticError, TypeError) as error:
        raise ValueError(f"cannot compute {formula}") from error
    if not -1e15 <= result <= 1e15:
        raise ValueError("the result is too large")
    return result


def _check_depth(text: str) -> None:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth > 30:
            raise ValueError("too many parentheses")


def _value(node: ast.expr, cells: dict[str, int | float | str]) -> int | float:
    match node:
        case ast.Constant(value=int() | float()):
            return node.value
        case ast.Name(id=name):
            return _cell(name, cells)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, cells)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return BINARY[type(op)](_value(left, cells), _value(right, cells))
        case ast.Call(func=ast.Name(id=name), args=[_, *_], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](
                [x for argument in node.args for x in _argument(argument, cells)]
            )
    raise ValueError("that is not part of a formula")


def _argument(node: ast.expr, cells: dict[str, int | float | str]) -> list[int | float]:
    match node:
        case ast.BinOp(left=ast.Name(id=first), op=ast.MatMult(), right=ast.Name(id=last)):
            columns, rows = zip(_place(first), _place(last))
            names = [
                _letters(column) + str(row)
                for column in range(min(columns), max(columns) + 1)
                for row in range(min(rows), max(rows) + 1)
            ]
            return [_cell(name, cells) for name in names if name in cells]
    return [_value(node, cells)]


def _cell(name: str, cells: dict[str, int | float | str]) -> int | float:
    if name not in cells:
        raise ValueError(f"{name} is empty")
    value = cells[name]
    if isinstance(value, str):
        if not re.fullmatch(r" *-?[0-9]+(\.[0-9]+)? *", value):
            raise ValueError(f"{name} holds text")
        return float(value)
    return value


def _place(name: str) -> tuple[int, int]:
    found = CELL.fullmatch(name)
    if found is None:
        raise ValueError(f"{name} is not a cell")
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - 64
    return column, int(found[2])


def _letters(column: int) -> str:
    first, second = divmod(column - 1, 26)
    return (chr(64 + first) if first else "") + chr(65 + second)
