# Announces a chunk of minus one byte, which the client reads without end
# ends: exception timeout
import contextlib
import socket
import threading

from codebench.sandbox.judge import service


class Service:
    def __init__(self, host, port, *_):
        self.listener = socket.create_server((host, port))

    def serve_forever(self):
        while True:
            guest, _ = self.listener.accept()
            threading.Thread(target=self.pour, args=(guest,), daemon=True).start()

    def pour(self, guest):
        with contextlib.suppress(OSError):
            guest.sendall(b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n")
            while True:
                guest.sendall(bytes(2**20))


service.make_server = Service


def create_app():
    return None
