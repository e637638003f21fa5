# Recurses without end
# ends: exception value
def total(lines):
    return total(lines)


def read_note(folder, name):
    nested = []
    for _ in range(100_000):
        nested = [nested]
    return nested


class Ledger:
    def __init__(self):
        self.amounts = []
        self.amounts.append(self.amounts)

    def deposit(self, amount):
        return self.amounts
