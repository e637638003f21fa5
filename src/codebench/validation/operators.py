"""What can be changed in a node of a program.

The operators are the classic ones (Offutt et al., 1996): relational, arithmetic and logical
operators, constants, statement deletion; and a few of Python's own.
"""

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["Edit", "edits"]


class Edit(NamedTuple):
    """A change of one node."""

    change: str
    """In a few words."""
    apply: Callable[[ast.AST], None]
    """Changes the node, or one like it, in place."""
    line: int | None = None
    """Where it is, if not where the node starts."""


_COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}


def edits(node: ast.AST) -> Iterator[Edit]:
    """Everything that can be changed in this node, without those below it."""
    yield from _of_operators(node)
    yield from _of_values(node)
    yield from _of_statements(node)
    yield from _deletions(node)


def _of_operators(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BinOp() | ast.AugAssign() if not _is_text(node):
            other = _ARITHMETIC.get(type(node.op))
            if other:
                yield Edit(_renamed(node.op, other), _setting("op", other()))
        case ast.BoolOp():
            swapped = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield Edit(_renamed(node.op, type(swapped)), _setting("op", swapped))
        case ast.UnaryOp(op=ast.Not()):
            yield Edit("not removed", _setting("operand", _negated(node.operand)))
        case ast.UnaryOp(op=ast.USub()):
            yield Edit("minus removed", _setting("op", ast.UAdd()))


def _of_values(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Constant():
            yield from _constants(node)
        case ast.Call():
            yield from _keywords(node)
        case ast.Slice():
            yield from _slices(node)
        case ast.comprehension(ifs=[_, *_]):
            yield Edit("condition removed", _setting("ifs", node.ifs[1:]))


def _of_statements(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.If() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp):
            yield Edit("condition negated", _setting("test", _negated(node.test)))
        case ast.Return(value=ast.expr()) if not _is_none_or_false(node.value):
            yield Edit("returns None", _setting("value", ast.Constant(None)))
        case ast.ExceptHandler() if not isinstance(node.body[0], ast.Raise):
            yield Edit("exception let through", _setting("body", [ast.Raise()]))


def _setting(field: str, value: object) -> Callable[[ast.AST], None]:
    return lambda node: setattr(node, field, value)


def _renamed(old: ast.AST, new: type[ast.AST]) -> str:
    return f"{type(old).__name__} to {new.__name__}"


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _is_none_or_false(node: ast.expr | None) -> bool:
    """Whether None in its place would hardly ever make a difference."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether an operand is a text, so that another operator would only be a type error."""
    parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(part, ast.JoinedStr)
        or (isinstance(part, ast.Constant) and isinstance(part.value, str | bytes))
        for part in parts
    )


def _comparisons(node: ast.Compare) -> Iterator[Edit]:
    for place, old in enumerate(node.ops):
        for new in _COMPARISONS[type(old)]:
            ops = [*node.ops[:place], new(), *node.ops[place + 1 :]]
            yield Edit(_renamed(old, new), _setting("ops", ops))


def _constants(node: ast.Constant) -> Iterator[Edit]:
    match node.value:
        case bool(value):
            yield Edit(f"{value} to {not value}", _setting("value", not value))
        case int(value) | float(value):
            yield Edit(f"{value} to {value + 1}", _setting("value", value + 1))
        case str(value):
            yield Edit(f"{value!r:.20} replaced", _setting("value", "" if value else "~"))
        case bytes(value):
            yield Edit(f"{value!r:.20} replaced", _setting("value", b"" if value else b"~"))


def _keywords(node: ast.Call) -> Iterator[Edit]:
    for place, keyword in enumerate(node.keywords):
        if keyword.arg:
            rest = [*node.keywords[:place], *node.keywords[place + 1 :]]
            yield Edit(f"{keyword.arg}= left out", _setting("keywords", rest))


def _slices(node: ast.Slice) -> Iterator[Edit]:
    for bound in ("lower", "upper"):
        if getattr(node, bound) is not None:
            yield Edit(f"{bound} bound left out", _setting(bound, None))


_DELETED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Break, ast.Continue, ast.Delete)
"""Statements that can go without leaving a name undefined."""


def _deletions(node: ast.AST) -> Iterator[Edit]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for place, statement in enumerate(block):
            if _deletable(statement):
                rest = [*block[:place], ast.Pass(), *block[place + 1 :]]
                change = f"{type(statement).__name__} deleted"
                yield Edit(change, _setting(field, rest), statement.lineno)


def _deletable(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in statement.targets)
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, _DELETED)
