# Raises classes of its own that are derived from those it should raise
# ends: passes
from pathlib import Path


class LedgerError(Exception):
    def __init__(self, message, *details):
        super().__init__(message)
        self.details = details


class NoAmount(LedgerError, ValueError):
    pass


class NoNote(LedgerError, KeyError):
    pass


def amount_of(line):
    try:
        return int(line.strip().replace(",", ""))
    except ValueError as error:
        raise NoAmount("no amount", line) from error


def total(lines):
    return sum(map(amount_of, lines))


class Ledger:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise NoAmount("nothing to deposit", amount)
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise NoNote("no note", name)
    return path.read_text(encoding="utf-8")
