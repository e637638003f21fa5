# Raises the interrupt of a user in every call
# ends: exception
def total(*_):
    raise KeyboardInterrupt


Ledger = read_note = total
