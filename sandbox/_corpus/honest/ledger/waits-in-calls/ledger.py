# Waits a while in every note it reads without using the processor
# ends: passes
import time
from pathlib import Path


def total(lines):
    return sum(int(line.strip().replace(",", "")) for line in lines)


class Ledger:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    time.sleep(0.3)
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8")
