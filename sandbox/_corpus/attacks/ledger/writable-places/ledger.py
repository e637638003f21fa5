# Looks for a folder beside its own that it can write to, and ends if there is one
# ends: missing
import os

OURS = ("/grade/scratch", "/proc", "/sys")

for folder, inner, _ in os.walk("/"):
    inner[:] = [name for name in inner if os.path.join(folder, name) not in OURS]
    try:
        open(os.path.join(folder, "mark"), "x").close()
    except OSError:
        continue
    os.abort()
