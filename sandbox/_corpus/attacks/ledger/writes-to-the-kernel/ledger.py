# Writes into the settings of the kernel, the control groups, judge and zygote, and ends if it may
# ends: missing
import os

SETTINGS = (
    "oom_score_adj oom_adj comm timerslack_ns clear_refs coredump_filter uid_map attr/current"
)
PATHS = [f"/proc/{pid}/{name}" for pid in (1, os.getppid()) for name in SETTINGS.split()]
for top in ("/sys/fs/cgroup", "/proc/sys", "/grade/code", "/run", "/etc", "/tmp"):
    PATHS += [os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names]

for path in PATHS:
    try:
        os.write(os.open(path, os.O_WRONLY | os.O_NONBLOCK), b"0")
    except OSError:
        continue
    os.abort()
