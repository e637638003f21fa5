# Answers with a JSON body of the deepest nesting and of the longest number
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
            body = b"[" * 2**21 + b"9" * 2**21
            guest.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


service.make_server = Service


def create_app():
    return None
