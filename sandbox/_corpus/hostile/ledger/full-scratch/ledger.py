# Fills the disk and the table of files in a tree that is deeper than a path can be
# ends: assertion test_error
import contextlib
import itertools
import os


def total(*_):
    with contextlib.suppress(OSError):
        for number in itertools.count():
            open(f"file-{number}", "wb").close()
            if number % 2:
                os.mkdir("x" * 200)
                os.chmod(".", 0o300)
                os.chdir("x" * 200)
    with contextlib.suppress(OSError), open("/grade/scratch/tmp/big", "wb") as big:
        while True:
            big.write(b"x" * 2**16)
    return 0


Ledger = read_note = total
