# Stops its whole process group
# ends: timeout
import os
import signal


def total(*_):
    os.killpg(0, signal.SIGSTOP)


Ledger = read_note = total
