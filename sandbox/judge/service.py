"""Starts the HTTP service of a submission inside its worker."""

import importlib
import os
import subprocess
import sys
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

__all__ = ["start"]


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def address_string(self) -> str:
        return "127.0.0.1"  # no name look-up: there is no network


def start(factory: str | None, command: list[str] | None, port: int, folder: str) -> None:
    """Serve on 127.0.0.1 until the worker ends.

    Args:
        factory: `module:function` that returns a WSGI application.
        command: Or a program, told the port in its environment.
        port: Where to listen.
        folder: Where the program starts.
    """
    if factory is not None:
        module, _, function = factory.partition(":")
        application = getattr(importlib.import_module(module), function)()
        server = make_server("127.0.0.1", port, application, _Server, _Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    elif command is not None:
        program = [sys.executable if command[0] == "python" else command[0], *command[1:]]
        subprocess.Popen(program, env={**os.environ, "PORT": str(port)}, cwd=folder)
