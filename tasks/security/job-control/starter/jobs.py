"""The list of jobs of the render farm, over HTTP on 127.0.0.1, port $PORT.

    GET    /health      200 {"ok": true}
    POST   /jobs        201 and the new job; the body is {"name": "...", "queue": "..."}
    GET    /jobs        200 {"jobs": [...]}, oldest first
    GET    /jobs/<id>   200 and the job: {"id": 1, "name": "...", "queue": "...", "state": "waiting"}
    DELETE /jobs/<id>   204

It is 404 for a job or path that does not exist and 400 for a body that is not as it should be.

The load balancer asks for /health. All else is only for those who have a token: requests carry it
as `Authorization: Bearer <token>`, or the answer is 401. The tokens are in tokens.txt in the
home directory, one in a line; empty lines and lines that start with # do not count. The file is
read for each request, so that tokens can come and go while the service runs; without the file
there are none.
"""

import hmac
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Lock

PROTECTED = re.compile("/jobs(/[0-9]+)?")

lock = Lock()
numbers = count(1)
jobs = {}


class BadRequest(Exception):
    """The body is not as it should be."""


def is_allowed(header):
    """Is there a valid token in this Authorization header?"""
    scheme, _, token = header.partition(" ")
    try:
        lines = Path.home().joinpath("tokens.txt").read_text("utf-8").splitlines()
    except FileNotFoundError:
        return False
    tokens = [line for line in lines if line and not line.startswith("#")]
    return scheme == "Bearer" and any(
        hmac.compare_digest(token.encode(), each.encode()) for each in tokens
    )


def text(fields, name):
    """A field of 1 to 40 characters."""
    value = fields.get(name)
    if not isinstance(value, str) or not 1 <= len(value) <= 40:
        raise BadRequest(f"{name} is a text of 1 to 40 characters")
    return value


def health(_):
    return 200, {"ok": True}


def add_job(fields):
    name, queue = text(fields, "name"), text(fields, "queue")
    number = next(numbers)
    jobs[number] = {"id": number, "name": name, "queue": queue, "state": "waiting"}
    return 201, jobs[number]


def list_jobs(_):
    return 200, {"jobs": list(jobs.values())}


def show_job(_, number):
    job = jobs.get(int(number))
    return (200, job) if job else (404, None)


def delete_job(_, number):
    return (204, None) if jobs.pop(int(number), None) else (404, None)


ROUTES = [
    ("GET", "/health", health),
    ("POST", "/jobs", add_job),
    ("GET", "/jobs", list_jobs),
    ("GET", "/jobs/([0-9]+)", show_job),
    ("DELETE", "/jobs/([0-9]+)", delete_job),
]


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def do_DELETE(self):
        self.answer("DELETE")

    def answer(self, method):
        """Find the route and go there."""
        if PROTECTED.fullmatch(self.path) and not is_allowed(self.headers.get("Authorization", "")):
            self.reply(401, None)
            return
        for verb, pattern, action in ROUTES:
            match = re.fullmatch(pattern, self.path)
            if verb == method and match:
                try:
                    fields = self.fields()
                    with lock:
                        status, value = action(fields, *match.groups())
                except BadRequest as error:
                    status, value = 400, {"error": str(error)}
                self.reply(status, value)
                return
        self.reply(404, None)

    def fields(self):
        """The JSON object in the body, for methods that have one."""
        if self.command != "POST":
            return {}
        try:
            fields = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        except ValueError as error:
            raise BadRequest("the body is not JSON") from error
        if not isinstance(fields, dict):
            raise BadRequest("the body is not an object")
        return fields

    def reply(self, status, value):
        """Send an answer, with a body if there is a value."""
        content = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
