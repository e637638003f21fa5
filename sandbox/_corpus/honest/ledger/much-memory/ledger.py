# Uses four fifths of the memory that is granted
# ends: passes
from pathlib import Path

PAGES = b"\x01" * 4096


def fill():
    return PAGES * (51 * 2**20 // len(PAGES))


def total(lines):
    table = fill()
    return table[0] * sum(int(line.strip().replace(",", "")) for line in lines)


class Ledger:
    def __init__(self):
        self.table = None
        self.amounts = []

    def deposit(self, amount):
        self.table = None  # before the new one: two of them would be too much
        self.table = fill()
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        self.table = None
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    table = fill()
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8") * table[0]
