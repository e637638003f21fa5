"""Values of fields that others filled in: what they should be, and sentences where they are not."""

import math
from decimal import Decimal
from typing import Any

from codebench.audit.rollouts import MAX_TESTS

__all__ = ["count", "is_empty", "label", "name", "share", "shown", "yes_or_no"]

_YES = {"true", "yes", "y", "c", "pass", "passed", "success"}
_NO = {"false", "no", "n", "i", "fail", "failed", "failure"}
_EMPTY = {"", "nan", "null", "none", "na", "n/a"}
_LONGEST = max(map(len, _EMPTY))

_LARGE = 10**40
"""From here on a number is not written out in a sentence."""


def is_empty(value: Any) -> bool:
    """Whether a cell says nothing."""
    if isinstance(value, str):
        text = value.strip()
        return len(text) <= _LONGEST and text.lower() in _EMPTY
    return value is None or (isinstance(value, float | Decimal) and math.isnan(value))


def yes_or_no(value: Any) -> bool:
    """What a cell says.

    Raises:
        ValueError: It says neither; 1 and 0 are yes and no, in any spelling.
    """
    if isinstance(value, str):
        text = value.strip().lower()
        if text in _YES | _NO:
            return text in _YES
        value = float(text)
    if not isinstance(value, int | float | Decimal) or value not in {0, 1}:
        raise ValueError("neither yes nor no")
    return value == 1


def label(value: Any) -> str:
    """A name in a table, which may be of any simple kind.

    Raises:
        ValueError: It is a list or an object.
    """
    if isinstance(value, dict | list):
        raise ValueError("no name")  # noqa: TRY004 -- of a cell, all is told in one way
    return str(value).strip()


def name(value: Any) -> str | None:
    """A name, which may be a number; None for nothing, or for what names nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value).strip() or None


def share(value: Any) -> float | None:
    """A number as it stands, finite or not; None for what is none.

    One that is too large for a float is infinite.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf


def count(value: Any) -> int:
    """A number of tests, which may be written as text.

    Raises:
        ValueError: It is none.
    """
    number = share(float(value) if isinstance(value, str) else value)
    if number is None or not 0 <= number <= MAX_TESTS or number != int(number):
        raise ValueError("no number of tests")
    return int(number)


def shown(value: Any) -> str:
    """A value in a sentence, of no more than a few words."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, int) and abs(value) >= _LARGE:
        return "a huge number"
    return str(value)[:40]
