# Opens whatever the kernel shows of judge and zygote, and ends if it may see more than a name
# ends: missing
import os

SECRETS = (
    "auxv cwd environ exe fd fdinfo io map_files "
    "maps mem pagemap personality root smaps stack syscall timers"
)


def opens(path):
    try:
        os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)
    except OSError:
        return False
    return True


for pid in (1, os.getppid()):
    tasks = f"/proc/{pid}/task/{pid}"
    for place in (f"/proc/{pid}", tasks):
        for name in SECRETS.split():
            if opens(f"{place}/{name}"):
                os.abort()
