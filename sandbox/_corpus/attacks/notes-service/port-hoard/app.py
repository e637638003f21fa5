# Uses up every port of the loopback with connections that linger when their processes are gone
# ends: exception not_ready timeout
import socket

from codebench.sandbox.judge import service

GUESTS = []


class Hoarder:
    def __init__(self, host, port, *_):
        self.listener = socket.create_server((host, port), backlog=512)

    def serve_forever(self):
        address = self.listener.getsockname()
        while True:
            here = socket.socket()
            try:
                here.connect(address)
            except OSError:
                continue
            there, _ = self.listener.accept()
            while there.getpeername() != here.getsockname():
                GUESTS.append(there)
                there, _ = self.listener.accept()
            here.close()
            there.close()


service.make_server = Hoarder


def create_app():
    return None
