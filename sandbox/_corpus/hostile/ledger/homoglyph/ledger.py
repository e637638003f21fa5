# Spells the names with letters that only look right
# ends: missing
def tоtal(lines):
    return sum(int(line.strip().replace(",", "")) for line in lines)


class Lеdger:
    pass


def read_nоte(folder, name):
    return open(f"{folder}/{name}").read()
