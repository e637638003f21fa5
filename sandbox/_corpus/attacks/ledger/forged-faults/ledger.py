# Blames the grader, in the words that the worker has for faults of its own
# ends: budget protocol
import itertools
import json
import os
import struct

CHANNEL = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))
FAULTS = itertools.cycle([None, [], "passed", "judge_error", {"reason": "infra"}, "budget"])

for number in range(int.from_bytes(os.urandom(1)) % 6):
    next(FAULTS)


def blame(*_):
    body = json.dumps({"id": 1, "fault": next(FAULTS)}).encode()
    os.write(CHANNEL, struct.pack("!I", len(body)) + body)
    os._exit(0)


total = read_note = Ledger = blame
