# Makes itself the last to be killed for memory, and then has many processes use all of it
# ends: memory resource timeout
import ctypes
import os
import time

DUMPABLE = 4


def total(*_):
    ctypes.CDLL(None).prctl(DUMPABLE, 1, 0, 0, 0)
    for _ in range(7):
        if os.fork() == 0:
            os.setsid()
            with open("/proc/self/oom_score_adj", "w") as score:
                score.write("0")
            hoard = []
            while True:
                try:
                    hoard.append(b"x" * 2**20)
                except MemoryError:
                    time.sleep(3600)
    time.sleep(3600)


Ledger = read_note = total
