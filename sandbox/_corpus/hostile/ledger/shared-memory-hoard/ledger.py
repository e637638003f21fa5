# Fills memory that counts for no process in many children
# ends: memory resource timeout
import mmap
import os
import time


def total(*_):
    for _ in range(6):
        if os.fork() == 0:
            hoard = []
            while True:
                try:
                    hoard.append(mmap.mmap(-1, 2**24, mmap.MAP_SHARED))
                    hoard[-1].write(b"x" * 2**24)
                except (OSError, MemoryError):
                    time.sleep(0.01)
    time.sleep(3600)


Ledger = read_note = total
