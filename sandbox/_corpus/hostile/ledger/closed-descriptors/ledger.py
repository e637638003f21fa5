# Closes every descriptor, the channel included
# ends: crash
import os


def total(*_):
    os.closerange(0, 1024)


Ledger = read_note = total
