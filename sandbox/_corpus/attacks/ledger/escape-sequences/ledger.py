# Puts escape sequences and HTML into values, output and the names of exceptions
# ends: assertion exception
import sys

TRAP = "\x1b[2J\x1b[H\x1b]0;passed\x07\x1b[32mpassed\x1b[0m\r\n<script>alert(1)</script>\u202e\x00"
Trap = type(TRAP.replace("\x00", ""), (Exception,), {})


def total(lines):
    print(TRAP)
    sys.stderr.write(TRAP)
    raise Trap(TRAP)


def read_note(folder, name):
    return TRAP


class Ledger:
    def deposit(self, amount):
        return TRAP


Ledger.__name__ = Ledger.__qualname__ = Trap.__name__
