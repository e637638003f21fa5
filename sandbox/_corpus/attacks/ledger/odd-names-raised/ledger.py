# Raises what claims to be every exception there is, under names that are hard to show
# ends: assertion exception memory protocol
import random

from codebench.sandbox.judge import worker

NAMES = [
    [],
    [""],
    ["\ud800"] * 10_000,
    ["MemoryError"],
    ["\x1b[2J\r\n\0"],
    ["AssertionError", "WorkerFault", "KeyboardInterrupt", "Skipped", "Exit"],
    ["x"] * 500_000,
    ["e\u0301\u0316" * 200_000],
    [["ValueError"]],
    "ValueError",
    {"ValueError": 1},
]
worker._names = lambda _: random.choice(NAMES)


def total(*_):
    raise RuntimeError


Ledger = read_note = total
