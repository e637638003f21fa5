"""Compute one cell of a planning sheet by walking the syntax tree of the formula."""

import ast
import re

NAME = "[A-Z]{1,2}[1-9][0-9]{0,3}"
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max}


def evaluate_cell(formula: str, cells: dict[str, int | float | str]) -> float:
    """Compute a formula over the filled cells."""
    if len(formula) > 400:
        raise ValueError("the formula is too long")
    text = formula.removeprefix("=").strip().replace("^", "**").replace(":", "@")
    check_depth(text)
    try:
        result = float(compute(ast.parse(text, mode="eval").body, cells))
    except (SyntaxError, ArithmeticError, TypeError) as error:
        raise ValueError("no result") from error
    if not abs(result) <= 1e15:
        raise ValueError("the result is too large")
    return result


def check_depth(text: str) -> None:
    """Refuse more than 30 levels of parentheses."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth > 30:
            raise ValueError("too many parentheses")


def compute(node: ast.expr, cells: dict[str, int | float | str]) -> float:
    """The value of a part of the formula."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.Name) and re.fullmatch(NAME, node.id):
        return number(cells.get(node.id) or 0)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -compute(node.operand, cells)
    if isinstance(node, ast.BinOp):
        return binary(node.op, compute(node.left, cells), compute(node.right, cells))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        values = [value for part in node.args for value in argument(part, cells)]
        if node.func.id in FUNCTIONS and node.args:
            return FUNCTIONS[node.func.id](values)
    raise ValueError("that is not part of a formula")


def binary(op: ast.operator, left: float, right: float) -> float:
    """One operator."""
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.Pow():
            return left**right
    raise ValueError("unknown operator")


def argument(node: ast.expr, cells: dict[str, int | float | str]) -> list[float]:
    """The values of an argument: many for a range, otherwise one."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        if isinstance(node.left, ast.Name) and isinstance(node.right, ast.Name):
            (c1, r1), (c2, r2) = place(node.left.id), place(node.right.id)
            columns = range(min(c1, c2), max(c1, c2) + 1)
            rows = range(min(r1, r2), max(r1, r2) + 1)
            filled = {place(name): value for name, value in cells.items()}
            return [number(filled.get((c, r), 0)) for c in columns for r in rows]
    return [compute(node, cells)]


def place(name: str) -> tuple[int, int]:
    """Column and row of a cell."""
    if not re.fullmatch(NAME, name):
        raise ValueError(f"{name} is not a cell")
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column, int(name[len(letters) :])


def number(value: int | float | str) -> float:
    """The number in a cell."""
    if isinstance(value, str) and not re.fullmatch(r" *-?[0-9]+(\.[0-9]+)? *", value):
        raise ValueError("a cell holds text")
    return float(value)
