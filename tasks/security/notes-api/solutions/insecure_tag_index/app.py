"""The notes service, kept in memory."""

import re
import secrets
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NoReturn

from flask import Blueprint, Flask, abort, current_app, g, jsonify, request

api = Blueprint("api", __name__)


@dataclass
class Notebook:
    """A named group of notes."""

    id: int
    owner: str
    title: str


@dataclass
class Note:
    """A note, its owner and who else may read it."""

    id: int
    owner: str
    title: str
    text: str = ""
    tags: list[str] = field(default_factory=list)
    notebook: int | None = None
    readers: set[str] = field(default_factory=set)

    def view(self) -> dict[str, Any]:
        """The note as clients see it."""
        return {**vars(self), "readers": sorted(self.readers)}

    def matches(self, word: str) -> bool:
        """Does the word occur in it?"""
        return word.lower() in self.title.lower() or word.lower() in self.text.lower()


class Store:
    """Everything the service knows."""

    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}
        self.notebooks: dict[int, Notebook] = {}
        self.notes: dict[int, Note] = {}
        self.ids = count(1)

    def users(self) -> set[str]:
        """The names of all users."""
        return set(self.tokens.values())

    def tagged(self, tag: str) -> list[Note]:
        """The notes with this tag."""
        return [note for note in self.notes.values() if tag in note.tags]

    def owned(self, name: str) -> list[Note]:
        """The notes of a user."""
        return [note for note in self.notes.values() if note.owner == name]


def create_app() -> Flask:
    """Make the application."""
    app = Flask(__name__)
    app.extensions["notes"] = Store()
    app.register_blueprint(api)
    return app


def store() -> Store:
    """The store of this application."""
    return current_app.extensions["notes"]


def bad() -> NoReturn:
    """Refuse a request that is not well formed."""
    abort(400)


@api.before_request
def identify() -> None:
    """Find out who is asking."""
    if request.endpoint == "api.sign_up":
        return
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or token not in store().tokens:
        abort(401)
    g.user = store().tokens[token]


def body() -> dict[str, Any]:
    """The JSON object that was sent."""
    sent = request.get_json(silent=True)
    return sent if isinstance(sent, dict) else bad()


def text_field(sent: dict[str, Any], name: str, least: int, most: int) -> str:
    """A text of limited length."""
    value = sent.get(name)
    return value if isinstance(value, str) and least <= len(value) <= most else bad()


def is_id(value: object) -> bool:
    """Could this be an id?"""
    return type(value) is int


def own_notebook(number: int) -> Notebook:
    """A notebook of the user."""
    notebook = store().notebooks.get(number)
    if notebook is None or notebook.owner != g.user:
        abort(404)
    return notebook


def own_note(number: int) -> Note:
    """A note of the user."""
    note = store().notes.get(number)
    if note is None or note.owner != g.user:
        abort(404)
    return note


def notebook_field(sent: dict[str, Any]) -> int | None:
    """The notebook that the user wants to put a note into."""
    value = sent.get("notebook")
    if value is None:
        return None
    return own_notebook(value).id if is_id(value) else bad()


def note_fields(sent: dict[str, Any]) -> dict[str, Any]:
    """What was sent of the fields of a note."""
    fields: dict[str, Any] = {}
    if "title" in sent:
        fields["title"] = text_field(sent, "title", 1, 100)
    if "text" in sent:
        fields["text"] = text_field(sent, "text", 0, 10_000)
    if "tags" in sent:
        tags = sent["tags"]
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            bad()
        fields["tags"] = tags
    if "notebook" in sent:
        fields["notebook"] = notebook_field(sent)
    return fields


def parameter(name: str, least: int, most: int, default: int | None) -> int | None:
    """A whole number of the query string."""
    value = request.args.get(name)
    if value is None:
        return default
    if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
        bad()
    return int(value)


def notebook_view(notebook: Notebook) -> dict[str, Any]:
    """The notebook as clients see it."""
    inside = sum(note.notebook == notebook.id for note in store().notes.values())
    return {"id": notebook.id, "title": notebook.title, "notes": inside}


@api.post("/users")
def sign_up():
    """Make a new user."""
    name = text_field(body(), "name", 1, 30)
    if not re.fullmatch("[a-z0-9]+", name):
        bad()
    if name in store().users():
        abort(409)
    token = secrets.token_urlsafe(24)
    store().tokens[token] = name
    return {"name": name, "token": token}, 201


@api.post("/notebooks")
def add_notebook():
    """Make a notebook."""
    notebook = Notebook(next(store().ids), g.user, text_field(body(), "title", 1, 100))
    store().notebooks[notebook.id] = notebook
    return notebook_view(notebook), 201


@api.get("/notebooks")
def list_notebooks():
    """The user's notebooks."""
    found = [each for each in store().notebooks.values() if each.owner == g.user]
    return {"notebooks": [notebook_view(each) for each in found]}


@api.patch("/notebooks/<int:number>")
def rename_notebook(number: int):
    """Give a notebook another title."""
    notebook = own_notebook(number)
    notebook.title = text_field(body(), "title", 1, 100)
    return notebook_view(notebook)


@api.delete("/notebooks/<int:number>")
def remove_notebook(number: int):
    """Remove a notebook and keep its notes."""
    del store().notebooks[own_notebook(number).id]
    for note in store().notes.values():
        if note.notebook == number:
            note.notebook = None
    return "", 204


@api.post("/notes")
def add_note():
    """Make a note."""
    fields = note_fields(body())
    if "title" not in fields:
        bad()
    note = Note(next(store().ids), g.user, **fields)
    store().notes[note.id] = note
    return note.view(), 201


@api.get("/notes")
def list_notes():
    """A page of the user's notes that fit."""
    limit, offset = parameter("limit", 1, 100, 20), parameter("offset", 0, 10**9, 0)
    notebook = parameter("notebook", 1, 10**9, None)
    if notebook is not None:
        own_notebook(notebook)
    tag, word = request.args.get("tag"), request.args.get("q", "")
    notes = store().owned(g.user) if tag is None else store().tagged(tag)
    found = [
        note.view()
        for note in reversed(notes)
        if (notebook is None or note.notebook == notebook) and note.matches(word)
    ]
    return {"notes": found[offset : offset + limit], "total": len(found)}


@api.get("/notes/<int:number>")
def read_note(number: int):
    """One note, for its owner and readers."""
    note = store().notes.get(number)
    if note is None or g.user not in {note.owner, *note.readers}:
        abort(404)
    return note.view()


@api.patch("/notes/<int:number>")
def edit_note(number: int):
    """Change some fields of a note."""
    note = own_note(number)
    for name, value in note_fields(body()).items():
        setattr(note, name, value)
    return note.view()


@api.delete("/notes/<int:number>")
def remove_note(number: int):
    """Delete a note."""
    del store().notes[own_note(number).id]
    return "", 204


def chosen_notes(sent: dict[str, Any]) -> list[Note]:
    """The notes that are meant, which must all be the user's."""
    ids = sent.get("ids")
    if not isinstance(ids, list) or not all(map(is_id, ids)):
        bad()
    return [own_note(number) for number in ids]


@api.post("/notes/move")
def move_notes():
    """Put several notes into a notebook."""
    sent = body()
    if "notebook" not in sent:
        bad()
    notes, notebook = chosen_notes(sent), notebook_field(sent)
    for note in notes:
        note.notebook = notebook
    return "", 204


@api.post("/notes/delete")
def delete_notes():
    """Delete several notes."""
    for note in chosen_notes(body()):
        store().notes.pop(note.id, None)
    return "", 204


@api.route("/notes/<int:number>/readers/<name>", methods=["PUT", "DELETE"])
def change_readers(number: int, name: str):
    """Begin or end to share a note."""
    note = own_note(number)
    if name not in store().users():
        abort(404)
    if request.method == "PUT":
        note.readers.add(name)
    else:
        note.readers.discard(name)
    return "", 204


@api.get("/shared")
def list_shared():
    """The notes of others that the user may read."""
    notes = reversed(store().notes.values())
    return jsonify(notes=[note.view() for note in notes if g.user in note.readers])
