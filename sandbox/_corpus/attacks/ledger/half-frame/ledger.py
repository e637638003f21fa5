# Sends half a frame and falls silent
# ends: timeout
import os
import time

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))


def fall_silent(*_):
    os.write(CHANNEL, b'\x00\x00\x00\xff{"id": 1, "val')
    time.sleep(3600)


total = read_note = Ledger = fall_silent
