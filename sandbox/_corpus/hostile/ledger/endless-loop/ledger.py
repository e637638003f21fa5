# Never comes back from a call
# ends: timeout
def total(*_):
    while True:
        pass


Ledger = read_note = total
