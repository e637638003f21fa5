# Asks for ten gigabytes at once
# ends: memory
def total(*_):
    return len(bytearray(10 * 2**30))


Ledger = read_note = total
