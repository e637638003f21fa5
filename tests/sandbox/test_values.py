"""What crosses between judge and worker, and how a test compares it."""

import contextlib
import json
import math
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebench.sandbox.judge.values import MAX_DEPTH, ValueFault, decode, encode, exactly

DAY = timedelta(hours=23, minutes=59, seconds=59, microseconds=999_999)
HASHABLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=2**50, max_value=2**200),
    st.floats(allow_nan=False),
    st.text(st.characters(codec=None)),
    st.binary(),
    st.decimals(allow_nan=False),
    st.dates(),
    st.datetimes(),
    st.datetimes(timezones=st.just(UTC)),
    st.datetimes(timezones=st.timedeltas(-DAY, DAY).map(timezone)),
    st.timedeltas(),
)
KEYS = st.recursive(
    HASHABLE,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner),
    max_leaves=4,
)
PLAIN = st.recursive(
    KEYS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.sets(KEYS, max_size=4),
        st.dictionaries(KEYS, inner, max_size=4),
    ),
    max_leaves=10,
)
SEQUENCES = st.sampled_from(["list", "tuple", "set", "frozenset", "dict", "handle"])
SCALARS = st.sampled_from(["int", "bytes", "Decimal", "date", "datetime", "timedelta", "object"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text(), inner, max_size=3),
        st.builds(
            lambda tag, parts: [tag, *parts], SEQUENCES | SCALARS, st.lists(inner, max_size=4)
        ),
    ),
    max_leaves=12,
)


def unexpected(value: object) -> list[object]:
    raise AssertionError(f"{value!r} has a plain form")


def across(value: object) -> object:
    """The value after its way over the wire."""
    wire = json.loads(json.dumps(encode(value, unexpected)))
    return decode(wire, lambda number, kind: unexpected((number, kind)))


@given(PLAIN)
def test_plain_data_arrives_as_it_was(value: object) -> None:
    assert across(value) == exactly(value)


@given(st.floats())
def test_every_float_arrives_bit_for_bit(value: float) -> None:
    arrived = across(value)
    assert isinstance(arrived, float)
    assert arrived.hex() == value.hex()


@pytest.mark.parametrize(
    "text", ["NaN", "-NaN", "sNaN7", "Infinity", "-Infinity", "-0", "1E+5", "1.50"]
)
def test_decimals_keep_their_form(text: str) -> None:
    assert str(across(Decimal(text))) == text


def test_order_of_a_dictionary_is_kept() -> None:
    assert list(across({3: 0, 1: 0, 2: 0})) == [3, 1, 2]  # type: ignore[call-overload]


@given(JSON)
def test_whatever_arrives_is_a_value_or_a_fault(wire: object) -> None:
    with contextlib.suppress(ValueFault):
        decode(wire, lambda number, kind: (number, kind))


@pytest.mark.parametrize(
    "wire",
    [
        {},
        [],
        [1, 2],
        ["object"],
        ["int", "0xzz"],
        ["int", 5],
        ["int"],
        ["bytes", "0"],
        ["bytes", 3],
        ["Decimal", "one"],
        ["date", "2024-13-01"],
        ["datetime", None],
        ["datetime", "2024-01-01"],
        ["datetime", "2024-01-01T00:00:00+00:00", None],
        ["datetime", "2024-01-01T00:00:00+00:00", [0, 0, 0]],
        ["datetime", "2024-01-01T00:00:00", [2]],
        ["datetime", "2024-01-01T00:00:00", 0],
        ["timedelta", 10**12],
        ["timedelta", float("nan")],
        ["dict", 1],
        ["dict", [1]],
        ["dict", [["list"], 1]],
        ["set", ["list"]],
        ["set", ["dict"]],
        ["frozenset", ["set"]],
        ["list", {}],
        ["handle"],
        ["handle", 1, "x", 2],
    ],
)
def test_what_is_outside_the_grammar_is_refused(wire: object) -> None:
    with pytest.raises(ValueFault):
        decode(wire, lambda number, kind: (number, kind))


@pytest.mark.parametrize("kind", [list, tuple, frozenset])
def test_nesting_has_a_limit_on_both_sides(kind: Any) -> None:
    value: object = 1
    wire: object = 1
    for _ in range(MAX_DEPTH):
        value, wire = kind([value]), [kind.__name__, wire]
    assert across(value) == value
    assert encode(value, unexpected) == wire
    with pytest.raises(ValueFault):
        encode(kind([value]), unexpected)
    with pytest.raises(ValueFault):
        decode([kind.__name__, wire], lambda *_: None)


def test_deep_dictionaries_are_refused_on_both_sides() -> None:
    value: object = 1
    wire: object = 1
    for _ in range(MAX_DEPTH + 1):
        value, wire = {0: value}, ["dict", [0, wire]]
    with pytest.raises(ValueFault):
        encode(value, unexpected)
    with pytest.raises(ValueFault):
        decode(wire, lambda *_: None)


def test_a_cycle_is_refused() -> None:
    cycle: list[object] = []
    cycle.append(cycle)
    with pytest.raises(ValueFault):
        encode(cycle, unexpected)


class Flag(IntEnum):
    UP = 1


class AlwaysEqual:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value", [Flag.UP, AlwaysEqual(), Text("a"), OrderedDict(a=1), object(), range(3), 1j, len]
)
def test_what_has_no_plain_form_becomes_a_handle(value: object) -> None:
    given_away: list[object] = []

    def give(item: object) -> list[object]:
        given_away.append(item)
        return ["handle", len(given_away) - 1, type(item).__name__]

    wire = json.loads(json.dumps(encode([1, {"key": value}], give)))
    assert [item is value for item in given_away] == [True]
    arrived = decode(wire, lambda number, kind: (number, kind))
    assert arrived == [1, {"key": (0, type(value).__name__)}]


@given(PLAIN)
def test_exactly_equals_the_same(value: object) -> None:
    assert value == exactly(value)
    assert [value] == exactly([value])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, True),
        (1, 1.0),
        (0, False),
        (0.0, False),
        (1.0, True),
        (1, Decimal(1)),
        ([1], (1,)),
        ({1}, frozenset({1})),
        ({1: 0}, OrderedDict({1: 0})),
        ({-1, -2}, {-1, -2.0}),
        ({-1.0, -2}, {-1, -2}),
        (date(2024, 1, 1), datetime(2024, 1, 1, tzinfo=UTC)),
        (timedelta(0), 0),
        ("1", b"1"),
        (None, False),
    ],
)
def test_exactly_tells_types_apart_wherever_they_are(left: object, right: object) -> None:
    for wrap in (lambda v: v, lambda v: [v], lambda v: (0, v), lambda v: {"k": [v]}):
        assert wrap(left) != exactly(wrap(right))
        assert wrap(right) != exactly(wrap(left))
        assert wrap(left) == exactly(wrap(left))


@pytest.mark.parametrize("wrap", [set, frozenset, lambda items: dict.fromkeys(items, 0)])
def test_exactly_tells_members_and_keys_apart(wrap: Any) -> None:
    for left, right in [
        ([1], [True]),
        ([0, 2], [0.0, 2]),
        ([(1, 2)], [(1, 2.0)]),
        ([-1, -2], [-1, -2.0]),
    ]:
        assert wrap(left) != exactly(wrap(right))
        assert wrap(left) == exactly(wrap(left))


@pytest.mark.parametrize("members", [[-1, -2], [0, 2**61 - 1], [1, 2**61, 2**62 - 1]])
def test_exactly_does_not_mind_the_order_of_members_of_one_hash(members: list[int]) -> None:
    backwards = members[::-1]
    assert set(members) == exactly(set(backwards))
    assert dict.fromkeys(members, 1) == exactly(dict.fromkeys(backwards, 1))
    assert [set(members)] == exactly([set(backwards)])


@pytest.mark.parametrize(
    ("value", "other"),
    [([1, 2], [2, 1]), ({"a": 1}, {"a": 2}), (math.nan, math.nan), ({1}, {1, 2})],
)
def test_exactly_asks_for_equality_too(value: object, other: object) -> None:
    assert value != exactly(other)


def test_exactly_shows_what_was_expected() -> None:
    assert repr(exactly([1, "a"])) == "exactly([1, 'a'])"
