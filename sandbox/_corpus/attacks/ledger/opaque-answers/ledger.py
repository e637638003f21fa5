# Answers with opaque objects, which are true and differ from everything
# ends: assertion
class Opaque:
    def deposit(self, _):
        return Opaque()

    history = deposit


def total(_):
    return Opaque()


def read_note(*_):
    return Opaque()


class Ledger(Opaque):
    def history(self):
        return Opaque()
