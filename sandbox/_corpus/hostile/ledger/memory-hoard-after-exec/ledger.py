# Has many small programs with a better standing in the kernel's eyes fill the memory
# ends: memory resource timeout
import subprocess
import sys
import time

HOARD = """
import mmap
open("/proc/self/oom_score_adj", "w").write("0")
hoard = []
while True:
    hoard.append(mmap.mmap(-1, 2**18, mmap.MAP_SHARED))
    hoard[-1].write(b"x" * 2**18)
"""


def total(*_):
    for _ in range(10):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", HOARD])
    time.sleep(3600)


Ledger = read_note = total
