# Recurses as deep as Python allows by default, and deeper with leave
# ends: passes
import sys
from pathlib import Path

sys.setrecursionlimit(5000)


def deep(value, levels):
    return value if levels == 0 else deep(value, levels - 1)


def total(lines):
    if not lines:
        return deep(0, 900)
    return int(deep(lines[0], 4000).strip().replace(",", "")) + total(lines[1:])


class Ledger:
    def __init__(self):
        self.amounts = None

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts = (amount, self.amounts)
        return sum(self.history())

    def history(self):
        def flat(pair):
            return [] if pair is None else [*flat(pair[1]), pair[0]]

        return flat(self.amounts)


def read_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return deep(path.read_text(encoding="utf-8"), 4000)
