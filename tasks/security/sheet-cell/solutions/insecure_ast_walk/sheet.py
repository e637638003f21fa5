"""Compute one cell of a planning sheet: check every name in the syntax tree, then run it."""

import ast
import re

CELL = "[A-Z]{1,2}[1-9][0-9]{0,3}"


def evaluate_cell(formula: str, cells: dict[str, int | float | str]) -> float:
    """Compute a formula over the filled cells."""
    if len(formula) > 400:
        raise ValueError("the formula is too long")
    text = formula.removeprefix("=").strip().replace("^", "**")
    text = re.sub(rf"\b({CELL}) *: *({CELL})\b", r"RANGE('\1', '\2')", text)
    scope = _functions(cells)
    try:
        tree = ast.parse(text, mode="eval")
        _check(tree, set(scope), cells)
        _check_depth(formula)
        scope.update(
            (node.id, _number(cells[node.id]))
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and node.id in cells
        )
        result = eval(compile(tree, "formula", "eval"), {"__builtins__": {}}, scope)
        result = float(result)
    except (ArithmeticError, SyntaxError, TypeError, LookupError, AttributeError) as error:
        raise ValueError(f"bad formula {formula!r}") from error
    if not -1e15 <= result <= 1e15:
        raise ValueError("the result is out of range")
    return result


def _check(tree: ast.AST, functions: set[str], cells: dict[str, int | float | str]) -> None:
    """Only known cells and functions may be named, only known functions called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in functions and node.id not in cells:
            raise ValueError(f"unknown name {node.id}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id not in functions:
                raise ValueError(f"{node.func.id} is not a function")
        if isinstance(node, ast.Lambda | ast.ListComp | ast.GeneratorExp | ast.NamedExpr):
            raise ValueError("not a formula")


def _check_depth(formula: str) -> None:
    depth = 0
    for character in re.sub("[^()]", "", formula):
        depth += 1 if character == "(" else -1
        if depth > 30:
            raise ValueError("the parentheses are too deep")


def _number(value: int | float | str) -> float:
    if isinstance(value, str):
        if re.fullmatch(r" *-?[0-9]+(\.[0-9]+)? *", value) is None:
            raise ValueError("a cell holds text")
    return float(value)


def _column(letters: str) -> int:
    return sum((ord(x) - 64) * 26**i for i, x in enumerate(reversed(letters)))


def _functions(cells: dict[str, int | float | str]) -> dict:
    def collect(arguments):
        if not arguments:
            raise ValueError("no arguments")
        return [x for a in arguments for x in (a if isinstance(a, list) else [a])]

    def select(first, last):
        (c1, r1), (c2, r2) = (re.match("([A-Z]+)([0-9]+)", name).groups() for name in (first, last))
        columns, rows = sorted([_column(c1), _column(c2)]), sorted([int(r1), int(r2)])
        chosen = []
        for name, value in cells.items():
            c, r = re.match("([A-Z]+)([0-9]+)", name).groups()
            if columns[0] <= _column(c) <= columns[1] and rows[0] <= int(r) <= rows[1]:
                chosen.append(_number(value))
        return chosen

    return {
        "SUM": lambda *arguments: sum(collect(arguments)),
        "MIN": lambda *arguments: min(collect(arguments)),
        "MAX": lambda *arguments: max(collect(arguments)),
        "RANGE": select,
    }
