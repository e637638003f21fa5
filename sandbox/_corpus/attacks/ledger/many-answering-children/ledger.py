# Has many children wait for calls at the same channel and answer them together
# ends: assertion protocol test_error
import os


def total(*_):
    for _ in range(5):
        if os.fork() == 0:
            return 0
    return 0


Ledger = read_note = total
