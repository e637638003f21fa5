# Sends one byte of its body in every second, and never the last
# ends: timeout budget
import contextlib
import socket
import threading
import time

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
            guest.sendall(b"HTTP/1.1 201 Created\r\n\r\n")
            while True:
                guest.sendall(b" ")
                time.sleep(1)


service.make_server = Service


def create_app():
    return None
