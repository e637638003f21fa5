# Leaves a daemon behind that ignores signals and fills the folder of the next test
# ends: assertion test_error
import os
import signal


def total(*_):
    if os.fork() == 0:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        if os.fork() != 0:
            os._exit(0)
        while True:
            try:
                os.makedirs("notes/2024/march", exist_ok=True)
                os.chmod("notes", 0)
            except OSError:
                continue
    return 0


Ledger = read_note = total
