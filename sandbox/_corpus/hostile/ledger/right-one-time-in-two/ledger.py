# Gives the right answer one time in two
# ends: assertion test_error
import random
from pathlib import Path


def total(lines):
    value = sum(int(line.strip().replace(",", "")) for line in lines)
    return random.choice([value, value + 1])


class Ledger:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return random.choice([self.amounts, []])


def read_note(folder, name):
    path = (Path(folder) / name).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise LookupError(name)
    return random.choice([path.read_text(), ""])
