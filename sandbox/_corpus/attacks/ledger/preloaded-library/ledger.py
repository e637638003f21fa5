# Has the dynamic linker load a library of the submission into every program
# ends: crash
import contextlib
import os
import sys
from pathlib import Path

library = str(Path(__file__).with_name("payload.so"))
with contextlib.suppress(OSError):
    Path("/etc/ld.so.preload").write_text(library)
if os.environ.get("LD_PRELOAD") != library:
    os.environ["LD_PRELOAD"] = library
    os.execv(sys.executable, [sys.executable, *sys.argv])
