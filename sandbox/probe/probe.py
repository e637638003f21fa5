"""Looks around as a submission can. Everything here is plain: the judge draws the conclusions."""

import ctypes
import errno
import os
import resource
import socket

_CLONE_NEWUSER = 0x10000000


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(100_000)
    except OSError:
        return None


def names(path):
    try:
        return os.listdir(path)
    except OSError:
        return None


def user():
    return [*os.getresuid(), *os.getresgid(), *os.getgroups()]


def environment():
    return sorted(os.environ)


def limit(name):
    return list(resource.getrlimit(getattr(resource, name)))


def connects(host, port):
    """Whether something outside may be spoken to, so that no answer counts as well."""
    with socket.socket() as client:
        client.settimeout(0.3)
        try:
            client.connect((host, port))
        except TimeoutError:
            return True
        except OSError as error:
            return error.errno not in {errno.ENETUNREACH, errno.EPERM, errno.EACCES}
        return True


def writes(path):
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write("x")
    except OSError:
        return False
    os.unlink(path)
    return True


def becomes_root():
    try:
        os.setuid(0)
    except OSError:
        return False
    return True


def leaves_its_namespace():
    return ctypes.CDLL(None).unshare(_CLONE_NEWUSER) == 0


def kills(pid):
    try:
        os.kill(pid, 0)
    except PermissionError:
        return False
    return True
