# Starts processes whose parent is the zygote and whose end sends it a deadly signal
# ends: crash missing
import ctypes
import os

SYSCALL = ctypes.CDLL(None).syscall
CLONE, PARENT = 56, 0x8000

for deadly in (9, 11, 19, 15):
    for flags in (PARENT | deadly, deadly):
        if SYSCALL(CLONE, flags, 0, 0, 0, 0) == 0:
            SYSCALL(CLONE, PARENT | deadly, 0, 0, 0, 0)
            os._exit(0)
