# Registers what should happen at the end of the process and takes signals for it
# ends: passes
import atexit
import signal
import sys
import weakref
from pathlib import Path

journal = open("journal.txt", "w", encoding="utf-8")
atexit.register(journal.close)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def total(lines):
    journal.write(f"{lines}\n")
    return sum(int(line.strip().replace(",", "")) for line in lines)


class Ledger:
    def __init__(self):
        self.amounts = []
        weakref.finalize(self, print, "a ledger is closed")

    def __del__(self):
        print("and gone")

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8")
