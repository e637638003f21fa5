"""Small changes to a program, each of which a good test suite should notice.

Published tools for mutation testing bring runners of their own, which would execute the program on
the host, and count changes that fail on import; here a mutant is only a text, for the judge to run.
"""

import ast
import copy
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from codebench.validation.operators import edits

__all__ = ["Mutant", "mutants", "sample"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one change."""

    file: str
    line: int
    change: str
    source: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}"


def mutants(file: str, source: str) -> list[Mutant]:
    """All mutants of a file, in the order of its lines.

    Docstrings, annotations, decorators, the texts of exceptions and what runs only for type
    checkers or as a script stay as they are: no test can or should see them change.
    """
    tree = ast.parse(source)
    hidden = _hidden(tree)
    found = [
        Mutant(file, line, change, mutated)
        for index, node in enumerate(ast.walk(tree))
        if id(node) not in hidden
        for line, change, mutated in _mutated(tree, index, node)
    ]
    return sorted(found, key=lambda mutant: mutant.line)


def sample(all_of_them: list[Mutant], most: int, seed: str) -> list[Mutant]:
    """At most so many, drawn by a seed: the same each time."""
    if len(all_of_them) <= most:
        return all_of_them
    return random.Random(seed).sample(all_of_them, most)  # noqa: S311 -- the same each time


def _mutated(tree: ast.Module, index: int, node: ast.AST) -> Iterator[tuple[int, str, str]]:
    for number, edit in enumerate(edits(node)):
        changed = copy.deepcopy(tree)
        target = list(ast.walk(changed))[index]
        list(edits(target))[number].apply(target)
        line = edit.line or _line(node)
        yield line, edit.change, ast.unparse(ast.fix_missing_locations(changed))


def _line(node: ast.AST) -> int:
    """Where a node starts; what has no place of its own starts with its first part."""
    return min((getattr(part, "lineno", sys.maxsize) for part in ast.walk(node)), default=1)


def _hidden(tree: ast.Module) -> set[int]:
    """Ids of all nodes that stay as they are."""
    roots: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                roots += _not_code(node)
            case (
                ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation)
            ):
                roots.append(annotation)
            case ast.Raise(exc=ast.Call(args=args, keywords=keywords)):
                roots += [*args, *keywords]
            case ast.Assign(targets=[ast.Name(id=name)]) if name.startswith("__"):
                roots.append(node)
            case ast.If(test=test) if "__name__" in ast.dump(test):
                roots.append(node)
            case ast.If(test=test) if "TYPE_CHECKING" in ast.dump(test):
                roots.append(node)
            case ast.JoinedStr():  # how a value is shown; its expressions are seen elsewhere
                roots += [part for part in node.values if isinstance(part, ast.Constant)]
    return {id(inner) for root in roots for inner in ast.walk(root)}


def _not_code(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterator[ast.AST]:
    if ast.get_docstring(node) is not None:
        yield node.body[0]
    if not isinstance(node, ast.Module):
        yield from node.decorator_list
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
        yield node.returns
