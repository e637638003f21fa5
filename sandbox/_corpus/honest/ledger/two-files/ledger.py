# Spreads the program over two files and keeps amounts in a linked list
# ends: passes
from dataclasses import dataclass, field

from helpers import Node, amount_of, inside


def total(lines):
    return sum(map(amount_of, lines))


@dataclass(slots=True)
class Ledger:
    last: Node | None = field(default=None)

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.last = Node(amount, self.last)
        return sum(self.last)

    def history(self):
        return [*(self.last or ())][::-1]


def read_note(folder, name):
    return inside(folder, name).read_text(encoding="utf-8")
