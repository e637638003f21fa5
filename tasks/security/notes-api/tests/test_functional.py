"""Does the notes service do what the app needs?"""

from random import Random
from string import ascii_lowercase, digits
from typing import Any

from codebench.sandbox.judge.values import exactly

UNKNOWN = 987_654


def _word(rng: Random, size: int = 8) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


class Person:
    """A user of the service."""

    def __init__(self, http: Any, rng: Random) -> None:
        self.name = _word(rng, 12)
        self._http = http
        answer = http.post("/users", json={"name": self.name})
        assert answer.status == 201
        self.token = answer.json()["token"]
        assert answer.json() == exactly({"name": self.name, "token": self.token})

    def ask(self, method: str, path: str, json: object = None) -> Any:
        """The answer to a request."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return self._http.request(method, path, headers=headers, json=json)

    def get(self, path: str) -> Any:
        """What is found there."""
        answer = self.ask("GET", path)
        assert answer.status == 200
        return answer.json()

    def note(self, **fields: Any) -> dict[str, Any]:
        """Make a note."""
        answer = self.ask("POST", "/notes", fields)
        assert answer.status == 201
        return answer.json()

    def notebook(self, title: str) -> int:
        """Make a notebook and give its id."""
        answer = self.ask("POST", "/notebooks", {"title": title})
        assert answer.status == 201
        number = answer.json()["id"]
        assert type(number) is int
        assert number > 0
        assert answer.json() == exactly({"id": number, "title": title, "notes": 0})
        return number

    def status(self, method: str, path: str, json: object = None) -> int:
        """The status of an answer."""
        return self.ask(method, path, json).status


def test_users(http: Any, rng: Random) -> None:
    """Names that can be taken, names that cannot, and requests of nobody"""
    taken = [rng.choice(ascii_lowercase), rng.choice(digits), "z9" * 15, f"{_word(rng)}0a"]
    tokens = set()
    for name in taken:
        answer = http.post("/users", json={"name": name, "colour": 1})
        assert answer.status == 201
        tokens.add(answer.json()["token"])
    assert len(tokens) == len(taken)
    for name in taken:
        assert http.post("/users", json={"name": name}).status == 409
    word = _word(rng)
    for name in ("", "a" * 31, word.upper(), f"{word} {word}", f"{word}é", f"{word}-", 5, None, []):
        assert http.post("/users", json={"name": name}).status == 400
    for wrong in ({}, [word], word, {"title": word}):
        assert http.post("/users", json=wrong).status == 400
    assert http.post("/users", body=b'{"name": "' + word.encode()).status == 400
    assert http.post("/users", json={"name": word}).status == 201
    _check_tokens(http, rng)


def _check_tokens(http: Any, rng: Random) -> None:
    """Requests without a valid token are refused."""
    ann = Person(http, rng)
    number = ann.note(title="a")["id"]
    routes = ["POST /notebooks", "GET /notebooks", "PATCH /notebooks/1", "DELETE /notebooks/1"]
    routes += ["POST /notes", "GET /notes", "GET /shared", "POST /notes/move"]
    routes += [f"{method} /notes/{number}" for method in ("GET", "PATCH", "DELETE")]
    routes += ["POST /notes/delete", f"PUT /notes/{number}/readers/{ann.name}"]
    for route in routes:
        method, path = route.split()
        body = None if method == "GET" else {"title": "b", "ids": [number], "notebook": None}
        for headers in ({}, {"Authorization": f"Bearer {_word(rng, 20)}"}):
            assert http.request(method, path, headers=headers, json=body).status == 401
    assert ann.get(f"/notes/{number}")["title"] == "a"


def test_notebooks(http: Any, rng: Random) -> None:
    """Notebooks are made, listed, renamed and removed"""
    ann, bob = Person(http, rng), Person(http, rng)
    assert ann.get("/notebooks") == exactly({"notebooks": []})
    titles = [_word(rng) for _ in range(3)]
    first, second, third = (ann.notebook(title) for title in titles)
    bob.notebook("x" * 100)
    notes = [ann.note(title="a", notebook=each)["id"] for each in (second, second, third)]
    for title in (_word(rng, 1), _word(rng, 100)):
        answer = ann.ask("PATCH", f"/notebooks/{second}", {"title": title, "notes": 7})
        assert answer.status == 200
        assert answer.json() == exactly({"id": second, "title": title, "notes": 2})
    books = [{"id": first, "title": titles[0], "notes": 0}, {"id": second, "title": title}]
    books[1]["notes"] = 2
    books.append({"id": third, "title": titles[2], "notes": 1})
    assert ann.get("/notebooks") == exactly({"notebooks": books})
    for wrong in ({}, {"title": ""}, {"title": "x" * 101}, {"title": 5}, [], {"name": "x"}):
        assert ann.status("POST", "/notebooks", wrong) == 400
        assert ann.status("PATCH", f"/notebooks/{first}", wrong) == 400
    assert ann.status("DELETE", f"/notebooks/{second}") == 204
    assert ann.get("/notebooks") == exactly({"notebooks": [books[0], books[2]]})
    places = [ann.get(f"/notes/{number}")["notebook"] for number in notes]
    assert places == exactly([None, None, third])
    for method in ("PATCH", "DELETE"):
        for number in (second, UNKNOWN):
            assert ann.status(method, f"/notebooks/{number}", {"title": "a"}) == 404


def test_one_note(http: Any, rng: Random) -> None:
    """A note is made, read, edited and deleted"""
    ann = Person(http, rng)
    book, other = ann.notebook("a"), ann.notebook("b")
    title, text, tag = _word(rng, 100), "é\n" * 5000, _word(rng)
    note = ann.note(title=title, text=text, tags=[tag, "b c", ""], notebook=book, colour="red")
    expected = {"id": note["id"], "owner": ann.name, "title": title, "text": text, "readers": []}
    expected |= {"tags": [tag, "b c", ""], "notebook": book}
    assert note == exactly(expected)
    plain = ann.note(title=tag)
    empty = {"id": plain["id"], "owner": ann.name, "title": tag, "text": "", "readers": []}
    empty |= {"tags": [], "notebook": None}
    assert plain == exactly(empty)
    assert ann.note(title="c", notebook=None)["notebook"] is None
    changes = [{"title": "t"}, {"text": ""}, {"tags": []}, {"notebook": other}, {"notebook": None}]
    changes += [{}, {"colour": 5}, {"title": "u" * 100, "text": _word(rng), "tags": ["q"]}]
    for change in changes:
        answer = ann.ask("PATCH", f"/notes/{note['id']}", change)
        expected |= {key: value for key, value in change.items() if key != "colour"}
        assert answer.status == 200
        assert answer.json() == exactly(expected)
        assert ann.get(f"/notes/{note['id']}") == exactly(expected)
    assert ann.status("DELETE", f"/notes/{note['id']}") == 204
    for method in ("GET", "PATCH", "DELETE"):
        for number in (note["id"], UNKNOWN):
            json = {"title": "a"} if method == "PATCH" else None
            assert ann.status(method, f"/notes/{number}", json) == 404
    assert ann.get(f"/notes/{plain['id']}") == exactly(empty)


def test_wrong_fields(http: Any, rng: Random) -> None:
    """Bodies that are not as they should be change nothing"""
    ann = Person(http, rng)
    book = ann.notebook("a")
    note = ann.note(title=_word(rng), text=_word(rng), tags=["a"], notebook=book)
    wrong = [{"title": ""}, {"title": "x" * 101}, {"title": 5}, {"title": None}, {"title": ["a"]}]
    wrong += [{"title": "a", "text": value} for value in ("x" * 10_001, 5, None, ["a"])]
    wrong += [{"title": "a", "tags": value} for value in ("red", [5], ["a", None], {"a": 1}, None)]
    wrong += [{"title": "a", "notebook": value} for value in (str(book), [book], {})]
    for fields in rng.sample(wrong, len(wrong)):
        assert ann.status("POST", "/notes", fields) == 400
        assert ann.status("PATCH", f"/notes/{note['id']}", fields) == 400
    assert ann.status("POST", "/notes", {"text": "a"}) == 400
    for fields in ([], "a", 5):
        assert ann.status("POST", "/notes", fields) == 400
    missing = {"title": "b", "text": "b", "tags": [], "notebook": UNKNOWN}
    assert ann.status("POST", "/notes", missing) == 404
    assert ann.status("PATCH", f"/notes/{note['id']}", missing) == 404
    assert ann.get("/notes") == exactly({"notes": [note], "total": 1})


def _matches(note: dict[str, Any], query: dict[str, Any]) -> bool:
    word = query.get("q", "").lower()
    if word not in note["title"].lower() and word not in note["text"].lower():
        return False
    if "tag" in query and query["tag"] not in note["tags"]:
        return False
    return "notebook" not in query or note["notebook"] == query["notebook"]


def test_lists(http: Any, rng: Random) -> None:
    """Pages of notes, narrowed down"""
    ann, bob = Person(http, rng), Person(http, rng)
    books = [ann.notebook("a"), ann.notebook("b"), ann.notebook("c"), None]
    words = ["Rose", "rosewater", "tulip", "ROSES", "50%25", "a_b", "acb", "50 of"]
    tags = ["red", "re", "Red", "blue", "d"]
    notes = []
    for number in range(24):
        title, text = rng.choice(words), " ".join(rng.choices(words, k=rng.randint(0, 2)))
        fields = {"title": title.replace("%25", "%"), "text": text.replace("%25", "%")}
        chosen = rng.sample(tags, rng.randint(0, 2)) if number else ["blue"]
        fields |= {"tags": chosen, "notebook": rng.choice(books[1:])}
        notes.insert(0, ann.note(**fields))
    assert bob.get("/notes") == exactly({"notes": [], "total": 0})
    assert ann.get("/notes") == exactly({"notes": notes[:20], "total": 24})
    queries: list[dict[str, Any]] = [{"q": word} for word in [*words, "rose", "WATER", "%25", "_"]]
    queries += [{"tag": tag} for tag in tags]
    queries += [{"notebook": book} for book in books[:3]]
    queries = [*rng.sample(queries, 12), {"tag": "blu"}]
    for _ in range(6):
        query = {"q": rng.choice(words), "tag": rng.choice(tags), "notebook": rng.choice(books[:3])}
        queries.append({key: query[key] for key in rng.sample(list(query), 2)})
    for query in queries:
        path = "&".join(f"{key}={str(value).replace(' ', '+')}" for key, value in query.items())
        plain = {**query, "q": query["q"].replace("%25", "%")} if "q" in query else query
        found = [note for note in notes if _matches(note, plain)]
        limit, offset = rng.randint(1, 9), rng.randint(0, 3)
        page = ann.get(f"/notes?{path}&limit={limit}&offset={offset}")
        assert page == exactly({"notes": found[offset : offset + limit], "total": len(found)})
    for limit, offset in ((1, 0), (100, 0), (5, 20), (20, 24), (3, 1)):
        page = ann.get(f"/notes?limit={limit}&offset={offset}")
        assert page == exactly({"notes": notes[offset : offset + limit], "total": 24})
    for wrong in (
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=-1",
        "offset=-1",
        "limit=1.5",
    ):
        assert ann.status("GET", f"/notes?{wrong}") == 400
    assert ann.status("GET", "/notes?notebook=garden") == 400
    assert ann.status("GET", f"/notes?notebook={UNKNOWN}") == 404


def test_moving(http: Any, rng: Random) -> None:
    """Several notes are moved or deleted at once, or none"""
    ann = Person(http, rng)
    book = ann.notebook("a")
    notes = [ann.note(title="a")["id"] for _ in range(4)]

    def places() -> list[Any]:
        return [ann.get(f"/notes/{number}")["notebook"] for number in notes]

    assert ann.status("POST", "/notes/move", {"ids": notes[1:3], "notebook": book}) == 204
    assert places() == exactly([None, book, book, None])
    assert ann.status("POST", "/notes/move", {"ids": [], "notebook": book}) == 204
    assert ann.status("POST", "/notes/move", {"ids": [notes[1]], "notebook": None}) == 204
    moved = exactly([None, None, book, None])
    assert places() == moved
    for ids in ([notes[0], UNKNOWN], [UNKNOWN, notes[0]]):
        assert ann.status("POST", "/notes/move", {"ids": ids, "notebook": book}) == 404
    for target in (UNKNOWN, UNKNOWN + 1):
        assert ann.status("POST", "/notes/move", {"ids": notes, "notebook": target}) == 404
    wrong: list[object] = [{"ids": notes}, {"notebook": book}, {"ids": notes[0], "notebook": book}]
    wrong += [{"ids": [notes[0], "a"], "notebook": book}, {"ids": notes, "notebook": "a"}, notes]
    wrong += [{"ids": [notes[0], None], "notebook": book}, {"ids": [[]], "notebook": book}]
    for fields in wrong:
        assert ann.status("POST", "/notes/move", fields) == 400
    assert places() == moved
    _check_deleting(Person(http, rng), rng)


def _check_deleting(ann: Person, rng: Random) -> None:
    """Several notes are deleted at once, or none."""
    notes = [ann.note(title=_word(rng)) for _ in range(5)]
    ids = [note["id"] for note in notes]
    for wrong in ([ids[0], UNKNOWN], [UNKNOWN, ids[0]]):
        assert ann.status("POST", "/notes/delete", {"ids": wrong}) == 404
    for wrong in ({}, {"ids": ids[0]}, {"ids": None}, {"ids": [ids[0], "x"]}, ids):
        assert ann.status("POST", "/notes/delete", wrong) == 400
    assert ann.get("/notes")["total"] == 5
    assert ann.status("POST", "/notes/delete", {"ids": []}) == 204
    assert ann.status("POST", "/notes/delete", {"ids": [ids[3], ids[1]]}) == 204
    left = [notes[4], notes[2], notes[0]]
    assert ann.get("/notes") == exactly({"notes": left, "total": 3})
    assert ann.status("GET", f"/notes/{ids[1]}") == 404


def test_sharing(http: Any, rng: Random) -> None:
    """Notes that others may read"""
    ann, bob, eve = (Person(http, rng) for _ in range(3))
    notes = [ann.note(title=_word(rng), tags=["a"], notebook=ann.notebook("b")) for _ in range(3)]
    paths = [f"/notes/{note['id']}" for note in notes]
    for person, path in ((eve, paths[0]), (bob, paths[0]), (bob, paths[2]), (bob, paths[0])):
        assert ann.status("PUT", f"{path}/readers/{person.name}") == 204
    notes[0]["readers"], notes[2]["readers"] = sorted([bob.name, eve.name]), [bob.name]
    assert [ann.get(path) for path in paths] == exactly(notes)
    assert bob.get("/shared") == exactly({"notes": [notes[2], notes[0]]})
    assert eve.get("/shared") == exactly({"notes": [notes[0]]})
    assert ann.get("/shared") == exactly({"notes": []})
    assert [bob.get(paths[0]), eve.get(paths[0])] == exactly([notes[0], notes[0]])
    assert bob.get("/notes") == exactly({"notes": [], "total": 0})
    notes[0] = ann.ask("PATCH", paths[0], {"title": "new"}).json()
    assert eve.get(paths[0]) == exactly({**notes[0], "readers": sorted([bob.name, eve.name])})
    for _ in range(2):
        assert ann.status("DELETE", f"{paths[0]}/readers/{bob.name}") == 204
    assert bob.get("/shared") == exactly({"notes": [notes[2]]})
    assert ann.get(paths[0])["readers"] == exactly([eve.name])
    for method in ("PUT", "DELETE"):
        for path in (
            f"{paths[0]}/readers/nobody{_word(rng)}",
            f"/notes/{UNKNOWN}/readers/{bob.name}",
        ):
            assert ann.status(method, path) == 404
    assert ann.status("DELETE", paths[2]) == 204
    assert bob.get("/shared") == exactly({"notes": []})
    assert eve.get("/shared") == exactly({"notes": [{**notes[0], "readers": [eve.name]}]})
