"""The list of jobs of the render farm, over HTTP on 127.0.0.1, port $PORT.

    GET    /health                 200 {"ok": true}
    POST   /jobs                   201 and the new job; the body is {"name", "queue", "priority"}
    GET    /jobs?queue=...&state=  200 {"jobs": [...]}, oldest first
    GET    /jobs/<id>              200 and the job
    DELETE /jobs/<id>              204
    POST   /jobs/<id>/pause        200 and the job, also resume and finish
    GET    /queues                 200 {"queues": [...]}
    GET    /queues/<name>          200 {"name": "...", "paused": false, "waiting": [1]}
    POST   /queues/<name>/pause    200 and the queue, also resume
    POST   /queues/<name>/next     200 and the job that is now running, or 204
    GET    /stats                  200 and the number of jobs in each state

A job is {"id": 1, "name": "...", "queue": "...", "state": "waiting", "priority": 0}. HEAD works as
GET does. It is 404 for a job or path that does not exist, 400 for a body that is not as it should
be and 409 for a job in another state.

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
from urllib.parse import parse_qs, unquote

OPEN = [("GET", ["health"])]
STEPS = {"pause": ("waiting", "paused"), "resume": ("paused", "waiting")}
STEPS["finish"] = ("running", "done")

lock = Lock()
numbers = count(1)
jobs = {}
paused = set()


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


def waiting(queue):
    """The waiting jobs of a queue, in the order in which they run."""
    found = [job for job in jobs.values() if (job["queue"], job["state"]) == (queue, "waiting")]
    return sorted(found, key=lambda job: -job["priority"])


def health(_):
    return 200, {"ok": True}


def add_job(fields):
    name, queue = text(fields, "name"), text(fields, "queue")
    priority = fields.get("priority", 0)
    if type(priority) is not int:
        raise BadRequest("priority is a whole number")
    number = next(numbers)
    jobs[number] = {"id": number, "name": name, "queue": queue, "state": "waiting"}
    jobs[number]["priority"] = priority
    return 201, jobs[number]


def list_jobs(fields):
    wanted = {name: fields[name] for name in ("queue", "state") if name in fields}
    return 200, {"jobs": [job for job in jobs.values() if wanted.items() <= job.items()]}


def show_job(_, number):
    job = jobs.get(int(number))
    return (200, job) if job else (404, None)


def delete_job(_, number):
    return (204, None) if jobs.pop(int(number), None) else (404, None)


def move_job(_, number, step):
    job = jobs.get(int(number))
    if not job:
        return 404, None
    before, after = STEPS[step]
    if job["state"] != before:
        return 409, None
    job["state"] = after
    return 200, job


def show_queue(_, name):
    ids = [job["id"] for job in waiting(name)]
    return 200, {"name": name, "paused": name in paused, "waiting": ids}


def list_queues(_):
    return 200, {"queues": sorted(paused | {job["queue"] for job in jobs.values()})}


def pause_queue(_, name, step):
    if step == "pause":
        paused.add(name)
    else:
        paused.discard(name)
    return show_queue({}, name)


def next_job(_, name):
    found = waiting(name)
    if not found or name in paused:
        return 204, None
    found[0]["state"] = "running"
    return 200, found[0]


def stats(_):
    numbers = dict.fromkeys(["waiting", "paused", "running", "done"], 0)
    for job in jobs.values():
        numbers[job["state"]] += 1
    return 200, numbers


ID = "([0-9]+)"
NAME = "(?s:(.{1,40}))"
ROUTES = [
    ("GET", ["health"], health),
    ("POST", ["jobs"], add_job),
    ("GET", ["jobs"], list_jobs),
    ("GET", ["jobs", ID], show_job),
    ("DELETE", ["jobs", ID], delete_job),
    ("POST", ["jobs", ID, "(pause|resume|finish)"], move_job),
    ("GET", ["queues"], list_queues),
    ("GET", ["queues", NAME], show_queue),
    ("POST", ["queues", NAME, "(pause|resume)"], pause_queue),
    ("POST", ["queues", NAME, "next"], next_job),
    ("GET", ["stats"], stats),
]


def match_parts(patterns, parts):
    """The variable parts of a path if it fits, else None."""
    if len(patterns) != len(parts):
        return None
    matches = [re.fullmatch(*pair) for pair in zip(patterns, parts, strict=True)]
    return [group for match in matches for group in match.groups()] if all(matches) else None


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    def do_GET(self):
        self.answer("GET")

    do_HEAD = do_GET

    def do_POST(self):
        self.answer("POST")

    def do_DELETE(self):
        self.answer("DELETE")

    def answer(self, method):
        """Find the route and go there."""
        path, _, query = self.path.partition("?")
        parts = [unquote(part) for part in path.split("/") if part]
        header = self.headers.get("Authorization", "")
        if (method != "GET" or parts[:1] == ["jobs"]) and not is_allowed(header):
            self.reply(401, None)
            return
        for verb, patterns, action in ROUTES:
            match = match_parts(patterns, parts)
            if verb == method and match is not None:
                try:
                    fields = self.fields(query)
                    with lock:
                        status, value = action(fields, *match)
                except BadRequest as error:
                    status, value = 400, {"error": str(error)}
                self.reply(status, value)
                return
        self.reply(404, None)

    def fields(self, query):
        """The JSON object in the body of a POST request, if there is one, else the parameters."""
        if self.command != "POST":
            return {name: values[-1] for name, values in parse_qs(query).items()}
        try:
            fields = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
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
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
