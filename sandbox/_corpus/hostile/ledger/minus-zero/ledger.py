# Answers with minus zero and other floats where whole numbers are due
# ends: assertion missing
def total(lines):
    return sum(int(line.strip().replace(",", "")) for line in lines) * 1.0 or -0.0


class Ledger:
    balance = -0.0

    def deposit(self, amount):
        self.balance += amount
        return self.balance
