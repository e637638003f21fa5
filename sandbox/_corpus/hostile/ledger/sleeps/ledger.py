# Sleeps in every call without using the processor
# ends: timeout
import time


def total(*_):
    time.sleep(3600)


Ledger = read_note = total
