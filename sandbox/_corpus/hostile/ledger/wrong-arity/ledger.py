# Takes another number of arguments than the callers give
# ends: exception
def total():
    return 0


class Ledger:
    def __init__(self, owner):
        self.owner = owner


def read_note(folder, name, encoding):
    return ""
