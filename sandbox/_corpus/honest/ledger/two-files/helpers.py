from pathlib import Path
from typing import NamedTuple


class Node:
    def __init__(self, amount, before):
        self.amount = amount
        self.before = before

    def __iter__(self):
        node = self
        while node:
            yield node.amount
            node = node.before


def amount_of(line):
    return int(line.strip().replace(",", ""))


class Note(NamedTuple):
    root: Path
    path: Path


def inside(folder, name):
    note = Note(Path(folder).resolve(), Path(folder, name).resolve())
    if note.root not in note.path.parents or not note.path.is_file():
        raise LookupError(name)
    return note.path
