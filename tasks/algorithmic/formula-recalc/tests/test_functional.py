"""Do values and recalculated cells agree with a sheet that is made from scratch?"""

from random import Random
from typing import Any, NamedTuple

from codebench.sandbox.judge.values import exactly

CYCLE, DIVISION = "#CYCLE!", "#DIV/0!"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS = [a + b for a in ["", *LETTERS] for b in LETTERS]
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max}

Tree = Any
"""A formula: a number, a cell, or one of the following."""


class Range(NamedTuple):
    """All cells between two."""

    first: str
    second: str

    def cells(self) -> list[str]:
        """Their names."""
        letters = [cell.rstrip("0123456789") for cell in self]
        columns = sorted(COLUMNS.index(each) for each in letters)
        rows = sorted(int(cell[len(each) :]) for cell, each in zip(self, letters, strict=True))
        used = COLUMNS[columns[0] : columns[1] + 1]
        return [f"{column}{row}" for column in used for row in range(rows[0], rows[1] + 1)]


class Call(NamedTuple):
    """A function with arguments."""

    name: str
    arguments: list[Tree]


class Negative(NamedTuple):
    """A minus sign."""

    inner: Tree


class Binary(NamedTuple):
    """An operator between two parts."""

    sign: str
    left: Tree
    right: Tree


def references(tree: Tree) -> set[str]:
    """The cells that a formula names."""
    match tree:
        case int():
            return set()
        case str():
            return {tree}
        case Range():
            return set(tree.cells())
        case Call(_, arguments):
            return set().union(*map(references, arguments))
        case Negative(inner):
            return references(inner)
    return references(tree.left) | references(tree.right)


def result(tree: Tree, values: dict[str, int]) -> int:
    """The value of a formula over numbers."""
    match tree:
        case int():
            return tree
        case str():
            return values.get(tree, 0)
        case Negative(inner):
            return -result(inner, values)
        case Call(name, arguments):
            numbers: list[int] = []
            for each in arguments:
                if isinstance(each, Range):
                    numbers += [values[cell] for cell in each.cells() if cell in values]
                else:
                    numbers.append(result(each, values))
            return FUNCTIONS[name](numbers) if numbers else 0
    left, right = result(tree.left, values), result(tree.right, values)
    if tree.sign == "/":
        return left // right
    return {"+": left + right, "-": left - right, "*": left * right}[tree.sign]


def rank(tree: Tree) -> int:
    """How tight the outermost operator of a formula binds."""
    return {"+": 1, "-": 1, "*": 2, "/": 2}[tree.sign] if isinstance(tree, Binary) else 3


def written(tree: Tree, rng: Random) -> str:
    """A formula without its equals sign, with parentheses where they matter and some others."""

    def part(inner: Tree, least: int) -> str:
        text = written(inner, rng)
        needed = rank(inner) < least or rng.random() < 0.05
        return f"({gap()}{text}{gap()})" if needed else text

    def gap() -> str:
        return " " * rng.choice([0, 0, 0, 0, 0, 1, 2])

    match tree:
        case int() | str():
            return str(tree)
        case Range(first, second):
            return f"{first}{gap()}:{gap()}{second}"
        case Negative(inner):
            return f"-{gap()}{part(inner, 3)}"
        case Call(name, arguments):
            inner = f"{gap()},{gap()}".join(written(each, rng) for each in arguments)
            return f"{name}{gap()}({gap()}{inner}{gap()})"
    least = rank(tree)
    return f"{part(tree.left, least)}{gap()}{tree.sign}{gap()}{part(tree.right, least + 1)}"


def formula(tree: Tree, rng: Random) -> str:
    """The text of a formula."""
    return "=" + " " * rng.randint(0, 1) + written(tree, rng) + " " * rng.randint(0, 1)


class Model:
    """A sheet that calculates everything from scratch."""

    def __init__(self) -> None:
        """Start empty."""
        self.contents: dict[str, Tree] = {}
        self.formulas: dict[str, set[str]] = {}
        self.values: dict[str, Any] = {}

    def change(self, trees: dict[str, Tree], numbers: dict[str, int | None]) -> set[str]:
        """Put in formulas and numbers, and give the cells that are recalculated."""
        before = self.values
        for cell, content in (trees | numbers).items():
            self.contents.pop(cell, None)
            self.formulas.pop(cell, None)
            if content is not None:
                self.contents[cell] = content
            if cell in trees:
                self.formulas[cell] = references(content)
        self.values = self.calculated()
        cells = before.keys() | self.values.keys()
        changed = {cell for cell in cells if before.get(cell) != self.values.get(cell)}
        return {cell for cell, used in self.formulas.items() if cell in trees or used & changed}

    def calculated(self) -> dict[str, Any]:
        """All values: whatever can be calculated in some order, then the circles."""
        waiting = set(self.formulas)
        values = {cell: number for cell, number in self.contents.items() if cell not in waiting}
        progress = True
        while progress:
            ready = [cell for cell in waiting if not self.formulas[cell] & waiting]
            for cell in ready:
                values[cell] = self.value(cell, values)
            waiting.difference_update(ready)
            progress = bool(ready)
        return values | dict.fromkeys(waiting, CYCLE)

    def value(self, cell: str, values: dict[str, Any]) -> Any:
        """The value of one formula."""
        if any(values.get(used) == DIVISION for used in self.formulas[cell]):
            return DIVISION
        try:
            return result(self.contents[cell], values)
        except ZeroDivisionError:
            return DIVISION

    def check(self, listed: Any, expected: set[str]) -> None:
        """Are these cells listed, and in an order that is possible?"""
        assert sorted(listed) == exactly(sorted(expected))
        places = {cell: place for place, cell in enumerate(listed)}
        for cell, place in places.items():
            for used in self.formulas[cell]:
                circle = self.values[cell] == self.values.get(used) == CYCLE
                assert circle or places.get(used, -1) < place


class Pair:
    """The sheet of the submission, and the model beside it."""

    def __init__(self, candidate: Any, rng: Random, cells: list[str]) -> None:
        """Start empty."""
        self.sheet = candidate.Sheet()
        self.model = Model()
        self.rng = rng
        self.cells = cells

    def contents(self, trees: dict[str, Tree], numbers: dict[str, int | None]) -> dict[str, Any]:
        """A change in any order."""
        contents = {cell: formula(tree, self.rng) for cell, tree in trees.items()} | numbers
        return {cell: contents[cell] for cell in self.rng.sample(sorted(contents), len(contents))}

    def change(self, trees: dict[str, Tree], numbers: dict[str, int | None]) -> None:
        """Make a change, and compare everything."""
        contents = self.contents(trees, numbers)
        if len(contents) == 1 and self.rng.random() < 0.7:
            listed = self.sheet.set(*next(iter(contents.items())))
        else:
            listed = self.sheet.set_many(contents)
        self.model.check(listed, self.model.change(trees, numbers))
        self.compare()

    def compare(self) -> None:
        """Compare all values."""
        expected = [self.model.values.get(cell) for cell in self.cells]
        assert self.sheet.get_many(self.cells) == exactly(expected)


def random_cells(rng: Random, count: int) -> list[str]:
    """Cells of a small part of a sheet, so that ranges hold some of them."""
    column, row = rng.choice([0, 23, 24, 50, 77]), rng.choice([1, 8, 97, 9_990])
    block = [f"{COLUMNS[column + x]}{row + y}" for x in range(4) for y in range(4)]
    return rng.sample(block, count)


def random_tree(rng: Random, cells: list[str], depth: int) -> Tree:
    """Some formula."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([rng.randint(0, 12), rng.choice(cells), rng.choice(cells)])
    kind = rng.random()
    if kind < 0.12:
        return Negative(random_tree(rng, cells, depth - 1))
    if kind < 0.35:
        arguments = [
            Range(*rng.choices(cells, k=2))
            if rng.random() < 0.5
            else random_tree(rng, cells, depth - 1)
            for _ in range(rng.choice([1, 1, 2, 3]))
        ]
        return Call(rng.choice(sorted(FUNCTIONS)), arguments)
    left, right = (random_tree(rng, cells, depth - 1) for _ in "ab")
    return Binary(rng.choice("+-*/"), left, right)


def random_numbers(rng: Random, cells: list[str]) -> dict[str, int | None]:
    """Numbers for some cells, none for others."""
    return {cell: rng.choice([None, 0, 1, -1, rng.randint(-30, 30)]) for cell in cells}


def test_formulas(candidate: Any, rng: Random) -> None:
    """Formulas of all forms give the right numbers."""
    for _ in range(6):
        cells = random_cells(rng, 16)
        results = [f"{rng.choice('PQ')}{row}" for row in range(20)[1:]]
        pair = Pair(candidate, rng, cells + results)
        pair.change({}, random_numbers(rng, cells[:10]))
        trees = {cell: random_tree(rng, cells, rng.randint(1, 3)) for cell in results}
        pair.change(
            {cell: tree for cell, tree in trees.items() if len(written(tree, rng)) < 120}, {}
        )
        pair.change({}, random_numbers(rng, cells[6:12]))


def test_operators(candidate: Any, rng: Random) -> None:
    """Operators bind and round as they should."""
    for _ in range(20):
        a, b, c = (rng.randint(2, 60) for _ in range(3))
        texts = {
            f"={a}-{b}-{c}": a - b - c,
            f"={a} - {b} * {c} + {a}": a - b * c + a,
            f"={a * b}/{c}/{b}": a * b // c // b,
            f"={a}*{b}/{c}*{a}": a * b // c * a,
            f"=-{a}/{b}": -a // b,
            f"= - ({a}/{b})": -(a // b),
            f"={a}/-{b}": a // -b,
            f"=-{a}/-{b} -- {c}": -a // -b + c,
            f"=({a}+{b})*-({c}-{a})": (a + b) * -(c - a),
            f"=SUM({a}-{b},(MIN({b},{c})))": a - b + min(b, c),
            f"=00{a}*{a}{b:03}": a * int(f"{a}{b:03}"),
        }
        cells = [f"{rng.choice(COLUMNS)}{row}" for row in rng.sample(range(1, 99_999), len(texts))]
        sheet = candidate.Sheet()
        assert sorted(sheet.set_many(dict(zip(cells, texts, strict=True)))) == exactly(
            sorted(cells)
        )
        assert sheet.get_many(cells) == exactly(list(texts.values()))


def test_large_numbers(candidate: Any, rng: Random) -> None:
    """Numbers of many digits stay exact."""
    sheet = candidate.Sheet()
    a, b = rng.randrange(10**45, 10**46), rng.randrange(10**30, 10**31)
    sheet.set_many({"A1": -a, "A2": b, "B1": "=A1*A2 + 1", "B2": "=A1/A2", "B3": f"={a}-A2"})
    expected = [-a, b, -a * b + 1, -a // b, a - b]
    assert sheet.get_many(["A1", "A2", "B1", "B2", "B3"]) == exactly(expected)
    assert sheet.get("ZZ99999") is None


def test_ranges(candidate: Any, rng: Random) -> None:
    """Ranges hold what is between their corners, and empty cells count in their own way."""
    for left, right in (
        ("A", "C"),
        ("Y", "AB"),
        ("AZ", "BA"),
        ("ZY", "ZZ"),
        ("Z", "Z"),
        ("A", "AC"),
    ):
        top = rng.choice([2, 9, 98, 99_980])
        bottom = top + rng.randint(0, 9)
        inside = Range(f"{left}{top}", f"{right}{bottom}").cells()
        start, end = COLUMNS.index(left), COLUMNS.index(right)
        outer = COLUMNS[max(0, start - 1)], COLUMNS[min(len(COLUMNS) - 1, end + 1)]
        around = set(Range(f"{outer[0]}{top - 1}", f"{outer[1]}{bottom + 1}").cells())
        numbers: dict[str, int | None] = dict.fromkeys(around.difference(inside), 1000)
        numbers |= {cell: rng.randint(5, 99) for cell in rng.sample(inside, (len(inside) + 1) // 2)}
        corners = [(left, top, right, bottom), (right, top, left, bottom)]
        ranges = [Range(f"{a}{b}", f"{c}{d}") for a, b, c, d in corners]
        ranges += [Range(second, first) for first, second in ranges]
        trees: dict[str, Tree] = {}
        for each in ranges:
            for name in FUNCTIONS:
                trees[f"K{50_000 + len(trees)}"] = Call(name, [each])
        pair = Pair(candidate, rng, [*trees])
        pair.change(trees, numbers)
        pair.change({}, dict.fromkeys(rng.sample(inside, len(inside) // 2), -7))
        pair.change({}, dict.fromkeys(inside))


def test_empty_cells(candidate: Any, rng: Random) -> None:
    """Empty cells are nothing in a range and zero elsewhere."""
    a, b, c, *results = random_cells(rng, 12)
    number = rng.randint(3, 99)
    for sign in (1, -1):
        trees = [Call(name, [Range(a, a), number * sign]) for name in FUNCTIONS]
        trees += [Call(name, [a, number * sign]) for name in FUNCTIONS]
        trees += [Call(name, [Range(a, a)]) for name in FUNCTIONS]
        used = dict(zip(results, trees, strict=True))
        pair = Pair(candidate, rng, [a, b, c, *results])
        pair.change(used, {})
        pair.change({}, {a: 0})
        pair.change({}, {a: -number})
        pair.change({}, {a: None, b: 1})
        pair.change({results[0]: Binary("-", a, c)}, {a: 2 * number})


def test_errors(candidate: Any, rng: Random) -> None:
    """Division by zero goes on to what refers to it, and circles come before."""
    for _ in range(5):
        a, b, c, d, e, f, g, h = random_cells(rng, 8)
        pair = Pair(candidate, rng, [a, b, c, d, e, f, g, h])
        trees = {b: Binary("/", rng.randint(0, 9), a), c: Call("MAX", [3, Range(b, b)])}
        trees |= {
            d: Binary("*", 0, c),
            e: Binary("+", f, b),
            f: Binary("-", e, 1),
            g: Call("MIN", [d, e]),
        }
        pair.change(trees | {h: Binary("+", Binary("/", 1, 0), g)}, {})
        pair.change({}, {a: rng.choice([1, 2, -3])})
        pair.change({f: Binary("/", d, Binary("-", a, a))}, {})
        pair.change({}, {a: None})
        pair.change({f: Binary("/", g, 0)}, {a: 4})
        both = Binary("+", Binary("/", b, c), g)
        pair.change({d: Binary("/", b, 0), g: Call("MAX", [g, a]), h: both}, {})
        for number in (0, 5, None):
            pair.change({}, {b: number, c: number})
        pair.change({b: Binary("/", 3, c)}, {})
        pair.change({}, {c: 1})
        pair.change({}, {c: 0})
        pair.change({}, {f: 5})


def test_unchanged_values(candidate: Any, rng: Random) -> None:
    """What refers only to values that stay as they were is left alone."""
    for _ in range(5):
        a, b, c, d, e, f = random_cells(rng, 6)
        pair = Pair(candidate, rng, [a, b, c, d, e, f])
        trees = {
            b: Call("MAX", [a, 10]),
            c: Binary("+", b, 1),
            d: Binary("-", Binary("*", a, 0), c),
        }
        pair.change(trees | {e: Binary("+", d, b), f: Call("SUM", [a, e])}, {a: 12})
        for number in (12, 3, 3, 7, 10, 11, None, 0, None, None, 5):
            pair.change({}, {a: number})
        pair.change({b: 10}, {a: 2})
        pair.change({b: Binary("+", 10, 0)}, {})
        pair.change({}, {b: 10})
        pair.change({a: Binary("-", b, 8), b: 10}, {})
        pair.change({}, {f: None, a: 2})


def test_circles(candidate: Any, rng: Random) -> None:
    """Circles come and go."""
    for _ in range(8):
        a, b, c, d, e, f = random_cells(rng, 6)
        pair = Pair(candidate, rng, [a, b, c, d, e, f])
        pair.change({a: Binary("+", b, 1), b: Call("SUM", [c, e]), d: Binary("*", a, 2)}, {c: 1})
        pair.change({c: Binary("-", a, 1)}, {})
        pair.change({}, {e: 6})
        pair.change({f: Binary("+", d, e)}, {})
        pair.change({e: Negative(e)}, {})
        pair.change({}, {c: 3})
        pair.change({e: Call("MAX", [Range(e, e)])}, {})
        pair.change({}, {e: None})
        pair.change({c: Binary("*", 0, d), f: f}, {})
        pair.change({d: 8, f: Binary("+", a, c)}, {})
        pair.change({a: f, e: a}, {f: None})
        pair.change({f: e, b: Binary("/", 1, f)}, {c: 0})
        pair.change({}, {a: 1, b: 2, f: 3})


def test_random_changes(candidate: Any, rng: Random) -> None:
    """Long histories of changes agree with a sheet that is made from scratch each time."""
    for count, depth in ((4, 1), (6, 1), (7, 2), (12, 1), (16, 2)):
        cells = random_cells(rng, count)
        pair = Pair(candidate, rng, cells)
        for _ in range(30):
            chosen = rng.sample(cells, rng.choice([1, 1, 1, 2, 3]))
            cut = rng.randint(0, len(chosen))
            trees = {cell: random_tree(rng, cells, depth) for cell in chosen[:cut]}
            pair.change(trees, random_numbers(rng, chosen[cut:]))


def test_replay(candidate: Any, rng: Random) -> None:
    """A replay makes one change after the other."""
    cells = random_cells(rng, 6)
    pair = Pair(candidate, rng, cells)
    pair.change({cell: random_tree(rng, cells, 1) for cell in cells[:3]}, {cells[4]: 5})
    changes, expected = [], []
    other = Model()
    other.change(pair.model.contents, {})
    for _ in range(25):
        cell = rng.choice(cells)
        tree = rng.choice([None, rng.randint(-9, 9), Binary("+", rng.choice(cells), 1)])
        content = formula(tree, rng) if isinstance(tree, Binary) else tree
        changes.append((cell, content))
        expected.append(({cell: tree}, {}) if isinstance(tree, Binary) else ({}, {cell: tree}))
    for listed, change in zip(pair.sheet.replay(changes), expected, strict=True):
        pair.model.check(listed, pair.model.change(*change))
    pair.compare()
    assert pair.sheet.replay([]) == exactly([])
    assert pair.sheet.set_many({}) == exactly([])


def bad_contents(rng: Random) -> list[Any]:
    """What a cell cannot hold."""
    n, m = rng.randint(1, 99), rng.randint(1, 99)
    texts = [
        "",
        "=",
        "= ",
        f"{n}",
        "text",
        "=+",
        "=-",
        f"=+{n}",
        f"={n}+",
        f"={n}+*{m}",
        f"={n} {m}",
    ]
    texts += [
        f"=({n}",
        f"={n})",
        "=()",
        f"=({n},{m})",
        f"=A{n}:B{m}",
        f"=A{n}:B{m}+1",
        f"={n}A",
        "=A",
    ]
    texts += [
        f"=A0{n}",
        "=A0",
        f"=AAA{n}",
        f"=a{n}",
        f"=A {n}",
        "=A100000",
        f"=A{n}B{m}",
        f"=$A{n}",
    ]
    texts += [
        "=SUM()",
        "=SUM",
        f"=SUM {n}",
        f"=SUM({n}",
        f"=SUM({n},)",
        f"=SUM(,{n})",
        f"=SUM({n} {m})",
    ]
    texts += [
        f"=SUM(A{n}:)",
        f"=SUM(:A{n})",
        f"=SUM(A{n}:B{m}:C1)",
        f"=SUM(A{n}:{m})",
        f"=SUM(1+A1:B{n})",
    ]
    texts += [
        f"=SUM((A1:B{n}))",
        f"=SUM(-A1:B{n})",
        f"=MAX(A1:B{n}*2)",
        f"=AVG({n})",
        f"=sum({n})",
        "=B",
    ]
    texts += [
        f"=SU M({n})",
        f"=MIN({n};{m})",
        f"={n}.{m}",
        f"={n}e2",
        f"={n}_{m}",
        f"={n}**2",
        f"={n}//2",
    ]
    texts += [
        f"={n}%2",
        f"={n}^2",
        f"=0x{n}",
        f"=={n}",
        f"=A1={n}",
        f"=A1<{n}",
        f"={n}\n",
        f"=\t{n}",
    ]
    texts += [
        f"=\u0664+{n}",
        f"=A\u0661",
        f"={n}\u00b2",
        f"=A{n}\n+1",
        "=#DIV/0!",
        f"={n}#",
        "=''",
        "=[A1]",
    ]
    texts += [
        f"=SUM{n}",
        f"=MAX(A{n},B{m}:A)",
        f"=MIN*{n}",
        f"={n}(A1)",
        f"=A1({n})",
        f"=(SUM)({n})",
    ]
    texts += [
        f"=SUM(*A{n})",
        f"=(A1:A{n})",
        f"=-A1:A{n}",
        "=1" + "+1" * 99 + " ",
        "=" + " " * 199 + "1",
    ]
    return [*texts, 1.0, float(n), True, False, b"=1", [n], (n,)]


BAD_CELLS = [
    "",
    "A",
    "7",
    "A0",
    "A01",
    "a1",
    "AAA1",
    "A100000",
    "A1 ",
    " A1",
    "A-1",
    "A1:A1",
    "A1\n",
    "1A",
]


def test_bad_contents(candidate: Any, rng: Random) -> None:
    """Malformed contents change nothing."""
    pair = Pair(candidate, rng, ["A1", "A2", "A3", "B1"])
    pair.change({"A2": Binary("+", "A1", 1)}, {"A1": 3})
    contents = bad_contents(rng)
    for content in rng.sample(contents, len(contents)):
        cell = rng.choice(["A1", "A2", "A3"])
        with candidate.raises(ValueError):
            pair.sheet.set(cell, content)
        if rng.random() < 0.3:
            change = {"B1": 5, "A1": rng.randint(50, 99), "A2": "=A3+1", "A3": None} | {
                cell: content
            }
            with candidate.raises(ValueError):
                pair.sheet.set_many({each: change[each] for each in rng.sample(sorted(change), 4)})
    pair.compare()
    pair.change({}, {"A1": 4})
    for text in (
        "=1" + "+1" * 99,
        "=" + " " * 198 + "1",
        "=" + "(" * 99 + "1" + ")" * 99,
        "=" + "-" * 198 + "1",
    ):
        assert pair.sheet.set("B1", text) == exactly(["B1"])
        assert pair.sheet.get("B1") == exactly(100 if "+" in text else 1)


def test_bad_cells(candidate: Any, rng: Random) -> None:
    """Malformed names of cells are refused everywhere."""
    pair = Pair(candidate, rng, ["A1", "A2", "A3", "ZZ99999"])
    pair.change({"A2": Binary("+", "A1", 1)}, {"A1": 3})
    for cell in [*BAD_CELLS, f"\u0391{rng.randint(1, 9)}", "A\u0661", "A\u00b2", "\uff211"]:
        for content in (rng.randint(1, 9), "=A1", None):
            with candidate.raises(ValueError):
                pair.sheet.set(cell, content)
        with candidate.raises(ValueError):
            pair.sheet.set_many({"A3": 1, cell: 2, "A1": 9})
        with candidate.raises(ValueError):
            pair.sheet.get(cell)
        with candidate.raises(ValueError):
            pair.sheet.get_many(["A1", cell])
    pair.change({}, {"A1": 4})
    for bad in (("A1", "=A1+"), ("A01", 2)):
        number = rng.randint(5, 99)
        pair.model.change({}, {"A1": number, "ZZ99999": 1})
        with candidate.raises(ValueError):
            pair.sheet.replay([("A1", number), ("ZZ99999", 1), bad, ("A1", 7), ("A3", 1)])
        pair.compare()


def places(rng: Random, count: int) -> list[str]:
    """Cells from anywhere, in no order."""
    return [f"{COLUMNS[each // 300]}{each % 300 + 1}" for each in rng.sample(range(200_000), count)]


def build(candidate: Any, rng: Random, contents: dict[str, Any]) -> Any:
    """A sheet with many formulas."""
    sheet = candidate.Sheet()
    cells = rng.sample(sorted(contents), len(contents))
    with candidate.deadline(2.0):
        listed = sheet.set_many({cell: contents[cell] for cell in cells})
    assert len(listed) == sum(isinstance(content, str) for content in contents.values())
    return sheet


def test_long_chain(candidate: Any, rng: Random) -> None:
    """A change runs down a long chain in time, and a chain that is closed is a circle."""
    head, *chain = places(rng, 10_001)
    steps = {cell: f"={before}+1" for before, cell in zip([head, *chain], chain, strict=False)}
    sheet = build(candidate, rng, {head: 5} | steps)
    with candidate.deadline(2.0):
        assert sheet.set(head, 70) == exactly(chain)
    assert sheet.get_many([chain[0], chain[5000], chain[-1]]) == exactly([71, 5071, 10_070])
    with candidate.deadline(2.0):
        assert sorted(sheet.set(head, f"={chain[-1]}")) == exactly(sorted([head, *chain]))
    assert sheet.get_many([head, chain[4000], chain[-1]]) == exactly([CYCLE] * 3)
    with candidate.deadline(2.0):
        assert sheet.set(chain[99], 1) == exactly(
            [chain[place] for place in range(100, 10_000)] + [head] + chain[:99]
        )
    assert sheet.get_many([head, chain[0], chain[-1]]) == exactly([9901, 9902, 9901])


def test_many_ways(candidate: Any, rng: Random) -> None:
    """A change reaches cells in many ways, and each is recalculated once."""
    head, *cells = places(rng, 3001)
    contents: dict[str, Any] = {head: 1, cells[0]: f"={head}", cells[1]: f"={head} + 1"}
    for place in range(2, len(cells), 2):
        left, right = cells[place - 2 : place]
        contents[cells[place]] = f"=MIN({left}, {right})"
        contents[cells[place + 1]] = f"={right}*2-MAX({left}, {right})"
    sheet = build(candidate, rng, contents)
    with candidate.deadline(2.0):
        listed = sheet.set(head, 40)
    assert sorted(listed) == exactly(sorted(cells))
    order = {cell: place for place, cell in enumerate(listed)}
    for place in range(2, len(cells), 2):
        assert max(order[cell] for cell in cells[place - 2 : place]) < min(
            order[cell] for cell in cells[place : place + 2]
        )
    assert sheet.get_many(cells[-2:]) == exactly([40, 41])


def test_many_users(candidate: Any, rng: Random) -> None:
    """Many cells refer to one, and one to many."""
    head, total, *cells = places(rng, 3002)
    columns = rng.sample(COLUMNS[680:], 3)
    rows = {f"{column}{row}": f"={head}-{row}" for column in columns for row in range(1, 501)}
    sums = {
        f"Z{40_000 + place}": f"=SUM({columns[place % 3]}500:{columns[place % 3]}{place + 1})"
        for place in range(100)
    }
    sheet = build(candidate, rng, {cell: f"=-{head}" for cell in cells} | rows | sums | {head: 0})
    with candidate.deadline(2.0):
        listed = sheet.set(head, 3)
    assert sorted(listed) == exactly(sorted([*cells, *rows, *sums]))
    assert sheet.get_many([cells[0], cells[-1], "Z40000"]) == exactly([-3, -3, 1500 - 250 * 501])


def test_small_changes(candidate: Any, rng: Random) -> None:
    """Small changes in a large sheet are made in time."""
    chain = places(rng, 6000)
    steps = {cell: f"={before}+1" for before, cell in zip(chain, chain[1:], strict=False)}
    sheet = build(candidate, rng, {chain[0]: 0} | steps)
    changes: list[tuple[str, Any]] = []
    expected = []
    for number in range(1, 501):
        place = rng.randint(5992, 5997)
        changes += [(chain[place], number * 20_000), (chain[place], f"={chain[place - 1]}+1")]
        expected += [chain[place + 1 :], chain[place:]]
    with candidate.deadline(2.0):
        assert sheet.replay(changes) == exactly(expected)
    assert sheet.get_many([chain[-1], chain[100]]) == exactly([5999, 100])
