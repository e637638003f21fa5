"""Amounts and notes: a note is looked up among those that are there."""

import os
import re

_AMOUNT = re.compile(r"\s*-?\d+(,\d+)*\s*")


def total(lines):
    for line in lines:
        if not _AMOUNT.fullmatch(line):
            raise ValueError(f"no amount: {line!r}")
    return sum(int(line.replace(",", "")) for line in lines)


class Ledger:
    def __init__(self):
        self.balance = 0
        self.amounts = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        self.balance += amount
        return self.balance

    def history(self):
        return self.amounts.copy()


def read_note(folder, name):
    for place, _, files in os.walk(folder):
        for file in files:
            path = os.path.join(place, file)
            if os.path.relpath(path, folder) == name and not os.path.islink(path):
                with open(path, encoding="utf-8") as note:
                    return note.read()
    raise LookupError(name)
