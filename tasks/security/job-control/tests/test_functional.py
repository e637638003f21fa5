"""Does the job service do what the farm needs, and what it did before?"""

from itertools import product
from random import Random
from string import ascii_lowercase
from typing import Any
from urllib.parse import quote

from codebench.sandbox.judge.values import exactly

UNKNOWN = 876_543
STATES = ["waiting", "paused", "running", "done"]
STEPS = {"pause": "waiting paused", "resume": "paused waiting", "finish": "running done"}


def _word(rng: Random, size: int = 8) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


def _at(queue: str, rest: str = "") -> str:
    return f"/queues/{quote(queue, safe='')}{rest}"


class Farm:
    """The service, asked with a valid token."""

    def __init__(self, http: Any, scratch: Any, rng: Random) -> None:
        self.http = http
        self.token = _word(rng, 20)
        lines = [f"# {_word(rng)}", "", _word(rng, 20), self.token]
        scratch.write("tokens.txt", "\n".join(rng.sample(lines, 4)) + "\n")

    def ask(self, method: str, path: str, json: object = None) -> Any:
        """The answer to a request."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return self.http.request(method, path, headers=headers, json=json)

    def status(self, method: str, path: str, json: object = None) -> int:
        """The status of an answer."""
        return self.ask(method, path, json).status

    def get(self, path: str, method: str = "GET") -> Any:
        """What is answered if all goes well."""
        answer = self.ask(method, path)
        assert answer.status == 200, path
        return answer.json()

    def add(self, name: str, queue: str, **fields: Any) -> dict[str, Any]:
        """Make a job."""
        answer = self.ask("POST", "/jobs", {"name": name, "queue": queue, **fields})
        assert answer.status == 201
        made = answer.json()
        assert type(made["id"]) is int
        expected = {"id": made["id"], "name": name, "queue": queue, "state": "waiting"}
        assert made == exactly({**expected, "priority": 0, **fields})
        return made


def test_what_there_was(http: Any, scratch: Any, rng: Random) -> None:
    """Old requests and tokens"""
    assert http.get("/health").status == 200
    assert http.get("/health").json() == exactly({"ok": True})
    for headers in ({}, {"Authorization": f"Bearer {_word(rng)}"}):
        assert http.get("/jobs", headers=headers).status == 401
    farm = Farm(http, scratch, rng)
    job = farm.add(_word(rng, 40), "q" * 40)
    one = f"/jobs/{job['id']}"
    for method, path in (("GET", "/jobs"), ("POST", "/jobs"), ("GET", one), ("DELETE", one)):
        for header in ("", "Bearer", f"Bearer {_word(rng, 20)}", "Bearer # a", farm.token):
            answer = http.request(method, path, headers={"Authorization": header})
            assert answer.status == 401
    other = farm.add("é", "x")
    assert farm.get("/jobs") == exactly({"jobs": [job, other]})
    assert farm.get(f"/jobs/{job['id']}") == exactly(job)
    wrong: list[Any] = [{}, {"name": "a"}, {"queue": "a"}, [], "a", {"name": "", "queue": "a"}]
    wrong += [{"name": "a", "queue": queue} for queue in ("", "q" * 41, 5, None, ["a"])]
    wrong += [
        {"name": "a", "queue": "a", "priority": value} for value in ("1", 1.5, None, True, [])
    ]
    for fields in wrong:
        assert farm.status("POST", "/jobs", fields) == 400
    assert farm.status("DELETE", f"/jobs/{job['id']}") == 204
    for method in ("GET", "DELETE"):
        assert farm.status(method, f"/jobs/{job['id']}") == 404
    assert farm.get("/jobs") == exactly({"jobs": [other]})
    for path in ("/", "/nothing", "/jobs/x", "/queue", "/healthy", f"/jobs/{other['id']}/wait"):
        assert farm.status("GET", path) == 404
    new = Farm(http, scratch, rng)
    assert farm.status("GET", "/jobs") == 401
    assert new.get("/jobs") == exactly({"jobs": [other]})


class Model:
    """What the service should know."""

    def __init__(self, queues: list[str]) -> None:
        self.queues = queues
        self.jobs: dict[int, dict[str, Any]] = {}
        self.paused: set[str] = set()

    def view(self, queue: str) -> dict[str, Any]:
        """A queue as the service should show it."""
        waiting = [job for job in self.jobs.values() if self._waits(job, queue)]
        waiting.sort(key=lambda job: (-job["priority"], job["id"]))
        ids = [job["id"] for job in waiting]
        return {"name": queue, "paused": queue in self.paused, "waiting": ids}

    def _waits(self, job: dict[str, Any], queue: str) -> bool:
        return job["queue"] == queue and job["state"] == "waiting"

    def check(self, farm: Farm, rng: Random) -> None:
        """Compare what is shown."""
        jobs = list(self.jobs.values())
        queue, state = rng.choice(self.queues), rng.choice(STATES)
        some = [job for job in jobs if job["queue"] == queue]
        name = quote(queue, safe="")
        assert farm.get("/jobs") == exactly({"jobs": jobs})
        assert farm.get(f"/jobs?queue={name}") == exactly({"jobs": some})
        both = [job for job in some if job["state"] == state]
        assert farm.get(f"/jobs?state={state}&queue={name}") == exactly({"jobs": both})
        assert farm.get(_at(queue)) == exactly(self.view(queue))
        count = {each: sum(job["state"] == each for job in jobs) for each in STATES}
        assert farm.get("/stats") == exactly(count)
        used = sorted({job["queue"] for job in jobs} | self.paused)
        assert farm.get("/queues") == exactly({"queues": used})


def test_a_busy_day(http: Any, scratch: Any, rng: Random) -> None:
    """Jobs and queues go through many changes"""
    farm = Farm(http, scratch, rng)
    model = Model([_word(rng), f"{_word(rng)} é/{_word(rng)}"])
    model.check(farm, rng)
    for turn in range(60):
        queue = rng.choice(model.queues)
        action = rng.choice(
            ["add", "add", "add", "next", "next", "pause", "resume", "step", "step"]
        )
        if turn < 8 or action == "add":
            job = farm.add(_word(rng), queue, priority=rng.randint(-1, 1))
            model.jobs[job["id"]] = job
        elif action in ("pause", "resume"):
            (model.paused.add if action == "pause" else model.paused.discard)(queue)
            assert farm.get(_at(queue, f"/{action}"), "POST") == exactly(model.view(queue))
        elif action == "next":
            waiting = model.view(queue)["waiting"]
            answer = farm.ask("POST", _at(queue, "/next"))
            if queue in model.paused or not waiting:
                assert (answer.status, answer.body) == (204, b"")
            else:
                model.jobs[waiting[0]]["state"] = "running"
                assert answer.status == 200
                assert answer.json() == exactly(model.jobs[waiting[0]])
        else:
            job, step = rng.choice(list(model.jobs.values())), rng.choice(list(STEPS))
            before, after = STEPS[step].split()
            answer = farm.ask("POST", f"/jobs/{job['id']}/{step}")
            assert answer.status == (200 if job["state"] == before else 409)
            if job["state"] == before:
                job["state"] = after
                assert answer.json() == exactly(job)
        if turn % 8 == 0:
            model.check(farm, rng)
    model.check(farm, rng)


def _check_steps(farm: Farm, rng: Random) -> None:
    """Every step of a job in every state."""
    for step, state in rng.sample(list(product(STEPS, STATES)), 12):
        queue = _word(rng)
        job = farm.add("a", queue)
        if state == "paused":
            farm.get(f"/jobs/{job['id']}/pause", "POST")
            assert farm.status("POST", _at(queue, "/next")) == 204
        if state in ("running", "done"):
            assert farm.get(_at(queue, "/next"), "POST")["id"] == job["id"]
        if state == "done":
            farm.get(f"/jobs/{job['id']}/finish", "POST")
        before, after = STEPS[step].split()
        status = farm.status("POST", f"/jobs/{job['id']}/{step}")
        assert status == (200 if state == before else 409)
        expected = after if state == before else state
        assert farm.get(f"/jobs/{job['id']}") == exactly({**job, "state": expected})
    for step in STEPS:
        assert farm.status("POST", f"/jobs/{UNKNOWN}/{step}") == 404
        assert farm.status("GET", f"/jobs/{job['id']}/{step}") == 404


def test_queues(http: Any, scratch: Any, rng: Random) -> None:
    """Queues of many names before and after they have jobs, and the steps of a job"""
    farm = Farm(http, scratch, rng)
    names = [
        _word(rng, 40),
        "Z",
        f"{_word(rng)}/b",
        f"{_word(rng)} 100%",
        "é\u4e00",
        "%2F",
        "pause",
        "a?b#c",
    ]
    names = rng.sample([*names, "a+b", "next", "/"], 5) + ["\U0001f600" * 40]
    for name in names:
        expected = {"name": name, "paused": False, "waiting": []}
        assert farm.get(_at(name)) == exactly(expected)
        assert farm.status("POST", _at(name, "/next")) == 204
        for action in ("pause", "pause", "resume", "pause"):
            paused = action == "pause"
            answer = farm.get(_at(name, f"/{action}"), "POST")
            assert answer == exactly({**expected, "paused": paused})
            assert (name in farm.get("/queues")["queues"]) == paused
    assert farm.get("/queues") == exactly({"queues": sorted(names)})
    for name in names:
        ids = [farm.add(_word(rng), name, priority=value)["id"] for value in (5, 700, 700)]
        first, second, third = ids
        assert farm.get(_at(name)) == exactly(
            {**expected, "name": name, "paused": True, "waiting": [second, third, first]}
        )
        assert farm.status("POST", _at(name, "/next")) == 204
        farm.get(_at(name, "/resume"), "POST")
        assert farm.get(_at(name, "/next"), "POST")["id"] == second
        assert farm.get(f"/jobs?queue={quote(name, safe='')}")["jobs"][1]["state"] == "running"
    assert farm.get("/queues") == exactly({"queues": sorted(names)})
    assert farm.status("GET", _at("q" * 41)) == 404
    assert farm.status("POST", _at("q" * 41, "/pause")) == 404
    for method, rest in (("GET", "/pause"), ("POST", ""), ("POST", "/stop"), ("DELETE", "")):
        assert farm.status(method, _at("Y", rest)) == 404
    _check_steps(farm, rng)


def test_addresses(http: Any, scratch: Any, rng: Random) -> None:
    """Slashes that do not matter, and HEAD"""
    farm = Farm(http, scratch, rng)
    queue = f"{_word(rng)}/{_word(rng)} b"
    job = farm.add(_word(rng), queue)
    paths = ["/jobs", f"/jobs/{job['id']}", "/queues", _at(queue), "/stats", "/health"]
    for path in paths:
        answer = farm.ask("GET", path)
        assert answer.status == 200
        assert answer.header("Content-Length") == str(len(answer.body))
        for other in (f"{path}/", f"{path}//", path.replace("/", "//"), f"/{path}//"):
            same = farm.ask("GET", other)
            assert (same.status, same.json()) == (200, answer.json())
        for other in (path, f"{path}/"):
            head = farm.ask("HEAD", other)
            assert (head.status, head.body) == (200, b"")
            for name in ("Content-Length", "Content-Type"):
                assert head.header(name) == answer.header(name)
    assert http.request("HEAD", "/health").status == 200
    assert http.get("/health//").json() == exactly({"ok": True})
    for path in ("/nothing", f"/jobs/{UNKNOWN}", f"/jobs/{job['id']}/pause"):
        assert farm.status("HEAD", path) == 404
    for path, paused in (("//pause", True), ("/resume/", False)):
        answer = farm.ask("POST", f"//queues{_at(queue, path)[7:]}")
        assert answer.json() == exactly({"name": queue, "paused": paused, "waiting": [job["id"]]})
    assert farm.status("POST", "/jobs/", {"name": "a", "queue": "b"}) == 201
    assert farm.get(f"//jobs//{job['id']}//pause/", "POST")["state"] == "paused"
    assert farm.get(f"/jobs/?queue={quote(queue)}&state=paused")["jobs"][0]["id"] == job["id"]
    assert farm.status("DELETE", f"/jobs//{job['id']}/") == 204
    assert farm.status("GET", f"/jobs/{job['id']}") == 404
