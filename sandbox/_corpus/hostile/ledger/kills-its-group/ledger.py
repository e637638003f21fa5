# Kills its whole process group
# ends: crash
import os
import signal


def total(*_):
    os.killpg(0, signal.SIGKILL)


Ledger = read_note = total
