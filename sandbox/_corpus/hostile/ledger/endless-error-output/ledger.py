# Writes to standard error without end
# ends: timeout
import os


def total(*_):
    while True:
        os.write(2, b"x" * 2**16)


Ledger = read_note = total
