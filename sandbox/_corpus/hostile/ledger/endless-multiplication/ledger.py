# Is busy in one operation of the interpreter that no signal handler can interrupt
# ends: timeout
def total(*_):
    return 7 ** (7**12) % 10


Ledger = read_note = total
