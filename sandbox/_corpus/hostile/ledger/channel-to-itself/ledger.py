# Connects the worker to itself and keeps the judge waiting
# ends: timeout
import os
import socket

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))


def total(*_):
    os.dup(CHANNEL)  # nobody reads it, nobody closes it
    mine, other = socket.socketpair()
    os.dup2(mine.fileno(), CHANNEL)
    mine.detach()
    other.detach()


Ledger = read_note = total
