# Prints and logs much, works in threads and keeps caches for all calls
# ends: passes
import functools
import logging
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
log = logging.getLogger("ledger")
pool = ThreadPoolExecutor(max_workers=4)
lock = threading.Lock()
calls = 0


@functools.cache
def amount(line):
    log.debug("reading %r", line)
    return int(line.strip().replace(",", ""))


def counted(function):
    @functools.wraps(function)
    def wrapper(*args):
        global calls
        with lock:
            calls += 1
        print(function.__name__, args, "call", calls, "x" * 10_000)
        print("not an error", file=sys.stderr, flush=True)
        return function(*args)

    return wrapper


@counted
def total(lines):
    return sum(pool.map(amount, lines))


class Ledger:
    def __init__(self):
        self.amounts = []

    @counted
    def deposit(self, amount):
        if amount < 1:
            log.error("refused %s", amount)
            raise ValueError("nothing to deposit")
        with lock:
            self.amounts.append(amount)
            return sum(self.amounts)

    @counted
    def history(self):
        return list(self.amounts)


@counted
def read_note(folder, name):
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return pool.submit(path.read_text, encoding="utf-8").result()
