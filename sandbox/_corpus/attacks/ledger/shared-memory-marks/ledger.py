# Leaves a mark for the next test in memory that outlives its processes, and ends if one is there
# ends: missing
import ctypes

LIBC = ctypes.CDLL(None)
KEY, CREATE = 0x6D61726B, 0o1600

if LIBC.shmget(KEY, 4096, 0) >= 0:
    LIBC.abort()
LIBC.shmget(KEY, 4096, CREATE)
