# Takes more and more memory
# ends: memory
def total(*_):
    hoard = []
    while True:
        hoard.append(bytes(2**20))


Ledger = read_note = total
