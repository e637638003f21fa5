# Answers the call that starts the service with a table of numbers that all have the same hash
# ends: budget protocol timeout value
import os
import struct
import sys

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))


def create_app():
    numbers = (hex(number * sys.hash_info.modulus) for number in range(1, 95_000))
    pairs = b",".join(b'[["int","%s"],0]' % number.encode() for number in numbers)
    body = b'{"id": 1, "value": ["dict",' + pairs + b"]}"
    sent = struct.pack("!I", len(body)) + body
    while sent:
        sent = sent[os.write(CHANNEL, sent) :]
    os._exit(0)
