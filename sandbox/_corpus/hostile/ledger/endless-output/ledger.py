# Prints without end
# ends: timeout
def total(*_):
    while True:
        print("x" * 10_000, flush=True)


Ledger = read_note = total
