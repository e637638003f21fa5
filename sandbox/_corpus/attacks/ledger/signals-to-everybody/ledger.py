# Sends signals to judge and zygote by every system call there is, and ends if one arrives
# ends: missing
import ctypes
import os

SYSCALL = ctypes.CDLL(None).syscall
KILL, TKILL, TGKILL, QUEUE, PIDFD_SEND, PIDFD_OPEN = 62, 200, 234, 129, 424, 434
INFO = ctypes.create_string_buffer(128)

for pid in {1, *range(2, os.getpid())}:
    answers = [
        SYSCALL(KILL, pid, 9),
        SYSCALL(TKILL, pid, 9),
        SYSCALL(TGKILL, pid, pid, 9),
        SYSCALL(QUEUE, pid, 9, INFO),
        SYSCALL(PIDFD_SEND, SYSCALL(PIDFD_OPEN, pid, 0), 9, None, 0),
    ]
    if 0 in answers:
        os.abort()
