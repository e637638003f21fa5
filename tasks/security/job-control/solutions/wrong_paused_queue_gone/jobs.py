"""The jobs and queues of the render farm, over HTTP on 127.0.0.1, port $PORT.

Routes are functions with a decorator, `@route("POST", "/jobs/<id>")`. A request needs a token,
`Authorization: Bearer <token>`, unless the route says `public=True`, as /health does for the load
balancer. The tokens are in tokens.txt in the home directory, one in a line; empty lines and
lines that start with # do not count. The file is read for each request.
"""

import json
import os
import re
import secrets
from dataclasses import asdict, dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import RLock
from urllib.parse import parse_qsl, unquote

PARTS = {"<id>": "([0-9]{1,15})", "<name>": "([^/]+)"}
routes = []


class Failure(Exception):
    """An answer other than what was asked for."""


@dataclass
class Job:
    """Some work of the farm."""

    id: int
    name: str
    queue: str
    state: str
    priority: int


class Farm:
    """All jobs, and the queues that stand still."""

    def __init__(self):
        self.lock = RLock()
        self.jobs = []
        self.made = 0
        self.paused = set()

    def add(self, name, queue, priority):
        """Make a job."""
        self.made += 1
        job = Job(self.made, name, queue, "waiting", priority)
        self.jobs.append(job)
        return job

    def find(self, number):
        """The job of this id."""
        for job in self.jobs:
            if job.id == int(number):
                return job
        raise Failure(HTTPStatus.NOT_FOUND)

    def advance(self, number, before, after):
        """Bring a job from one state to another."""
        job = self.find(number)
        if job.state != before:
            raise Failure(HTTPStatus.CONFLICT)
        job.state = after
        return job

    def select(self, **wanted):
        """The jobs with these values."""
        return [
            job
            for job in self.jobs
            if all(getattr(job, name) == value for name, value in wanted.items())
        ]

    def line(self, queue):
        """The waiting jobs of a queue in their order."""
        found = self.select(queue=queue, state="waiting")
        return sorted(found, key=lambda job: (-job.priority, job.id))

    def view(self, queue):
        """A queue as clients see it."""
        ids = [job.id for job in self.line(queue)]
        return {"name": queue, "paused": queue in self.paused, "waiting": ids}


farm = Farm()


def route(method, path, *, public=False):
    """Register a function for a method and path."""
    pattern = re.sub("<[a-z]+>", lambda part: PARTS[part[0]], path)

    def register(action):
        routes.append((method, re.compile(pattern), public, action))
        return action

    return register


@route("GET", "/health", public=True)
def health(_):
    return {"ok": True}


@route("POST", "/jobs")
def add_job(sent):
    if not isinstance(sent, dict):
        raise Failure(HTTPStatus.BAD_REQUEST)
    texts = [sent.get("name"), sent.get("queue")]
    priority = sent.get("priority", 0)
    if not all(isinstance(text, str) and 0 < len(text) <= 40 for text in texts):
        raise Failure(HTTPStatus.BAD_REQUEST)
    if not isinstance(priority, int) or isinstance(priority, bool):
        raise Failure(HTTPStatus.BAD_REQUEST)
    return HTTPStatus.CREATED, asdict(farm.add(*texts, priority))


@route("GET", "/jobs")
def list_jobs(query):
    wanted = {name: value for name, value in query.items() if name in ("queue", "state")}
    return {"jobs": [asdict(job) for job in farm.select(**wanted)]}


@route("GET", "/jobs/<id>")
def show_job(_, number):
    return asdict(farm.find(number))


@route("DELETE", "/jobs/<id>")
def delete_job(_, number):
    farm.jobs.remove(farm.find(number))


@route("POST", "/jobs/<id>/pause")
def pause_job(_, number):
    return asdict(farm.advance(number, "waiting", "paused"))


@route("POST", "/jobs/<id>/resume")
def resume_job(_, number):
    return asdict(farm.advance(number, "paused", "waiting"))


@route("POST", "/jobs/<id>/finish")
def finish_job(_, number):
    return asdict(farm.advance(number, "running", "done"))


@route("GET", "/queues")
def list_queues(_):
    return {"queues": sorted({job.queue for job in farm.jobs})}


@route("GET", "/queues/<name>")
def show_queue(_, name):
    return farm.view(name)


@route("POST", "/queues/<name>/pause")
def pause_queue(_, name):
    farm.paused.add(name)
    return farm.view(name)


@route("POST", "/queues/<name>/resume")
def resume_queue(_, name):
    farm.paused.discard(name)
    return farm.view(name)


@route("POST", "/queues/<name>/next")
def next_job(_, name):
    line = farm.line(name)
    if line and name not in farm.paused:
        return asdict(farm.advance(line[0].id, "waiting", "running"))
    return None


@route("GET", "/stats")
def stats(_):
    return {
        state: len(farm.select(state=state)) for state in ("waiting", "paused", "running", "done")
    }


def has_token(header):
    """Does the Authorization header hold one of the tokens?"""
    if not header.startswith("Bearer "):
        return False
    try:
        with open(os.path.expanduser("~/tokens.txt"), encoding="utf-8") as file:
            lines = [line.rstrip("\n").encode() for line in file]
    except FileNotFoundError:
        return False
    sent = header.removeprefix("Bearer ").encode()
    return any(
        secrets.compare_digest(line, sent) for line in lines if line and not line.startswith(b"#")
    )


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    def handle_method(self):
        """Answer a request of any method."""
        try:
            status, value = HTTPStatus.OK, self.find_answer()
            if isinstance(value, tuple):
                status, value = value
            elif value is None:
                status = HTTPStatus.NO_CONTENT
        except Failure as failure:
            status, value = failure.args[0], {"error": failure.args[0].phrase}
        content = json.dumps(value).encode() if value is not None else b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_GET = do_HEAD = do_POST = do_DELETE = handle_method

    def find_answer(self):
        """What the route gives that is meant."""
        path, _, query = self.path.partition("?")
        path = re.sub("/+", "/", path).rstrip("/")
        method = self.command.replace("HEAD", "GET")
        for verb, pattern, public, action in routes:
            match = pattern.fullmatch(path)
            if verb != method or not match:
                continue
            if not public and not has_token(self.headers.get("Authorization", "")):
                raise Failure(HTTPStatus.UNAUTHORIZED)
            names = [unquote(part) for part in match.groups()]
            if any(len(name) > 40 for name in names):
                raise Failure(HTTPStatus.NOT_FOUND)
            sent = self.body() if method == "POST" else dict(parse_qsl(query))
            with farm.lock:
                return action(sent, *names)
        raise Failure(HTTPStatus.NOT_FOUND)

    def body(self):
        """The JSON value that was sent, or None."""
        try:
            return json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        except ValueError:
            return None

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
