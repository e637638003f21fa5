# Answers with a set of numbers that all have the same hash
# ends: budget value
import os
import struct
import sys

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))


def bomb(*_):
    numbers = (hex(number * sys.hash_info.modulus) for number in range(1, 120_000))
    members = b",".join(b'["int","%s"]' % number.encode() for number in numbers)
    body = b'{"id": 1, "value": ["set",' + members + b"]}"
    sent = struct.pack("!I", len(body)) + body
    while sent:
        sent = sent[os.write(CHANNEL, sent) :]
    os._exit(0)


total = read_note = Ledger = bomb
