# Answers with tagged values at the edges of the grammar
# ends: assertion protocol test_error
import random

from codebench.sandbox.judge import worker

DEEP = ["list"]
for _ in range(199):
    DEEP = ["list", DEEP]

EDGES = [
    ["Decimal", "sNaN"],
    ["Decimal", "1E999999999999999999"],
    ["Decimal", "1E-1999999999999999997"],
    ["Decimal", [0, [9] * 1000, 999_999_999_999_999_999]],
    ["Decimal", "1", None],
    ["Decimal", 1e308],
    ["datetime", "9999-12-31T23:59:59.999999-23:59"],
    ["datetime", "0001-01-01T00:00:00+23:59"],
    ["date", "2024-W01-1"],
    ["timedelta", 999_999_999, 86_399, 999_999, 0, 0, 0, 0],
    ["timedelta", 1e308],
    ["timedelta", float("nan")],
    ["bytes", " 0 0"],
    ["bytes", "00" * 10**6],
    ["int", "-0x" + "f" * 10**6],
    ["int", "１"],
    ["set", ["Decimal", "sNaN"]],
    ["set", ["list"]],
    ["frozenset", ["frozenset", ["frozenset"]]],
    ["dict", "ab", "ab"],
    ["dict", ["a", "b", "c"]],
    ["dict", {"a": "b"}],
    ["handle", -1, "x"],
    ["handle", 10**4000, "\ud800" * 1000],
    ["handle", True, "x"],
    ["handle", 1.0, "x"],
    ["handle", 0],
    ["Raised", ["object"]],
    ["exactly", 1],
    ["tuple", *[["dict"]] * 10**5],
    DEEP,
    {},
    [],
    [[]],
    [None],
]
worker.encode = lambda *_: random.choice(EDGES)


def total(*_):
    return 0


Ledger = read_note = total
