# Leaves a process behind that listens and answers for the service of later tests
# ends: assertion test_error
import os
import signal
import socket


def answer_for_ever():
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for port in range(32768, 32868):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("0.0.0.0", port))
        listener.listen()
    while True:
        signal.pause()


def create_app():
    if os.fork() == 0:
        if os.fork() == 0:
            answer_for_ever()
        os._exit(0)

    def app(environ, start_response):
        start_response("200 OK", [])
        return [b"{}"]

    return app
