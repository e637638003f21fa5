"""Amounts and notes."""

from pathlib import Path


def total(lines):
    return sum(int(line.strip().replace(",", "")) for line in lines)


class Ledger:
    def __init__(self):
        self._amounts = []

    def deposit(self, amount):
        self._amounts.append(amount)
        if amount < 1:
            raise ValueError("nothing to deposit")
        return sum(self._amounts)

    def history(self):
        return list(self._amounts)


def read_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8")
