# Answers with brackets nested 200,000 deep
# ends: protocol
import os
import struct

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))


def bomb(*_):
    body = b'{"id": 1, "value": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    os.write(CHANNEL, struct.pack("!I", len(body)) + body)
    os._exit(0)


total = read_note = Ledger = bomb
