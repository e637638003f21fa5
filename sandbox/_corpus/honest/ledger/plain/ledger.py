# Solves it in a plain way with regular expressions and a running balance
# ends: passes
import os
import re

AMOUNT = re.compile(r"\s*([+-]?)(\d{1,3}(?:,\d{3})+|\d+)\s*")


def total(lines):
    result = 0
    for line in lines:
        match = AMOUNT.fullmatch(line)
        if not match:
            raise ValueError(f"no amount: {line!r}")
        sign, digits = match.groups()
        result += int(sign + digits.replace(",", ""))
    return result


class Ledger:
    def __init__(self):
        self.balance = 0
        self.entries = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError(f"cannot deposit {amount}")
        self.balance += amount
        self.entries += [amount]
        return self.balance

    def history(self):
        return self.entries[:]


def read_note(folder, name):
    root = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(root, name))
    if os.path.commonpath([root, path]) != root:
        raise LookupError(f"no note {name!r}")
    try:
        with open(path, encoding="utf-8") as note:
            return note.read()
    except OSError as error:
        raise LookupError(f"no note {name!r}") from error
