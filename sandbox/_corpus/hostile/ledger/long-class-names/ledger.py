# Raises exceptions whose names are a million rare letters long
# ends: assertion exception protocol test_error
import struct

from codebench.sandbox.judge import worker

LONG = "".join(map(chr, range(0x4E00, 0x9E00))) * 64


def reply(channel, answer):
    body = '{"id": %d, "raised": ["%s"]}' % (answer["id"], LONG)
    channel.sendall(struct.pack("!I", len(body.encode())) + body.encode())


worker._reply = reply


def total(*_):
    return 0


Ledger = read_note = total
