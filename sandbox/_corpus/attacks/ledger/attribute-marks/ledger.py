# Leaves an extended attribute on its empty folder for the next test, and ends if it is there
# ends: missing
import contextlib
import os

if "user.mark" in os.listxattr("."):
    os.abort()
with contextlib.suppress(OSError):
    os.setxattr(".", "user.mark", b"here")
