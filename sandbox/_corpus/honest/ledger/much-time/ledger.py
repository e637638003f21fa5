# Uses four fifths of the processor time that a call is granted to read its first note
# ends: passes
import functools
import hashlib
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


@functools.cache
def work(seconds):
    end, key = time.process_time() + seconds, b""
    while time.process_time() < end:
        key = hashlib.pbkdf2_hmac("sha256", b"ledger", key, 1000)


def read_note(folder, name):
    work(0.48)
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8")
