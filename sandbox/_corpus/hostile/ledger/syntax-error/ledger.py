# Hands in a program that is broken off in the middle
# ends: load_error
def total(lines):
    return sum(int(line.replace(",", "")
