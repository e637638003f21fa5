# Overflows the stack of the interpreter itself
# ends: crash
import sys


class Deep:
    def __repr__(self):
        return repr(self)

    __str__ = __format__ = __repr__


def total(*_):
    sys.setrecursionlimit(2**31 - 1)
    nested = None
    for _ in range(500_000):
        nested = (nested,)
    return hash(nested)


Ledger = read_note = total
