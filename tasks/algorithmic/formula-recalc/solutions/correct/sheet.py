"""A sheet of formulas that recalculates no more than it has to."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator

Content = int | str | None
Value = int | str | None
Node = Callable[[dict[str, int]], int]

CYCLE = "#CYCLE!"
DIVISION = "#DIV/0!"

_CELL = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,4})")
_TOKEN = re.compile(r" *([A-Z]+[0-9]*|[0-9]+|[-+*/(),:])")
_FUNCTIONS: dict[str, Callable[[list[int]], int]] = {"SUM": sum, "MIN": min, "MAX": max}


class Sheet:
    """Cells by name."""

    def __init__(self) -> None:
        """Start empty."""
        self._values: dict[str, int | str] = {}
        self._formulas: dict[str, _Formula] = {}
        self._dependents: dict[str, set[str]] = {}

    def get(self, cell: str) -> Value:
        """The value of a cell."""
        return self._values.get(_checked(cell))

    def get_many(self, cells: list[str]) -> list[Value]:
        """The values of some cells."""
        return [self.get(cell) for cell in cells]

    def set(self, cell: str, content: Content) -> list[str]:
        """Change a cell and tell which cells were recalculated."""
        return self.set_many({cell: content})

    def replay(self, changes: list[tuple[str, Content]]) -> list[list[str]]:
        """Make one change after the other."""
        return [self.set(cell, content) for cell, content in changes]

    def set_many(self, contents: dict[str, Content]) -> list[str]:
        """Change some cells at once and tell which cells were recalculated."""
        new = {_checked(cell): _parsed(content) for cell, content in contents.items()}
        changed = set()
        for cell, content in new.items():
            before = self._values.get(cell)
            self._replace_formula(cell, content if isinstance(content, _Formula) else None)
            if isinstance(content, int):
                self._values[cell] = content
            elif content is None:
                self._values.pop(cell, None)
            if cell not in self._formulas and self._values.get(cell) != before:
                changed.add(cell)

        order, stuck = self._order(new)
        recalculated = []
        for cell in order:
            formula = self._formulas[cell]
            if cell in new or not changed.isdisjoint(formula.cells):
                recalculated.append(cell)
                self._update(cell, self._calculated(formula), changed)
        for cell in stuck:
            self._update(cell, CYCLE, changed)
        for cell in stuck:
            if cell in new or not changed.isdisjoint(self._formulas[cell].cells):
                recalculated.append(cell)
        return recalculated

    def _update(self, cell: str, value: int | str, changed: "set[str]") -> None:
        if value != self._values.get(cell):
            self._values[cell] = value
            changed.add(cell)

    def _replace_formula(self, cell: str, formula: "_Formula | None") -> None:
        before = self._formulas.pop(cell, None)
        for other in before.cells if before else ():
            self._dependents[other].remove(cell)
        if formula:
            self._formulas[cell] = formula
            for other in formula.cells:
                self._dependents.setdefault(other, set()).add(cell)

    def _order(self, start: Iterable[str]) -> tuple[list[str], dict[str, int]]:
        """The formulas that depend on the start, and on a circle that depends on it, in order."""
        waiting_for: dict[str, int] = {}
        todo = [cell for cell in start if cell in self._formulas]
        todo += [user for cell in start for user in self._dependents.get(cell, ())]
        while todo:
            cell = todo.pop()
            if cell not in waiting_for:
                waiting_for[cell] = 0
                todo += self._dependents.get(cell, ())
        for cell in waiting_for:
            for user in self._dependents.get(cell, ()):
                waiting_for[user] += 1
        ready = deque(cell for cell, count in waiting_for.items() if count == 0)
        order = []
        while ready:
            cell = ready.popleft()
            order.append(cell)
            del waiting_for[cell]
            for user in self._dependents.get(cell, ()):
                waiting_for[user] -= 1
                if waiting_for[user] == 0:
                    ready.append(user)
        return order, waiting_for

    def _calculated(self, formula: "_Formula") -> int | str:
        values = {}
        for cell in formula.cells:
            if cell in self._values:
                values[cell] = self._values[cell]
        found = [value for value in values.values() if isinstance(value, str)]
        if found:
            return min(found)  # CYCLE is before DIVISION
        try:
            return formula.result(values)
        except ZeroDivisionError:
            return DIVISION


def _checked(cell: str) -> str:
    if not isinstance(cell, str) or not _CELL.fullmatch(cell):
        raise ValueError(f"not a cell: {cell!r}")
    return cell


def _parsed(content: Content) -> "int | _Formula | None":
    if content is None or type(content) is int:
        return content
    if not isinstance(content, str) or len(content) > 200:
        raise ValueError(f"not a content: {content!r}")
    return _Formula(content)


class _Formula:
    """A parsed formula: all cells it refers to, and a function that calculates it from them."""

    def __init__(self, text: str) -> None:
        self.cells: dict[str, None] = {}
        self._tokens = deque(_tokens(text))
        self._take("=")
        self.result = self._sum()
        self._take("")

    def _take(self, *expected: str) -> str:
        if self._tokens[0] not in expected:
            raise ValueError(f"unexpected {self._tokens[0]!r} in a formula")
        return self._tokens.popleft()

    def _sum(self) -> Node:
        left = self._product()
        while self._tokens[0] in ("+", "-"):
            left = _combined(self._tokens.popleft(), left, self._product())
        return left

    def _product(self) -> Node:
        left = self._factor()
        while self._tokens[0] in ("*", "/"):
            left = _combined(self._tokens.popleft(), left, self._factor())
        return left

    def _factor(self) -> Node:
        token = self._tokens.popleft()
        if token.isdigit():
            number = int(token)
            return lambda _: number
        if token == "-":
            negated = self._factor()
            return lambda values: -negated(values)
        if token == "(":
            inner = self._sum()
            self._take(")")
            return inner
        if token in _FUNCTIONS:
            return self._function(_FUNCTIONS[token])
        self.cells[_checked(token)] = None
        return lambda values: values.get(token, 0)

    def _function(self, function: Callable[[list[int]], int]) -> Node:
        arguments = []
        self._take("(")
        separator = ","
        while separator == ",":
            arguments.append(self._argument())
            separator = self._take(",", ")")

        def result(values: dict[str, int]) -> int:
            numbers = [number for argument in arguments for number in argument(values)]
            return function(numbers) if numbers else 0

        return result

    def _argument(self) -> Callable[[dict[str, int]], Iterator[int]]:
        first = self._tokens.popleft()
        if self._tokens and self._tokens[0] == ":":
            self._tokens.popleft()
            cells = list(_rectangle(first, self._tokens.popleft()))
            self.cells.update(dict.fromkeys(cells))
            return lambda values: (values[cell] for cell in cells if cell in values)
        self._tokens.appendleft(first)
        single = self._sum()
        return lambda values: iter([single(values)])


def _tokens(text: str) -> Iterator[str]:
    """The parts of a formula, and an empty one as its end."""
    if not text.startswith("="):
        raise ValueError("a text that is not a formula")
    yield "="
    place = 1
    text = text.rstrip(" ")
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"cannot read {text[place:]!r}")
        yield match[1]
        place = match.end()
    yield ""


def _combined(sign: str, left: Node, right: Node) -> Node:
    match sign:
        case "+":
            return lambda values: left(values) + right(values)
        case "-":
            return lambda values: left(values) - right(values)
        case "*":
            return lambda values: left(values) * right(values)
    return lambda values: left(values) // right(values)


def _rectangle(first: str, second: str) -> Iterator[str]:
    """All cells between two corners."""
    (left, top), (right, bottom) = _place(first), _place(second)
    for column in range(min(left, right), max(left, right) + 1):
        letters = chr(64 + (column - 1) // 26) if column > 26 else ""
        letters += chr(65 + (column - 1) % 26)
        for row in range(min(top, bottom), max(top, bottom) + 1):
            yield f"{letters}{row}"


def _place(cell: str) -> tuple[int, int]:
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ValueError(f"not a cell: {cell!r}")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return column, int(match[2])
