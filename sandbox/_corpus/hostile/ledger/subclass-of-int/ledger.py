# Answers with numbers of a subclass of int
# ends: assertion missing
class Amount(int):
    pass


def total(lines):
    return Amount(sum(int(line.strip().replace(",", "")) for line in lines))


class Ledger:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError(amount)
        self.amounts.append(Amount(amount))
        return Amount(sum(self.amounts))

    def history(self):
        return self.amounts
