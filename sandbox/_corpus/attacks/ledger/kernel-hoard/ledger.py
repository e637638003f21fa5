# Fills shared memory of System V, which stays when its processes are gone, and lets the judge go on
# ends: memory missing resource
import ctypes

LIBC = ctypes.CDLL(None)
LIBC.shmat.restype = ctypes.c_void_p
SIZE = 2**26

for _ in range(5):
    number = LIBC.shmget(0, SIZE, 0o1600)
    ctypes.memset(LIBC.shmat(number, None, 0), 1, SIZE)
