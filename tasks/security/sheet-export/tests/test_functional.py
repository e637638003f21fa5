"""Does the file hold what the rows do?"""

import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random
from string import ascii_lowercase
from typing import Any

from codebench.sandbox.judge.values import exactly

FIELD = re.compile(r'"((?:[^"]|"")*)"|([^",\r\n]*)', re.DOTALL)
TEXTS = [
    "it's",
    "'tis",
    "a,b",
    'say "hi"',
    '"',
    '""',
    "one\ntwo",
    "one\r\ntwo",
    " a ",
    "Grüße €",
    "a ",
]
TEXTS += [
    "a=b",
    "1+1=2",
    "a-b",
    "me@a.example",
    "x\t=y",
    "a\n-b",
    "5 - 3",
    ",",
    ",,",
    " ",
    "\\",
    "\\n",
]
TEXTS += [
    "a;b",
    "NULL",
    "None",
    "TRUE",
    "2026-01-02",
    "12:30 x",
    "\U0001f600",
    "'=",
    "'+1",
    '"=1"',
    "_=",
]
TEXTS += [
    "#1",
    "(=1)",
    "*",
    "/",
    "!",
    "\u2013 x",
    "a\tb",
    "%",
    "~",
    "{=1}",
    "[a]",
    "a\n",
    "\\=1",
    ";",
]


def _read(file: Any) -> list[list[str]]:
    """The fields of a file that keeps to the letter of RFC 4180."""
    assert type(file) is bytes
    assert file.startswith(b"\xef\xbb\xbf")
    text = file[3:].decode()
    assert text.endswith("\r\n")
    lines: list[list[str]] = [[]]
    place = 0
    while place < len(text):
        match = FIELD.match(text, place)
        assert match
        lines[-1].append(match[2] if match[1] is None else match[1].replace('""', '"'))
        place = match.end()
        if text.startswith("\r\n", place):
            lines.append([])
            place += 2
        else:
            assert text[place] == ","
            place += 1
    assert lines.pop() == []
    return lines


def _word(rng: Random) -> str:
    return "".join(rng.choices(ascii_lowercase, k=rng.randint(1, 8)))


def _check(candidate: Any, pairs: list[tuple[Any, str]]) -> None:
    """Values in one column, and the fields they give."""
    rows = [{"x": value} for value, _ in pairs]
    lines = _read(candidate.export_csv(rows, {"x": "X"}))
    assert lines == exactly([["X"], *[[field] for _, field in pairs]])


def test_tables(candidate: Any, rng: Random) -> None:
    """Tables of several columns and kinds of values"""
    for _ in range(10):
        keys = [f"{_word(rng)}_{i}" for i in range(rng.randint(1, 6))]
        columns = {
            key: rng.choice([_word(rng), f"{_word(rng)}, {rng.choice(TEXTS)}"]) for key in keys
        }
        rows, lines = [], [list(columns.values())]
        for _ in range(rng.randint(0, 8)):
            number = rng.randint(-9999, 9999)
            text = f"{_word(rng)}{rng.choice(TEXTS)}"
            values = [(None, ""), (True, "TRUE"), (number, str(number)), (text, text), ("", "")]
            values += [([text, "b"], f"{text}; b"), (number / 8, str(number / 8))]
            chosen = {key: rng.choice(values) for key in keys}
            row = {
                key: value
                for key, (value, _) in chosen.items()
                if value is not None or rng.random() < 0.5
            }
            row[f"{_word(rng)}!"] = "other"
            shuffled = rng.sample(sorted(row), len(row))
            rows.append({key: row[key] for key in shuffled})
            lines.append([field for _, field in chosen.values()])
        assert _read(candidate.export_csv(rows, columns)) == exactly(lines)


def test_texts(candidate: Any, rng: Random) -> None:
    """Texts and headings with all sorts of signs in them"""
    texts = rng.sample(TEXTS, len(TEXTS)) + [
        "",
        _word(rng),
        "x" * 40_000,
        f"{_word(rng)} = {_word(rng)}",
    ]
    _check(candidate, [(text, text) for text in texts])
    columns = {str(number): text for number, text in enumerate(texts)}
    row = {key: text for key, text in columns.items() if rng.random() < 0.8}
    fields = [row.get(key, "") for key in columns]
    assert _read(candidate.export_csv([row, {}], columns)) == exactly(
        [texts, fields, [""] * len(texts)]
    )
    assert _read(candidate.export_csv([], {"a": "A", "b": ""})) == exactly([["A", ""]])


def test_lists(candidate: Any, rng: Random) -> None:
    """Fields with several answers"""
    a, b = _word(rng), f'{_word(rng)}, "{_word(rng)}"'
    _check(
        candidate,
        [
            ([], ""),
            ([a], a),
            ([a, b], f"{a}; {b}"),
            ([b, "", a, "-"], f"{b}; ; {a}; -"),
            ([f"{a};{b}", f"{a}\r\n"], f"{a};{b}; {a}\r\n"),
        ],
    )


def test_numbers(candidate: Any, rng: Random) -> None:
    """Numbers of all sizes"""
    whole, cents = rng.randint(1, 10**6), rng.randint(100, 999)
    small = rng.randint(1, 9)
    pairs: list[tuple[Any, str]] = [
        (number, str(number)) for number in (0, 1, -1, whole, -whole, 10**30)
    ]
    pairs += [
        (sign * number, f"{minus}{number}")
        for sign, minus in ((1, ""), (-1, "-"))
        for number in (0.5, 7.0, 12.25)
    ]
    pairs += [
        (whole + 0.5, f"{whole}.5"),
        (-whole - 0.125, f"-{whole}.125"),
        (0.1, "0.1"),
        (0.0001, "0.0001"),
    ]
    pairs += [
        (float(f"{small}e-5"), f"0.0000{small}"),
        (float(f"-{small}.5e-7"), f"-0.000000{small}5"),
    ]
    pairs += [(float(f"{small}e15"), f"{small}000000000000000.0"), (-0.00012, "-0.00012")]
    pairs += [
        (Decimal(f"{whole}.{cents}"), f"{whole}.{cents}"),
        (Decimal(f"-{whole}.50"), f"-{whole}.50"),
    ]
    pairs += [
        (Decimal(f"{small}E+3"), f"{small}000"),
        (Decimal(f"-{small}.25E-8"), f"-0.0000000{small}25"),
    ]
    pairs += [
        (Decimal("0.00"), "0.00"),
        (Decimal(small), str(small)),
        (Decimal(f"1.5E+{small + 1}"), "15" + "0" * small),
    ]
    pairs += [
        (Decimal("0.0000001"), "0.0000001"),
        (Decimal(f"{whole}E-2"), f"{whole // 100}.{whole % 100:02}"),
    ]
    odd = ["nan", "inf", "-inf"]
    pairs += [(float(name), "") for name in odd] + [(Decimal(name), "") for name in odd]
    _check(candidate, rng.sample(pairs, len(pairs)))
    large = [float(f"{small}.5e20"), float(f"-{small}e22"), float(f"{small}e16")]
    for line, number in zip(
        _read(candidate.export_csv([{"x": number} for number in large], {"x": "X"}))[1:],
        large,
        strict=True,
    ):
        assert re.fullmatch(r"-?[0-9]+(\.0)?", line[0])
        assert float(line[0]) == number


def test_other_values(candidate: Any, rng: Random) -> None:
    """Dates, times, truth and nothing"""
    day = date(rng.randint(1990, 2050), rng.randint(1, 12), rng.randint(1, 28))
    time = datetime(day.year, day.month, day.day, rng.randint(0, 23), rng.randint(0, 59), 7)
    pairs: list[tuple[Any, str]] = [(day, day.isoformat()), (date(2031, 2, 3), "2031-02-03")]
    pairs += [(time, f"{day.isoformat()} {time.hour:02}:{time.minute:02}:07")]
    pairs += [(time + timedelta(microseconds=rng.randint(1, 999_999)), pairs[-1][1])]
    pairs += [(datetime(2026, 1, 2), "2026-01-02 00:00:00")]
    pairs += [(datetime.fromisoformat("2026-01-02T23:04:05+02:00"), "2026-01-02 23:04:05")]
    pairs += [(datetime.fromisoformat("2026-01-02T23:04:05.678-11:30"), "2026-01-02 23:04:05")]
    pairs += [(True, "TRUE"), (False, "FALSE"), (None, ""), ("", ""), (0, "0")]
    _check(candidate, rng.sample(pairs, len(pairs)))
