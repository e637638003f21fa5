# Answers with infinite numbers of several types
# ends: assertion protocol value
from decimal import Decimal


def total(lines):
    return float("inf") if lines else float("-inf")


class Ledger:
    def deposit(self, amount):
        return Decimal("Infinity")

    def history(self):
        return [Decimal("sNaN")]


def read_note(folder, name):
    return Decimal("1e999999999999999999")
