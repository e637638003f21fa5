# Stops all it can see and then itself
# ends: timeout
import contextlib
import os
import signal


def total(*_):
    with contextlib.suppress(OSError):
        os.kill(-1, signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGSTOP)


Ledger = read_note = total
