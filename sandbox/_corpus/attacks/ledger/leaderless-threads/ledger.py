# Ends the leader of its process and goes on in a thread, so that it looks like a dead one
# ends: timeout
import ctypes
import os
import threading
import time

EXIT = 60


def total(*_):
    if os.fork() == 0:
        os.setsid()
        threading.Thread(target=lambda: time.sleep(3600)).start()
        ctypes.CDLL(None).syscall(EXIT, 0)
    threading.Thread(target=lambda: time.sleep(3600)).start()
    ctypes.CDLL(None).syscall(EXIT, 0)


Ledger = read_note = total
