# Stops every clock of the process and then takes its time
# ends: missing timeout
import signal
import time

for name in ("time", "perf_counter", "monotonic", "process_time", "thread_time"):
    setattr(time, name, lambda: 0.0)
signal.setitimer(signal.ITIMER_REAL, 0)


def total(lines):
    for _ in range(10**10):
        pass
