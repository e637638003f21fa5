# Announces a chunk of fewer bytes than any number of the machine can count
# ends: exception
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
            guest.recv(2**16)
            guest.sendall(
                b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n-" + b"f" * 40
            )
            guest.sendall(b"\r\n")


service.make_server = Service


def create_app():
    return None
