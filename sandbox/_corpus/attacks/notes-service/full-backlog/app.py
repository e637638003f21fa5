# Listens on the port and fills its own queue, so that the next connection waits for minutes
# ends: budget not_ready timeout
import socket

from codebench.sandbox.judge import service

KEPT = []


class Silent:
    def __init__(self, host, port, *_):
        KEPT.append(socket.create_server((host, port), backlog=0))
        for _ in range(4):
            KEPT.append(socket.socket())
            KEPT[-1].setblocking(False)
            KEPT[-1].connect_ex((host, port))

    def serve_forever(self):
        pass


service.make_server = Silent


def create_app():
    return None
