"""Does evaluate_cell compute what the prompt promises?"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any

SUM, PRODUCT, SIGN, POWER, ATOM = range(1, 6)
FUNCTIONS: dict[str, Callable[[list[float]], float]] = {"SUM": sum, "MIN": min, "MAX": max}
COLUMNS = [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase)]


@dataclass(frozen=True)
class Part:
    """A piece of a formula with its value, and how tightly its outermost operator binds."""

    text: str
    value: float
    binds: int = ATOM

    def at_least(self, binds: int, rng: Random) -> str:
        """The text, in parentheses where the grammar needs them and sometimes where not."""
        return self.text if self.binds >= binds and rng.random() < 0.9 else f"({self.text})"


def _leaf(rng: Random, cells: dict[str, Any]) -> Part:
    if rng.random() < 0.4:
        name = rng.choice(sorted(cells))
        return Part(name, float(cells[name]))
    number = rng.choice([rng.randint(0, 12), rng.randint(1, 9), rng.randint(1, 40) / 4])
    return Part(str(number), float(number))


def _part(rng: Random, cells: dict[str, Any], depth: int) -> Part:
    """A random formula of moderate value."""
    while True:
        made = _try_part(rng, cells, depth)
        if made is not None and abs(made.value) < 1e6:
            return made


def _try_part(rng: Random, cells: dict[str, Any], depth: int) -> Part | None:
    if depth == 0:
        return _leaf(rng, cells)
    left, right = (_part(rng, cells, depth - rng.randint(1, 2 if depth > 1 else 1)) for _ in "ab")
    gap = rng.choice(["", "", " "])
    match rng.choice("++--**//^^nnf"):
        case "n":
            return Part(f"-{gap}{left.at_least(SIGN, rng)}", -left.value, SIGN)
        case "f":
            name, function = rng.choice(list(FUNCTIONS.items()))
            text = f"{name}{gap}({left.text}{gap},{gap}{right.text})"
            return Part(text, float(function([left.value, right.value])))
        case "^":
            if left.value == 0 or right.value not in range(-3, 5):
                return None
            text = f"{left.at_least(ATOM, rng)}{gap}^{gap}{right.at_least(SIGN, rng)}"
            return Part(text, math.pow(left.value, right.value), POWER)
        case "*" | "/" as sign:
            if sign == "/" and abs(right.value) < 1e-6:
                return None
            value = left.value * right.value if sign == "*" else left.value / right.value
            text = f"{left.at_least(PRODUCT, rng)}{gap}{sign}{gap}{right.at_least(SIGN, rng)}"
            return Part(text, value, PRODUCT)
        case sign:
            value = left.value + right.value if sign == "+" else left.value - right.value
            text = f"{left.at_least(SUM, rng)}{gap}{sign}{gap}{right.at_least(PRODUCT, rng)}"
            return Part(text, value, SUM)


def _close(answer: Any, expected: float) -> bool:
    return type(answer) is float and math.isclose(answer, expected, rel_tol=1e-9, abs_tol=1e-9)


def _fails(candidate: Any, formula: str, cells: dict[str, Any]) -> None:
    with candidate.raises(ValueError):
        candidate.evaluate_cell(formula, cells)


def test_arithmetic(candidate: Any, rng: Random) -> None:
    """Nested formulas over numbers, cells and functions."""
    cells = {"A1": rng.randint(2, 9), "B12": -rng.randint(2, 9), "AZ340": rng.randint(1, 30) / 4}
    done = 0
    while done < 20:
        part = _part(rng, cells, rng.randint(1, 4))
        if len(part.text) <= 300:
            formula = rng.choice(["", "=", "= ", " "]) + part.text + rng.choice(["", " "])
            assert _close(candidate.evaluate_cell(formula, cells), part.value), formula
            done += 1


def test_grouping(candidate: Any, rng: Random) -> None:
    """Which operator goes first, and from which side."""
    a, b, c = rng.sample(range(4, 9), 3)
    cells = {"C4": -a, "D4": c}
    for formula, expected in [
        (f"{a}^2^3", a**8),
        (f"-{a}^2", -(a**2)),
        (f"(-{a})^2", a**2),
        ("C4^2", a**2),
        ("-C4^3", a**3),
        (f"{a}^-2", 1 / a**2),
        (f"2^-2^{b}", 2 ** -(2**b)),
        (f"--{a}", a),
        (f"{a}--{b}", a + b),
        (f"{a}*-{b}^2", -a * b**2),
        (f"{a}-{b}-{c}", a - b - c),
        (f"{a}/{b}/{c}", a / b / c),
        (f"{a}/{b}*{c}", a / b * c),
        (f"{a}-{b}+D4", a - b + c),
        (f"{a}+{b}*D4^2", a + b * c**2),
        (f"({a}+{b})*D4", (a + b) * c),
        ("0^0", 1),
        (f"0*{a}", 0),
        (f"{a}.{b}0{c}", float(f"{a}.{b}0{c}")),
    ]:
        assert _close(candidate.evaluate_cell(formula, cells), expected), formula


def test_ranges(candidate: Any, rng: Random) -> None:
    """Rectangles of a partly filled sheet, from any two corners."""
    for _ in range(6):
        left, top = rng.randint(0, 30), rng.choice([rng.randint(1, 12), rng.randint(9990, 9994)])
        width, height = rng.randint(1, 4), rng.randint(1, 4)
        grid = {
            (column, row): rng.randint(-99, 99) / 2
            for column in range(max(0, left - 1), left + width + 1)
            for row in range(max(1, top - 1), top + height + 1)
            if rng.random() < 0.8
        }
        grid |= {(left, top): -200.5, (left + width - 1, top + height - 1): 300.25}
        columns, rows = range(left, left + width), range(top, top + height)
        inside = [v for (column, row), v in grid.items() if column in columns and row in rows]
        corners = [(columns[0], columns[-1]), (rows[0], rows[-1])]
        (c1, c2), (r1, r2) = (rng.sample(pair, 2) for pair in corners)
        area = f"{COLUMNS[c1]}{r1}{rng.choice([':', ' : '])}{COLUMNS[c2]}{r2}"
        items = rng.sample(sorted(grid.items()), len(grid))
        cells = {f"{COLUMNS[c]}{r}": rng.choice([v, str(v)]) for (c, r), v in items}
        name, function = rng.choice(list(FUNCTIONS.items()))
        extra = rng.randint(-400, 400)
        for formula, expected in [
            (f"{name}({area})", function(inside)),
            (f"2*{name}({extra} - 1, {area})", 2 * function([extra - 1, *inside])),
            (f"{name}({area},{area})", function(inside + inside)),
            (f"-{name}(SUM({area}), MAX(0.5, {area}))", -function([sum(inside), 300.25])),
        ]:
            assert _close(candidate.evaluate_cell(formula, cells), expected), formula


def test_whole_sheet(candidate: Any, rng: Random) -> None:
    """Cells at the edges of the sheet."""
    edge = {"A1": rng.randint(1, 99), "ZZ9999": rng.randint(1, 99), "A9999": rng.randint(1, 99)}
    edge |= {"ZZ1": rng.randint(1, 99), "Z9999": rng.randint(100, 999), "AA1": rng.randint(-9, -1)}
    for formula, expected in [
        ("ZZ9999 - Z9999", edge["ZZ9999"] - edge["Z9999"]),
        ("SUM(ZZ9999:ZY9000)", edge["ZZ9999"]),
        ("MAX(Z9998:AB9999)", edge["Z9999"]),
        ("SUM(Z1:AA1)", edge["AA1"]),
        ("SUM(B2:AZ98)", 0),
    ]:
        assert _close(candidate.evaluate_cell(formula, edge), expected), formula


def test_cell_contents(candidate: Any, rng: Random) -> None:
    """Numbers as text, other text, and cells without content."""
    a, b = rng.randint(2, 99), rng.randint(2, 99) / 4
    word = "".join(rng.choices(ascii_lowercase, k=6))
    cells = {"B1": f"  -{a} ", "B2": f"{b}", "B3": word, "B4": f"{a} pcs", "B5": "", "B6": "nan"}
    cells |= {"B7": "inf", "B8": f"{a}{word}", "B9": " ", "C2": f"- {word}"}
    for formula, expected in [
        ("B1", -a),
        ("B1^2 + B2", a**2 + b),
        ("SUM(B1:B2)", b - a),
        ("SUM(D1:D9)", 0),
        (f"SUM(D1:D9, {a})", a),
        (f"MIN(D1:D9, {a})", a),
        (f"MAX(-{a}, D1:D9)", -a),
    ]:
        assert _close(candidate.evaluate_cell(formula, cells), expected), formula
    for name in ("B3", "B4", "B5", "B6", "B7", "B8", "B9", "C2", "D1"):
        _fails(candidate, f"1 + {name}", cells)
    for formula in ("B3", "D1", "SUM(B2:B3)", "MAX(B5:B6)", "MIN(D1:D9)", "MAX(D1:D9,E2:F7)"):
        _fails(candidate, formula, cells)
    _fails(candidate, "SUM(D1)", cells)


def test_malformed(candidate: Any, rng: Random) -> None:
    """Texts that are no formula."""
    a, b = rng.randint(1, 99), rng.randint(1, 99)
    cells = {"A1": a, "B2": b}
    for formula in [
        *("", "=", "()", f"=={a}", f"{a} +", f"* {a}", f"({a}", f"{a})", f"{a} {b}"),
        *(f"{a}A1", f"A1 {b}", "A1 B2", f"{a}({b})", f"{a},{b}", f"{a}..{b}", f"{a} $ {b}", "a1"),
        *(f"SUM {a}", "SUM", "SUM()", "MIN( )", f"SUM({a} {b})", f"SUM({a},,{b})", f"MAX(,{a})"),
        *(f"SUM({a}", f"AVG({a})", f"A1({a})", f"sum({a}", "total", "A01", "A0"),
        *("A1:B2", "1 + A1:B2", "SUM(A1:B2 + 1)", "SUM(2 / A1:B2)", "SUM(-A1:B2)", "SUM(A1:)"),
        *(f"SUM(A1:{a})", "SUM(:B2)", "SUM(A1:B2:C3)", "SUM(A1:A10000)", "SUM(A1:AAA1)"),
        *("SUM(A0:B2)", "SUM(A1:B2 C1)", "SUM(A1:B2)(1)", f"{a}^", f"^{a}", "-", "A1:"),
    ]:
        _fails(candidate, formula, cells)
    assert _close(candidate.evaluate_cell("SUM( A1:B2 )", cells), a + b)


def test_no_value(candidate: Any, rng: Random) -> None:
    """Arithmetic without a finite, real and moderate result."""
    a, b = rng.randint(2, 9), rng.randint(2, 9)
    cells = {"A1": a, "E5": 0, "E6": -a, "E8": "9" * 350, "E9": -(10**16)}
    for formula in [
        *(f"{a}/0", f"A1/({b}-{b})", f"{a}/E5", "0/0", f"0^-{a}", f"E6^({a}+0.5)", f"(-{a})^-0.5"),
        *(f"1{'0' * 15}+1", f"-1{'0' * 15}-{a}", f"{a}0^15", f"-{a}0^15", "9" * 320, "E9"),
        *(f"{a}00^200", "E8 - A1", f"{'9' * 200}*{'9' * 180}"),
        *("SUM(E9,E9)", "MIN(E9,E5)"),
    ]:
        _fails(candidate, formula, cells)
    for formula, expected in [
        (f"1{'0' * 15}-{a}", 10**15 - a),
        (f"{a}-1{'0' * 15}", a - 10**15),
        (f"1{'0' * 15}", 1e15),
        (f"-1{'0' * 15}", -1e15),
        (f"{a}0^12*{b}0^9/{a}0^20", (10 * a) ** 12 * (10 * b) ** 9 / (10 * a) ** 20),
        (f"MIN({a}0^20, {b})", b),
        ("SUM(E9, E6) / E9", (10**16 + a) / 10**16),
    ]:
        assert _close(candidate.evaluate_cell(formula, cells), expected), formula


def test_limits(candidate: Any, rng: Random) -> None:
    """Formulas as long and as deep as allowed, and one step more."""
    a = rng.randint(1, 9)
    ones = "1" + "+1" * 198  # 397 characters
    assert _close(candidate.evaluate_cell(f"={ones}+{a}", {}), 199 + a)
    _fails(candidate, f"={ones}+{a}0", {})
    _fails(candidate, f"{a}{' ' * 400}", {})
    for depth in (30, 31):
        functions = sorted(rng.sample(range(depth), 9))
        opening = "".join("MAX(" if at in functions else "(" for at in range(depth))
        formula = f"{opening}{a}{')' * depth}"
        if depth == 30:
            assert _close(candidate.evaluate_cell(f"{formula}+{formula}", {}), 2 * a)
        else:
            _fails(candidate, f"({a}) + {formula}", {})
