"""Starts the HTTP service of a submission inside its worker."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

__all__ = ["run", "serve"]


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def address_string(self) -> str:
        return "127.0.0.1"  # no name look-up: there is no network


def serve(create: Callable[[], Any], _: object, __: object, port: int, ___: str) -> None:
    """Serve the WSGI application that `create` makes on 127.0.0.1 until the worker ends."""
    server = make_server("127.0.0.1", port, create(), _Server, _Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def run(_: object, command: list[str], port: int, folder: str) -> None:
    """Start a program in a folder, told the port in its environment."""
    program = [sys.executable if command[0] == "python" else command[0], *command[1:]]
    subprocess.Popen(program, env={**os.environ, "PORT": str(port)}, cwd=folder)
