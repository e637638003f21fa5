# Answers with generators instead of values
# ends: assertion
def total(lines):
    yield sum(int(line.replace(",", "")) for line in lines)


def read_note(folder, name):
    yield open(f"{folder}/{name}").read()


class Ledger:
    def deposit(self, amount):
        yield amount

    def history(self):
        yield from []
