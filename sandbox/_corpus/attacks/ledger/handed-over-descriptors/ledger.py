# Sends hundreds of descriptors along with every byte of its answers
# ends: assertion protocol test_error
import array
import os
import socket

FD = next(fd for fd in range(3, 128) if os.path.exists(f"/proc/self/fd/{fd}"))
CHANNEL = socket.socket(fileno=FD)


def total(*_):
    many = array.array("i", [os.open("/dev/zero", os.O_RDONLY)] * 200)
    for byte in b'\0\0\0\x15{"id":1,"value":true}':
        CHANNEL.sendmsg([bytes([byte])], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, many)])
    return 0


Ledger = read_note = total
