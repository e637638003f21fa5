# Has other programs and forks of itself do the work and waits for them
# ends: passes
import os
import subprocess
from multiprocessing import get_context
from pathlib import Path


def add(lines, sender):
    try:
        sender.send(sum(int(line.strip().replace(",", "")) for line in lines))
    except ValueError as error:
        sender.send(error)


def total(lines):
    context = get_context("fork")
    receiver, sender = context.Pipe()
    child = context.Process(target=add, args=(lines, sender))
    child.start()
    result = receiver.recv()
    child.join()
    if isinstance(result, ValueError):
        raise result
    return result


class Ledger:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    environment = {"PATH": os.environ["PATH"]}
    command = ["cat", "--", str(path)]
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout.decode()
