"""Does every state come back as it was, and is everything else refused?"""

import math
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from random import Random
from string import ascii_letters
from typing import Any

from codebench.sandbox.judge.values import Raised, exactly

PLAIN = {type(None), bool, int, float, str, bytes, list, tuple, dict, set, frozenset}
PLAIN |= {Decimal, date, datetime, timedelta}


def shape(value: Any) -> Any:
    """A form in which only values that are the same in all respects are equal."""
    kind = type(value)
    assert kind in PLAIN, "something that is no part of a state came back"
    if kind is dict:
        return "dict", [(shape(key), shape(part)) for key, part in value.items()]
    if kind in (set, frozenset):
        return kind.__name__, sorted((shape(part) for part in value), key=repr)
    if kind in (list, tuple):
        return kind.__name__, [shape(part) for part in value]
    return kind.__name__, hex(value) if kind is int else repr(value)


def check(candidate: Any, state: dict[Any, Any]) -> bytes:
    """The state comes back, here and elsewhere."""
    data = candidate.dump(state)
    assert type(data) is bytes
    assert data.startswith(b"SES1")
    assert shape(candidate.load(data)) == shape(state)
    return data


def some_time(rng: Random) -> datetime:
    """A datetime with or without a time zone."""
    day = date.fromordinal(rng.randint(1, date.max.toordinal()))
    hour, minute, second = rng.randrange(24), rng.randrange(60), rng.randrange(60)
    micro = rng.choice([0, 1, 500_000, rng.randrange(1_000_000)])
    # Of an offset without whole seconds, `datetime.fromisoformat` would drop the microseconds.
    seconds = rng.choice([-1, 1]) * rng.randint(2, 86_399)
    offset = timedelta(seconds=seconds, microseconds=rng.choice([0, 0, 7]))
    zone = rng.choice([None, timezone.utc, timezone(offset), timezone(timedelta(hours=-9.5))])
    return datetime(day.year, day.month, day.day, hour, minute, second, micro, zone)


def some_text(rng: Random) -> str:
    """A text with characters of all kinds."""
    alphabet = "aZ09 \t\n\r\0\x1f\x7f\x85'\"\\/<>[]{},:$é\u2028\ufeff數\U0001f600\U0010ffff"
    return "".join(rng.choices(alphabet, k=rng.choice([0, 1, 2, 9, 40])))


def some_decimal(rng: Random) -> Decimal:
    """A decimal in an unusual form."""
    digits = str(rng.randrange(10 ** rng.choice([1, 5, 40])))
    texts = ["0", "-0", "0.00", "-0E+7", "Infinity", "-Infinity", f"{digits}.50", f"-{digits}E-30"]
    texts += [f"{digits}E+{rng.randint(0, 900)}", f"0.{digits}", f"{digits}000", "1E-900"]
    return Decimal(rng.choice(texts))


def some_scalar(rng: Random) -> Any:
    """A value without parts."""
    bits = rng.choice([1, 8, 31, 32, 53, 63, 64, 65, 300])
    return rng.choice(
        [
            rng.choice([None, True, False, 0, 1, -1, 0.0, -0.0, 1.0, math.inf, -math.inf]),
            rng.choice([-1, 1]) * rng.getrandbits(bits) + rng.choice([-1, 0, 1]),
            rng.choice([rng.random(), rng.uniform(-1e300, 1e300), 5e-324, 1.7976931348623157e308]),
            some_text(rng),
            rng.randbytes(rng.choice([0, 1, 3, 30])),
            some_decimal(rng),
            date.fromordinal(rng.randint(1, date.max.toordinal())),
            some_time(rng),
            timedelta(rng.randint(-9999, 9999), rng.randrange(86_400), rng.randrange(1_000_000)),
        ]
    )


def some_key(rng: Random, depth: int) -> Any:
    """A value that has a hash."""
    if depth == 0 or rng.random() < 0.7:
        return some_scalar(rng)
    return rng.choice([tuple, frozenset])(some_key(rng, depth - 1) for _ in range(rng.randrange(3)))


def some_value(rng: Random, depth: int) -> Any:
    """A value of any kind."""
    if depth == 0 or rng.random() < 0.4:
        return some_scalar(rng)
    kind = rng.choice([list, tuple, dict, set, frozenset])
    count = rng.randrange(5)
    if kind is dict:
        return {some_key(rng, 2): some_value(rng, depth - 1) for _ in range(count)}
    if kind in (list, tuple):
        return kind(some_value(rng, depth - 1) for _ in range(count))
    return kind(some_key(rng, 2) for _ in range(count))


def test_scalars(candidate: Any, rng: Random) -> None:
    """Values of every type come back exactly."""
    scalars: list[Any] = [None, True, False, 0, 1, -1, "", b"", 0.0, -0.0, 0.1, math.inf, -math.inf]
    scalars += [10**3000 + 7, -(2**9999), 2**9999 - 1, 255, 256, -128, -129, 2**63, -(2**64)]
    scalars += [date.min, date.max, datetime.min, datetime.max, timedelta.min, timedelta.max]
    scalars += [
        datetime(2024, 2, 29, 23, 59, 59, 999_999, timezone.utc),
        timedelta(microseconds=-1),
    ]
    scalars += [datetime(1970, 1, 1, tzinfo=timezone(timedelta(hours=5, minutes=45, seconds=7)))]
    scalars += [some_scalar(rng) for _ in range(60)]
    scalars += [some_text(rng) for _ in range(10)] + [some_decimal(rng) for _ in range(20)]
    scalars += [some_time(rng) for _ in range(20)] + [rng.randbytes(256), bytes(range(256))]
    for value in scalars:
        check(candidate, {"value": value})
        check(candidate, {value: [value]})


def test_collections(candidate: Any, rng: Random) -> None:
    """Collections keep their types, and lists, tuples and dictionaries their order."""
    for _ in range(5):
        numbers = rng.sample(range(-500, 500), 6)
        texts = [some_text(rng) + str(number) for number in numbers]
        pairs = list(zip(numbers, texts, strict=True))
        check(
            candidate, {"l": numbers, "t": tuple(numbers), "s": set(numbers), "f": frozenset(texts)}
        )
        check(candidate, {"pairs": dict(pairs), **dict(reversed(pairs)), 1000: pairs})
        check(
            candidate, {tuple(numbers): {frozenset(texts): set(pairs)}, frozenset(): (), (): [[]]}
        )
        check(
            candidate,
            {(1, "1", (b"1", None)): {Decimal("1.10"), some_time(rng)}, 1.5: {}, "": set()},
        )
    check(candidate, {})
    check(candidate, {True: False, 0: 1, None: 1.0, 2.0: True, Decimal(3): 0})


def test_random_states(candidate: Any, rng: Random) -> None:
    """States of all sorts come back exactly, also elsewhere."""
    for number in range(60):
        state = {some_key(rng, 2): some_value(rng, 4) for _ in range(rng.randrange(5))}
        data = check(candidate, state)
        if number % 6 == 0:
            assert shape(candidate.load_elsewhere(data)) == shape(state)


def test_not_a_number(candidate: Any, rng: Random) -> None:
    """NaN comes back as the same kind of NaN."""
    for value in (math.nan, Decimal("NaN"), Decimal("-NaN"), Decimal("NaN123"), Decimal("sNaN")):
        check(candidate, {"values": [value, (value, rng.random())]})


def test_texts_that_look_like_more(candidate: Any, rng: Random) -> None:
    """Texts and keys that look like a notation for something else are only texts."""
    texts = [
        "__type__",
        "__class__",
        "type",
        "value",
        "$date",
        "!!set",
        "SES1",
        "null",
        "1.0",
        "[1]",
    ]
    texts += [
        '{"a": 1}',
        "Decimal('1')",
        "set()",
        "(1,)",
        "2026-01-02",
        "2026-01-02T03:04:05",
        "nan",
    ]
    texts += [
        "i",
        "t",
        "s",
        "d",
        "n",
        "l",
        "m",
        "b",
        "dict",
        "list",
        "tuple",
        "set",
        "bytes",
        "int",
    ]
    for text in rng.sample(texts, len(texts)):
        other = rng.choice(texts)
        check(
            candidate,
            {text: other, "list": [text, other], "pair": (text,), other + "2": {text: [1]}},
        )
        check(
            candidate,
            {"a": {text: 1}, "b": {text: other, "value": "1"}, "c": [text, "2"], "d": [[text]]},
        )
        check(candidate, {text: {"type": other, "value": [text]}, 1: [text, 1, [2]], "1": text})


STRANGE = ["object", "complex", "bytearray", "range", "function", "class", "named tuple", "enum"]
STRANGE += ["ordered", "default", "word", "price", "moment", "members", "zone", "time", "zoned"]
STRANGE += ["ellipsis", "view"]


def test_other_types(candidate: Any, rng: Random) -> None:
    """Values that a state cannot hold are refused wherever they stand."""
    for kind in rng.sample(STRANGE, len(STRANGE)):
        for place in ("top", "value", rng.choice(["list", "tuple", "deep"])):
            with candidate.raises(TypeError):
                candidate.dump_strange(kind, place)
    for state in ([], [("a", 1)], None, "a", b"SES1", 1, (), {1}, frozenset()):
        with candidate.raises(TypeError):
            candidate.dump(state)


def nested(rng: Random, levels: int) -> dict[Any, Any]:
    """A state with collections inside of each other."""
    scalar = rng.choice([7, 1.5, b"x", Decimal(2), date(2024, 2, 29), "s", None])
    full: list[Any] = [[scalar], (1, scalar), {scalar: scalar}, {scalar}, frozenset([scalar])]
    value = rng.choice([[], (), {}, set(), frozenset(), *full, *full])
    for _ in range(levels - 2):
        value = rng.choice([[value], (1, value), {"a": 0, "b": value}, [value, 2]])
    return {"a": value}


def lists(levels: int, scalar: Any) -> Any:
    """A scalar in lists inside of each other."""
    for _ in range(levels):
        scalar = [scalar]
    return scalar


def test_levels(candidate: Any, rng: Random) -> None:
    """A hundred collections inside of each other are possible, and no more."""
    for _ in range(5):
        check(candidate, nested(rng, 100))
        check(candidate, nested(rng, 99))
        check(candidate, {"a": lists(99, rng.randint(1, 9)), "b": {"c": lists(98, 0.5)}})
        with candidate.raises(ValueError):
            candidate.dump(nested(rng, 101))
    deep: Any = ()
    for _ in range(97):
        deep = (deep,)
    check(candidate, {"x": {deep}, (deep,): [1, {2, (3, deep[0][0])}]})
    for state in ({"x": {(deep,)}}, {((deep,),): 1}, nested(rng, 150)):
        with candidate.raises(ValueError):
            candidate.dump(state)


def test_cut_and_longer_dumps(candidate: Any, rng: Random) -> None:
    """A dump without its end, or with something behind it, is refused."""
    for state in (
        {},
        {"a": 1},
        {"a": [some_value(rng, 2), 7]},
        {some_key(rng, 1): some_scalar(rng)},
    ):
        data = candidate.dump(state)
        ends = range(len(data)) if len(data) < 80 else sorted(rng.sample(range(len(data)), 80))
        for end in {*ends, len(data) - 1, len(data) - 2}:
            with candidate.raises(ValueError):
                candidate.load(data[:end])
        for more in (
            b"\0",
            b"0",
            b"}",
            b"]",
            b"a",
            data,
            data[4:],
            b"\xff" * 9,
            b"SES1",
            b" 1",
            b"\n\0",
        ):
            with candidate.raises(ValueError):
                candidate.load(data + more)
        assert shape(candidate.load(data)) == shape(state)


def test_other_entries(candidate: Any, rng: Random) -> None:
    """Data that does not start as a dump does is refused, and other data at worst."""
    data = candidate.dump({"a": rng.randint(0, 99), "b": {(1, 2)}})
    rest = data[4:]
    others = [
        b"",
        b"S",
        b"SES",
        b"{}",
        b'{"a": 1}',
        rest,
        b"SES2" + rest,
        b"ses1" + rest,
        b" " + data,
    ]
    others += [
        b"XES1" + rest,
        b"SE1" + rest,
        b"\xef\xbb\xbf" + data,
        b"SES\x01" + rest,
        b"1SES" + rest,
    ]
    for other in others:
        with candidate.raises(ValueError):
            candidate.load(other)
    for size in (0, 1, 2, 5, 50, 500):
        # With a letter in front it could be a list that claims to be huge: that is an exploit.
        noise = rng.randbytes(size).lstrip(ascii_letters.encode())
        for junk in (noise, bytes(size), b"\xff" * size, b"9" * size, b"[" * size):
            assert_plain(candidate.attempt.load(b"SES1" + junk))


def assert_plain(answer: Any) -> None:
    """A state came back, or the data was refused in the right way."""
    if isinstance(answer, Raised):
        assert "ValueError" in answer.names
    else:
        assert type(answer) is dict
        shape(answer)


def test_large_state(candidate: Any, rng: Random) -> None:
    """A large state is written and read in time."""
    rows = [(number, Decimal(number) / 8, f"item {number}", {number}) for number in range(4000)]
    state = {"rows": rows, "bits": 2**9999 - rng.randint(1, 99), "blob": rng.randbytes(50_000)}
    with candidate.deadline(1.0):
        data = candidate.dump(state)
    with candidate.deadline(1.0):
        answer = candidate.load(data)
    assert answer == exactly(state)
