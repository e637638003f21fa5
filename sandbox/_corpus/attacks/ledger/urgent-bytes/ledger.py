# Sends urgent bytes beside the channel's stream, before and after its answers
# ends: assertion protocol test_error
import os
import socket
import threading

FD = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))
CHANNEL = socket.socket(fileno=os.dup(FD))


def total(*_):
    CHANNEL.send(b"!", socket.MSG_OOB)
    threading.Timer(0.01, lambda: CHANNEL.send(b"!", socket.MSG_OOB)).start()
    return 0


Ledger = read_note = total
