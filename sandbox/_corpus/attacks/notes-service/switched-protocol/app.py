# Switches to another protocol, and answers requests that were not made
# ends: assertion exception
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
            guest.sendall(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
            )
            guest.sendall(b'HTTP/1.1 201 Created\r\nContent-Length: 14\r\n\r\n{"token": "x"}' * 100)


service.make_server = Service


def create_app():
    return None
