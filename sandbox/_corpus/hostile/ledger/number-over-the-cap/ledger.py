# Answers with a number that is larger than an answer may be
# ends: missing value
def total(lines):
    return 1 << 2**26


def read_note(folder, name):
    return "x" * 2**24
