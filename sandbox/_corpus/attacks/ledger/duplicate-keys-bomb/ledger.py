# Answers with an object that holds every key twice
# ends: crash exception
import os
import struct

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))
BODY = b'{"id": 9, "raised": ["A"], "raised": ["ValueError", "LookupError"], "id": 1, "id": 1}'


def bomb(*_):
    os.write(CHANNEL, struct.pack("!I", len(BODY)) + BODY)
    os._exit(0)


total = read_note = Ledger = bomb
