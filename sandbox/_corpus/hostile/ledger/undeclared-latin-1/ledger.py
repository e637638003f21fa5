# Has letters in latin-1 without saying so
# ends: load_error
GREETING = "Grüße"


def total(lines):
    return sum(map(int, lines))
