# Sends its body in millions of chunks of one byte, each with a long extension
# ends: timeout
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
            guest.sendall(b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                guest.sendall((b"1;" + b"x" * 60_000 + b"\r\n{\r\n") * 20)


service.make_server = Service


def create_app():
    return None
