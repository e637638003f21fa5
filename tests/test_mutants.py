"""Mutants: what is changed, what never is, and that each is a program of its own."""

import ast

import pytest

from codebench.validation.mutants import mutants, sample


def changed(source: str) -> list[str]:
    """The mutants' own lines: those that the program does not have."""
    same = set(ast.unparse(ast.parse(source)).splitlines())
    found = []
    for mutant in mutants("a.py", source):
        ast.parse(mutant.source)
        own = [line.strip() for line in mutant.source.splitlines() if line not in same]
        found.append(" ".join(own))
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a >= b", ["x = a > b", "x = a < b"]),
        ("x = a == b", ["x = a != b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = a not in b", ["x = a in b"]),
        ("x = a < b < c", ["x = a <= b < c", "x = a >= b < c", "x = a < b <= c", "x = a < b >= c"]),
        ("x = a + b", ["x = a - b"]),
        ("x = a % b", ["x = a // b"]),
        ("a += b", ["pass", "a -= b"]),
        ("x = a and b or c", ["x = (a and b) and c", "x = (a or b) or c"]),
        ("x = not a", ["x = not not a"]),
        ("x = -a", ["x = +a"]),
        ("x = 3", ["x = 4"]),
        ("x = 2.5", ["x = 3.5"]),
        ("x = True", ["x = False"]),
        ("x = 'abc'", ["x = ''"]),
        ("x = ''", ["x = '~'"]),
        ("x = b'abc'", ["x = b''"]),
        ("x = None", []),
        ("x = a[b:c]", ["x = a[:c]", "x = a[b:]"]),
        ("x = [a for a in b if c]", ["x = [a for a in b]"]),
        ("x = f(a, b=c)", ["x = f(a)"]),
        ("x = f(**a)", []),
        ("x = a if b else c", ["x = a if not b else c"]),
        ("f(a)", ["pass"]),
        ("a.b = c", ["pass"]),
        ("a = b", []),
        ("del a", ["pass"]),
    ],
)
def test_operators(source: str, expected: list[str]) -> None:
    assert sorted(changed(source)) == sorted(expected)


STATEMENTS = """
def f(a):
    if a:
        return a
    for b in a:
        if b:
            continue
        break
    try:
        g(a)
    except KeyError:
        b = a
    raise ValueError(f"{a} is 5") from None
"""


def test_statements() -> None:
    found = [mutant.change for mutant in mutants("a.py", STATEMENTS)]
    assert sorted(found) == sorted(
        [
            "condition negated",
            "returns None",
            "condition negated",
            "Continue deleted",
            "Break deleted",
            "Expr deleted",
            "exception let through",
            "Raise deleted",
        ]
    )


UNTOUCHED = '''
"""Text 1."""
from __future__ import annotations
import typing
__all__ = ["f"]

class A:
    """Text 2."""
    b: list[3] = c

@d(5)
def f(a: "x 1", b: int | None) -> "y 1":
    """Text 3."""
    print.text = f"a {b} c"

if typing.TYPE_CHECKING:
    import e
if __name__ == "__main__":
    f(1)
'''


def test_what_no_test_can_see_stays() -> None:
    assert [str(mutant) for mutant in mutants("a.py", UNTOUCHED)] == ["a.py:14: Assign deleted"]


def test_a_sample_is_the_same_each_time() -> None:
    everything = mutants("a.py", "\n".join(f"x{n} = {n}" for n in range(50)))
    assert len(everything) == 50
    assert sample(everything, 50, "seed") == everything
    drawn = sample(everything, 10, "seed")
    assert drawn == sample(everything, 10, "seed")
    assert drawn != sample(everything, 10, "other")
    assert len({mutant.line for mutant in drawn}) == 10
