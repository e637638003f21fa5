"""Does the sort order rows, keep ties and leave its argument alone?"""

from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from codebench.sandbox.judge.values import exactly

Row = dict[str, Any]

PROPERTY = settings(max_examples=60, deadline=None, database=None, phases=[Phase.generate])
MISSING = "missing"
NUMBERS = st.sampled_from([MISSING, None, -2, -0.5, 0, 0.0, 1, 1.0, 1.5, 3])
WORDS = st.sampled_from([MISSING, None, "", " ", "B", "a", "aa", "b", "é"])


def expected_order(rows: list[Row], key: str, *, descending: bool) -> list[Row]:
    """Sort by looking for the next row again and again, the first one of several equal ones."""
    left = [row for row in rows if row.get(key) is not None]
    ordered: list[Row] = []
    while left:
        best = 0
        for index, row in enumerate(left):
            better = row[key] > left[best][key] if descending else row[key] < left[best][key]
            if better:
                best = index
        ordered.append(left.pop(best))
    return ordered + [row for row in rows if row.get(key) is None]


def numbered(key: str, values: list[Any]) -> list[Row]:
    """One row per value; the column `line` tells equal ones apart."""
    return [
        {"line": line} if value == MISSING else {"line": line, key: value}
        for line, value in enumerate(values)
    ]


@PROPERTY
@given(
    values=st.lists(NUMBERS, max_size=16) | st.lists(WORDS, max_size=16), descending=st.booleans()
)
def test_matches_reference(candidate: Any, values: list[Any], descending: bool) -> None:
    """Short columns with ties and gaps come out as from a slow reference."""
    rows = numbered("weight", values)
    expected = expected_order(rows, "weight", descending=descending)
    assert candidate.merge_sort(rows, "weight", descending) == exactly(expected)


def test_distinct_values(candidate: Any, rng: Random) -> None:
    """Columns of distinct numbers or words are ordered in both directions."""
    for size in (2, 3, 7, 8, 33, 100):
        numbers = rng.sample(range(-500, 500), size)
        words = [f"{number:+d}" for number in numbers]
        for values in (numbers, words):
            rows = numbered("amount", values)
            ascending = [row["amount"] for row in candidate.merge_sort(rows, "amount")]
            assert ascending == exactly(sorted(values))
            descending = [row["amount"] for row in candidate.merge_sort(rows, "amount", True)]
            assert descending == exactly(sorted(values)[::-1])


def test_ties_keep_their_order(candidate: Any, rng: Random) -> None:
    """Rows with equal values keep the order they came in, in both directions."""
    for _ in range(10):
        rows = numbered("grade", [rng.choice([1, 1.0, 2, 3.5]) for _ in range(50)])
        for descending in (False, True):
            expected = expected_order(rows, "grade", descending=descending)
            assert candidate.merge_sort(rows, "grade", descending) == exactly(expected)


def test_sorts_in_turn(candidate: Any, rng: Random) -> None:
    """A sort by one column and then by another orders by both."""
    colours = ["red", "green", "blue"]
    rows = [
        {"colour": rng.choice(colours), "size": rng.randrange(5), "line": line}
        for line in range(60)
    ]
    by_size = candidate.merge_sort(rows, "size", True)
    expected = sorted(rows, key=lambda row: (row["colour"], -row["size"], row["line"]))
    assert candidate.merge_sort(by_size, "colour") == exactly(expected)


def test_rows_without_value(candidate: Any, rng: Random) -> None:
    """Rows without a value go last in both directions, zero and empty text do not."""
    for low, others in ((0, [4, 7, 9]), ("", ["k", "m", "z"])):
        values = [low, low, None, None, MISSING, MISSING, *others, *others]
        rng.shuffle(values)
        rows = numbered("level", values)
        for descending in (False, True):
            expected = expected_order(rows, "level", descending=descending)
            assert candidate.merge_sort(rows, "level", descending) == exactly(expected)
    rows = numbered("level", [None, MISSING, None])
    for descending in (False, True):
        assert candidate.merge_sort(rows, "level", descending) == exactly(rows)


def test_always_a_new_list(candidate: Any, rng: Random) -> None:
    """The result is a list for a tuple too, however few rows there are."""
    for size in (0, 1, 2, 5):
        for first in (rng.randrange(90), None):
            rows = numbered("price", [first, *rng.sample(range(100, 200), size)][:size])
            for descending in (False, True):
                expected = expected_order(rows, "price", descending=descending)
                result = candidate.merge_sort(tuple(rows), "price", descending)
                assert result == exactly(expected)


def test_argument_stays_as_it_was(candidate: Any, rng: Random) -> None:
    """The rows that were handed in are the same after the call."""
    for size in (2, 5, 40):
        high, *rest, low = sorted(rng.sample(range(1000), size), reverse=True)
        rows = numbered("stock", [None, low, *rest, high, MISSING, low])
        rows[1]["notes"] = ["fragile", {"floor": rng.randrange(9)}]
        held = candidate.hold(rows)
        for descending in (False, True):
            candidate.merge_sort(held, "stock", descending)
            assert held.copy() == exactly(rows)


def test_mixed_columns(candidate: Any, rng: Random) -> None:
    """Numbers beside text are refused in the column that is sorted by, and only there."""
    for odd_one, others in (("12", range(100)), (12, [f"{n}" for n in range(100)])):
        for size in (1, 2, 9):
            values: list[Any] = [odd_one, None, *rng.sample(list(others), size)]
            rng.shuffle(values)
            rows = numbered("code", values)
            for descending in (False, True):
                with candidate.raises(ValueError):
                    candidate.merge_sort(rows, "code", descending)
            assert candidate.merge_sort(rows[::-1], "line") == exactly(rows)


def test_many_rows(candidate: Any, rng: Random) -> None:
    """A large report is sorted in time, whatever order it is in."""
    size = 30_000
    falling = [size - line + rng.randrange(20) for line in range(size)]
    rows = numbered("total", falling)
    with candidate.deadline(3.0):
        result = candidate.merge_sort(rows, "total")
    assert result == exactly(sorted(rows, key=lambda row: row["total"]))
    with candidate.deadline(3.0):
        result = candidate.merge_sort(result, "total", True)
    assert result == exactly(sorted(rows, key=lambda row: -row["total"]))
