"""A sheet of formulas. A change runs through the components of what depends on it.

Python's parser takes the formulas apart, once their operands are replaced by placeholders. Tarjan's
algorithm takes the cells that a change may reach apart into circles and single cells, and yields
them in an order in which each comes after what it refers to.
"""

import ast
import re

CYCLE, ZERO_DIVISION = "#CYCLE!", "#DIV/0!"
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max}
RANGE_AFTER = {"SUM(", "MIN(", "MAX(", ","}
CELL = "[A-Z]{1,2}[1-9][0-9]{0,4}(?![0-9])"
TOKEN = re.compile(
    rf" *(?:(?P<range>{CELL} *: *{CELL})|(?P<cell>{CELL})|(?P<number>[0-9]+)"
    r"|(?P<function>SUM|MIN|MAX) *\(|(?P<sign>[-+*/(),]))"
)


class Sheet:
    """Contents, values, and who refers to whom."""

    def __init__(self):
        self.values = {}
        self.trees = {}
        self.refers_to = {}
        self.referred_by = {}

    def get(self, cell):
        """Value of a cell."""
        check_name(cell)
        return self.values.get(cell)

    def get_many(self, cells):
        """Values of cells."""
        return list(map(self.get, cells))

    def set(self, cell, content):
        """Change one cell."""
        return self.set_many({cell: content})

    def replay(self, changes):
        """Change one cell after the other."""
        return [self.set(*change) for change in changes]

    def set_many(self, contents):
        """Change cells, and give the recalculated ones."""
        compiled = {}
        for cell, content in contents.items():
            check_name(cell)
            if isinstance(content, str) and len(content) <= 200:
                compiled[cell] = compile_formula(content)
            elif content is not None and type(content) is not int:
                raise ValueError("neither a number nor a formula")

        before = {}
        for cell, content in contents.items():
            for other in self.refers_to.pop(cell, ()):
                self.referred_by[other].discard(cell)
            self.trees.pop(cell, None)
            before[cell] = self.values.get(cell)
            if cell in compiled:
                self.trees[cell], self.refers_to[cell] = compiled[cell]
                for other in self.refers_to[cell]:
                    self.referred_by.setdefault(other, set()).add(cell)
            elif content is None:
                self.values.pop(cell, None)
            else:
                self.values[cell] = content
        changed = {
            cell
            for cell in contents
            if cell not in compiled and self.values.get(cell) != before[cell]
        }

        result = []
        for component in self.components(self.reach(contents)):
            circle = len(component) > 1 or component[0] in self.refers_to[component[0]]
            if circle:
                changed.update(cell for cell in component if self.values.get(cell) != CYCLE)
                self.values.update(dict.fromkeys(component, CYCLE))
            for cell in component:
                if cell in compiled or not changed.isdisjoint(self.refers_to[cell]):
                    result.append(cell)
                    value = self.calculate(cell)
                    if value != self.values.get(cell):
                        self.values[cell] = value
                        changed.add(cell)
        return result

    def reach(self, cells):
        """The formulas that depend on these cells, and those of the cells themselves."""
        found = set()
        stack = list(cells)
        while stack:
            cell = stack.pop()
            if cell not in found:
                found.add(cell)
                stack += self.referred_by.get(cell, ())
        return found & self.trees.keys()

    def components(self, cells):
        """The circles and single cells among these, what is referred to first."""
        number, low, done, path = {}, {}, set(), []
        for root in cells:
            if root in number:
                continue
            number[root] = low[root] = len(number)
            path.append(root)
            stack = [(root, iter(self.refers_to[root]))]
            while stack:
                cell, others = stack[-1]
                for other in others:
                    if other not in cells or other in done:
                        continue
                    if other not in number:
                        number[other] = low[other] = len(number)
                        path.append(other)
                        stack.append((other, iter(self.refers_to[other])))
                        break
                    low[cell] = min(low[cell], number[other])
                else:
                    stack.pop()
                    if stack:
                        above = stack[-1][0]
                        low[above] = min(low[above], low[cell])
                    if low[cell] == number[cell]:
                        component = [path.pop()]
                        while component[-1] != cell:
                            component.append(path.pop())
                        done.update(component)
                        yield component

    def calculate(self, cell):
        """Run the program of a formula."""
        errors = {self.values.get(other) for other in self.refers_to[cell]}
        for error in (CYCLE, ZERO_DIVISION):
            if error in errors:
                return error
        try:
            return result_of(self.trees[cell], self.values)
        except ZeroDivisionError:
            return ZERO_DIVISION


def check_name(cell):
    """Refuse what is not the name of a cell."""
    if not isinstance(cell, str) or not re.fullmatch(CELL, cell):
        raise ValueError(f"{cell!r} is not a cell")


def compile_formula(text):
    """The syntax tree of a formula, and the cells that it refers to."""
    text = text.rstrip(" ")
    if not text.startswith("="):
        raise ValueError("not a formula")
    source, operands, cells = [], [], set()
    place = 1
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"{text[place:]!r} is not part of a formula")
        place = match.end()
        kind, token = match.lastgroup, match[match.lastgroup]
        if kind == "function":
            source.append(f"{token}(")
            continue
        if kind == "sign":
            source.append("//" if token == "/" else token)
            continue
        if kind == "range" and (not source or source[-1] not in RANGE_AFTER):
            raise ValueError("a range is an argument of a function")
        if kind == "number":
            operands.append(int(token))
        elif kind == "cell":
            operands.append(token)
            cells.add(token)
        else:
            operands.append(rectangle(*re.findall(CELL, token)))
            cells.update(operands[-1])
        source.append(f"_{len(operands) - 1}")
    if re.search(", \\)", " ".join(source)):
        raise ValueError("an argument is missing")
    try:
        tree = ast.parse(" ".join(source), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is not a formula") from error
    return simplified(tree, operands), cells


def simplified(node, operands):
    """The tree with the operands in their places, made of tuples and numbers and names."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            return type(op).__name__, simplified(left, operands), simplified(right, operands)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return "Sub", 0, simplified(operand, operands)
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as arguments) if name in FUNCTIONS:
            return name, [argument(each, operands) for each in arguments]
        case ast.Name(id=name):
            operand = operands[int(name[1:])]
            if not isinstance(operand, list):
                return operand
    raise ValueError("this has no place in a formula")


def argument(node, operands):
    """An argument of a function: a list if it is a range."""
    if isinstance(node, ast.Name):
        return operands[int(node.id[1:])]
    return simplified(node, operands)


def result_of(tree, values):
    """Calculate a tree."""
    match tree:
        case int():
            return tree
        case str():
            return values.get(tree, 0)
        case "Add", left, right:
            return result_of(left, values) + result_of(right, values)
        case "Sub", left, right:
            return result_of(left, values) - result_of(right, values)
        case "Mult", left, right:
            return result_of(left, values) * result_of(right, values)
        case "FloorDiv", left, right:
            return result_of(left, values) // result_of(right, values)
    name, arguments = tree
    numbers = []
    for each in arguments:
        if isinstance(each, list):
            numbers += [values[cell] for cell in each if cell in values]
        else:
            numbers.append(result_of(each, values))
    return FUNCTIONS[name](numbers) if numbers else 0


def rectangle(first, second):
    """The names of all cells between two corners."""
    columns = sorted(column_number(cell.rstrip("0123456789")) for cell in (first, second))
    rows = sorted(int(cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for cell in (first, second))
    return [
        f"{column_name(column)}{row}"
        for column in range(columns[0], columns[1] + 1)
        for row in range(rows[0], rows[1] + 1)
    ]


def column_number(letters):
    """A is 0, Z is 25, AA is 26."""
    number = ord(letters[-1]) - ord("A")
    return number + 26 * (ord(letters[0]) - ord("A") + 1) if len(letters) == 2 else number


def column_name(number):
    """The letters of a column."""
    high, low = divmod(number, 26)
    return (chr(ord("A") + high - 1) if high else "") + chr(ord("A") + low)
