"""Compute one cell of a planning sheet: fill in the values, then let Python compute it."""

import re

REFERENCE = re.compile(r"\b([A-Z]{1,2})([1-9]\d{0,3})\b(?:\s*:\s*\b([A-Z]{1,2})([1-9]\d{0,3})\b)?")


def evaluate_cell(formula, cells):
    """Compute a formula over the filled cells."""
    if len(formula) > 400:
        raise ValueError("formula too long")
    check_depth(formula)
    source = formula.removeprefix("=").strip().replace("^", "**")
    source = REFERENCE.sub(lambda match: values(match, cells), source)
    try:
        result = eval(source, {"SUM": SUM, "MIN": MIN, "MAX": MAX})
        if isinstance(result, complex):
            raise ValueError("not a real number")
        result = float(result)
    except Exception as error:
        raise ValueError(f"cannot compute {formula!r}: {error}")
    if not -1e15 <= result <= 1e15:
        raise ValueError("result too large")
    return result


def check_depth(formula):
    """Refuse formulas with more than 30 levels of parentheses."""
    depth = 0
    for character in formula:
        depth += (character == "(") - (character == ")")
        if depth > 30:
            raise ValueError("too many parentheses")


def values(match, cells):
    """What to write in place of a cell (its value) or a range (a list of values)."""
    first_column, first_row, last_column, last_row = match.groups()
    if last_column is None:
        name = first_column + first_row
        if name not in cells:
            raise ValueError(f"{name} is empty")
        return f"({cells[name]})"
    columns = sorted([number(first_column), number(last_column)])
    rows = sorted([int(first_row), int(last_row)])
    found = []
    for name, value in cells.items():
        column, row = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()
        if columns[0] <= number(column) <= columns[1] and rows[0] <= int(row) <= rows[1]:
            found.append(f"({value})")
    return "[" + ", ".join(found) + "]"


def number(column):
    """A is 1, Z is 26, AA is 27."""
    result = 0
    for letter in column:
        result = result * 26 + ord(letter) - 64
    return result


def flatten(arguments):
    """The numbers of all arguments; ranges come as lists."""
    if not arguments:
        raise ValueError("no argument")
    flat = []
    for argument in arguments:
        flat.extend(argument if isinstance(argument, list) else [argument])
    return flat


def SUM(*arguments):
    """Sum of all arguments."""
    return sum(flatten(arguments))


def MIN(*arguments):
    """Smallest of all arguments."""
    return min(flatten(arguments))


def MAX(*arguments):
    """Largest of all arguments."""
    return max(flatten(arguments))
