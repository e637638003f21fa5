# Looks for descriptors that it should not have inherited, and ends if there is one
# ends: missing
import os

NULL = {"/dev/null"}
SEEN = {
    os.readlink(f"/proc/self/fd/{fd}") for fd in range(64) if os.path.lexists(f"/proc/self/fd/{fd}")
}

if len([link for link in SEEN if link not in NULL]) > 1:
    os.abort()
