# Answers with coroutines instead of values
# ends: assertion
async def total(lines):
    return sum(int(line.replace(",", "")) for line in lines)


async def read_note(folder, name):
    return open(f"{folder}/{name}").read()


class Ledger:
    async def deposit(self, amount):
        return amount

    async def history(self):
        return []
