"""Starts the HTTP service of a submission inside its worker."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

__all__ = ["run", "serve"]


_AT_A_TIME = 8


class _Server(WSGIServer):
    """Answers several requests at a time, with threads that stay.

    From Python 3.13 on, the stack of a thread that has ended is kept until its object is collected:
    a new thread for each request would use up the memory of the worker.
    """

    def __init__(self, *arguments: Any) -> None:
        self._pool = ThreadPoolExecutor(_AT_A_TIME)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Hand a request to one of the threads."""
        self._pool.submit(self._answer, request, client_address)

    def _answer(self, request: Any, client_address: Any) -> None:
        try:
            self.finish_request(request, client_address)
        except Exception:  # noqa: BLE001 -- one bad request must not be the last
            self.handle_error(request, client_address)
        finally:
            self.shutdown_request(request)


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
