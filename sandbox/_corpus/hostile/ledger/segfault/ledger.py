# Reads from address zero
# ends: crash
import ctypes


def total(*_):
    return ctypes.string_at(0)


Ledger = read_note = total
