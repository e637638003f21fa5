# Binds the names of functions to classes
# ends: assertion exception missing
class total(int):
    def __new__(cls, lines):
        return super().__new__(cls, sum(int(line.replace(",", "")) for line in lines))


class read_note:
    def __init__(self, folder, name):
        self.text = open(f"{folder}/{name}").read()

    def __str__(self):
        return self.text
