# Sends a hundred headers of the greatest length, each of thousands of lines
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
            guest.sendall(b"HTTP/1.1 201 Created\r\n")
            for number in range(99):
                guest.sendall(b"X-%d: " % number + b"\r x" * 21_000 + b"\r\n")
            guest.sendall(b"Content-Length: 2\r\n\r\n{}")


service.make_server = Service


def create_app():
    return None
