# Raises the base of all exceptions in every call
# ends: exception
def total(*_):
    raise BaseException("everything")


Ledger = read_note = total
