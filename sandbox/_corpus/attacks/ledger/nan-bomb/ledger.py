# Answers with numbers that are not numbers, also as the number of the call
# ends: assertion crash protocol test_error
import itertools
import os
import struct

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))
BODIES = itertools.cycle([b'{"id": 1, "value": NaN}', b'{"id": NaN, "value": -Infinity}'])


def bomb(*_):
    body = next(BODIES)
    os.write(CHANNEL, struct.pack("!I", len(body)) + body)
    os._exit(0)


if os.urandom(1) < b"\x80":
    next(BODIES)
total = read_note = Ledger = bomb
