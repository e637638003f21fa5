# Spells names in other letters that Python takes for the same
# ends: passes
from pathlib import Path


def ｔｏｔａｌ(lines):
    return sum(int(line.strip().replace(",", "")) for line in lines)


class 𝐋𝐞𝐝𝐠𝐞𝐫:
    def __init__(self):
        self.amounts = []

    def 𝒅𝒆𝒑𝒐𝒔𝒊𝒕(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def ℎ𝑖𝑠𝑡𝑜𝑟𝑦(self):
        return list(self.amounts)


def ｒead_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8")
