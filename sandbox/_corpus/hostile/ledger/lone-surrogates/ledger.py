# Answers with halves of surrogate pairs, also in the names of types and exceptions
# ends: assertion exception
Half = type("\N{GRINNING FACE}", (Exception,), {})


def total(lines):
    return "\ud800" * 10


def read_note(folder, name):
    return {"\udfff": "\ud83d", "\ud83d\ude00": "\x00"}


class Ledger:
    def deposit(self, amount):
        raise Half("\ud800")
