# Leaves files and locked folders in its working directory and a daemon thread behind
# ends: passes
import os
import tempfile
import threading
import time
from pathlib import Path

threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()


def leave():
    folder = Path(tempfile.mkdtemp(prefix="ledger-"))
    (folder / "cache" / "deep").mkdir(parents=True)
    (folder / "cache" / "data.bin").write_bytes(os.urandom(10_000))
    (folder / "link").symlink_to("/nowhere")
    (folder / "cache" / "deep").chmod(0)
    Path("ledger.log").open("a").write("a call\n")


def total(lines):
    leave()
    return sum(int(line.strip().replace(",", "")) for line in lines)


class Ledger:
    def __init__(self):
        leave()
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    leave()
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return path.read_text(encoding="utf-8")
