"""A server that takes datasets as the hub of Hugging Face does, on the loopback interface."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Hub:
    """What it was told."""

    token: str
    """The one that may write."""
    made: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    address: str = ""


@contextmanager
def hub(token: str) -> Iterator[Hub]:
    """A hub that runs as long as the context."""
    told = Hub(token)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(told))
    told.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(told: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Authorization") != f"Bearer {told.token}":
                self._answer(401, {"error": "Invalid username or password."})
            else:
                self._answer(200, _taken(told, self.path, body))

        def _answer(self, status: int, content: dict[str, Any]) -> None:
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler


def _taken(told: Hub, path: str, body: bytes) -> dict[str, Any]:
    """Store what comes, and answer as the hub does."""
    if path == "/api/repos/create":
        told.made.append(json.loads(body))
        name = "/".join(filter(None, (told.made[-1].get("organization"), told.made[-1]["name"])))
        return {"url": f"{told.address}/datasets/{name}", "name": name}
    if path.endswith("/preupload/main"):
        names = [each["path"] for each in json.loads(body)["files"]]
        modes = [{"path": name, "uploadMode": "regular", "shouldIgnore": False} for name in names]
        return {"files": modes}
    if path.endswith("/commit/main"):
        for line in map(json.loads, body.splitlines()):
            if line["key"] == "file":
                told.files[line["value"]["path"]] = base64.b64decode(line["value"]["content"])
        return {"commitUrl": f"{told.address}/datasets/owner/name/commit/1", "commitOid": "1"}
    return {"errors": [], "warnings": []}  # checks of the card's head
