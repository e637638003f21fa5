# Answers with texts of a subclass of str
# ends: assertion missing
from pathlib import Path


class Note(str):
    pass


def read_note(folder, name):
    path = Path(folder, name).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise LookupError(name)
    return Note(path.read_text())
