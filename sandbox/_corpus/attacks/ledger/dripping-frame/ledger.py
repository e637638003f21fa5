# Sends an endless answer byte by byte so that every wait is short
# ends: timeout
import os
import time

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))


def drip(*_):
    os.write(CHANNEL, b"\x00\x30\x00\x00[")
    while True:
        os.write(CHANNEL, b" ")
        time.sleep(0.02)


total = read_note = Ledger = drip
