# Leaves a POSIX message queue for the next test, and ends if one is there
# ends: missing
import ctypes
import os

LIBC = ctypes.CDLL(None)

if LIBC.mq_open(b"/mark", os.O_RDWR) >= 0:
    LIBC.abort()
LIBC.mq_open(b"/mark", os.O_RDWR | os.O_CREAT, 0o600, None)
