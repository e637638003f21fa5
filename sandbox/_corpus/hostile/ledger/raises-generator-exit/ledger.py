# Raises the end of a generator in every call
# ends: exception
def total(*_):
    raise GeneratorExit


Ledger = read_note = total
