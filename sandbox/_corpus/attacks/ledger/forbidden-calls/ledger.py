# Tries calls of the kernel that no submission needs, and ends if one is allowed
# ends: missing
import ctypes
import os

SYSCALL = ctypes.CDLL(None).syscall
NEW_USER, NEW_FOLDERS, NEW_PROCESSES = 0x10000000, 0x20000, 0x20000000
CALLS = [
    (272, NEW_USER),  # unshare
    (272, NEW_FOLDERS),
    (272, NEW_PROCESSES),
    (165, b"none", b"/grade/scratch", b"tmpfs", 0, None),  # mount
    (155, b"/grade", b"/grade"),  # pivot_root
    (161, b"/grade/scratch"),  # chroot
    (105, 0),  # setuid
    (106, 0),  # setgid
    (323, 0),  # userfaultfd
    (425, 8, ctypes.create_string_buffer(256)),  # io_uring_setup
    (321, 0, ctypes.create_string_buffer(128), 72),  # bpf
    (298, ctypes.create_string_buffer(128), 0, -1, -1, 0),  # perf_event_open
    (248, b"user", b"mark", b"x", 1, -3),  # add_key
    (250, 1, -3, 0, 0, 0),  # keyctl
    (41, 40, 1, 0),  # socket of a virtual machine
    (41, 17, 3, 0),  # raw socket
    (304, 1, b"x", 0),  # open_by_handle_at
    (300, 0, 0),  # fanotify_init
    (101, 16, 1, 0, 0),  # attach to the judge
    (101, 16, os.getppid(), 0, 0),
    (310, 1, None, 0, None, 0, 1),  # process_vm_readv
    (246, 0, 0, 0, 0),  # kexec_load
]

for call in CALLS:
    if SYSCALL(*call) >= 0:
        os.abort()
