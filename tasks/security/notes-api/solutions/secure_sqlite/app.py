"""The notes service on SQLite: every statement names the user whose rows it is about."""

import json
import secrets
import sqlite3
import string
from contextlib import closing

from flask import Flask, g, request
from werkzeug.exceptions import BadRequest, Conflict, NotFound, Unauthorized

FILE = "notes.db"
SCHEMA = """
DROP TABLE IF EXISTS reader; DROP TABLE IF EXISTS note;
DROP TABLE IF EXISTS notebook; DROP TABLE IF EXISTS user;
CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, token TEXT UNIQUE NOT NULL);
CREATE TABLE notebook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL REFERENCES user,
    title TEXT NOT NULL
);
CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL REFERENCES user,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    notebook INTEGER REFERENCES notebook ON DELETE SET NULL
);
CREATE TABLE reader (
    note INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    user INTEGER NOT NULL REFERENCES user,
    PRIMARY KEY (note, user)
);
"""
NOTEBOOK = """SELECT id, title, (SELECT count(*) FROM note WHERE notebook = notebook.id) AS notes
FROM notebook WHERE user = ?"""
NOTE = """SELECT note.*, user.name AS owner, (
    SELECT group_concat(name) FROM reader JOIN user ON user.id = user WHERE note = note.id
) AS readers FROM note JOIN user ON user.id = note.user WHERE """
MINE = "note.user = :me"
SHARED = "EXISTS (SELECT 1 FROM reader WHERE note = note.id AND user = :me)"


def create_app():
    """Make the application with an empty database."""
    with closing(sqlite3.connect(FILE)) as db:
        db.executescript(SCHEMA)
    app = Flask(__name__)
    app.before_request(connect)
    app.after_request(keep)
    app.teardown_request(disconnect)
    rules = [
        ("POST", "/users", sign_up),
        ("POST", "/notebooks", add_notebook),
        ("GET", "/notebooks", list_notebooks),
        ("PATCH", "/notebooks/<int:id>", rename_notebook),
        ("DELETE", "/notebooks/<int:id>", remove_notebook),
        ("POST", "/notes", add_note),
        ("GET", "/notes", list_notes),
        ("GET", "/notes/<int:id>", get_note),
        ("PATCH", "/notes/<int:id>", change_note),
        ("DELETE", "/notes/<int:id>", remove_note),
        ("POST", "/notes/move", move_notes),
        ("POST", "/notes/delete", delete_notes),
        ("PUT", "/notes/<int:id>/readers/<name>", add_reader),
        ("DELETE", "/notes/<int:id>/readers/<name>", remove_reader),
        ("GET", "/shared", list_shared),
    ]
    for method, path, view in rules:
        app.add_url_rule(path, view.__name__, view, methods=[method])
    return app


def connect():
    """Open the database and look up the user."""
    g.db = sqlite3.connect(FILE, timeout=10, isolation_level=None)
    g.db.row_factory = sqlite3.Row
    g.db.execute("PRAGMA foreign_keys = ON")
    g.db.execute("PRAGMA synchronous = OFF")
    g.db.execute("BEGIN IMMEDIATE")
    if request.endpoint == "sign_up":
        return
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    row = g.db.execute("SELECT id FROM user WHERE token = ?", [token]).fetchone()
    if row is None:
        raise Unauthorized
    g.me = row["id"]


def keep(response):
    """Keep what a request has done, unless it failed."""
    if response.status_code < 400:
        g.db.execute("COMMIT")
    return response


def disconnect(error):
    """Close the database; what was not kept is undone."""
    g.db.close()


def require(condition, error=BadRequest):
    """Stop a request that is not as it should be."""
    if not condition:
        raise error


def sent():
    """The JSON object in the body."""
    data = request.get_json(force=True)
    require(isinstance(data, dict))
    return data


def text(data, name, low, high):
    """A text field."""
    value = data.get(name)
    require(isinstance(value, str) and low <= len(value) <= high)
    return value


def number(value):
    """A field that is an id."""
    require(isinstance(value, int) and not isinstance(value, bool) and value < 2**60)
    return value


def argument(name, default, low, high):
    """A number in the query string."""
    try:
        value = int(request.args.get(name, default))
    except ValueError as error:
        raise BadRequest from error
    require(low <= value <= high)
    return value


def notebook(id):
    """A notebook of mine."""
    row = g.db.execute(f"{NOTEBOOK} AND id = ?", [g.me, id]).fetchone()
    require(row, NotFound)
    return dict(row)


def notes(condition, **values):
    """Notes as clients see them, newest first."""
    query = f"{NOTE}{condition} ORDER BY note.id DESC"
    found = []
    for row in g.db.execute(query, {"me": g.me, **values}):
        note = dict(row)
        del note["user"]
        note["tags"] = json.loads(note["tags"])
        note["readers"] = sorted(note["readers"].split(",")) if note["readers"] else []
        found.append(note)
    return found


def one_note(condition, id):
    """The note of this id if it meets the condition."""
    found = notes(f"({condition}) AND note.id = :id", id=id)
    require(found, NotFound)
    return found[0]


def columns(data):
    """Checked columns of a note."""
    values = {}
    if "title" in data:
        values["title"] = text(data, "title", 1, 100)
    if "text" in data:
        values["text"] = text(data, "text", 0, 10_000)
    if "tags" in data:
        require(isinstance(data["tags"], list))
        require(all(isinstance(tag, str) for tag in data["tags"]))
        values["tags"] = json.dumps(data["tags"])
    if "notebook" in data:
        target = data["notebook"]
        values["notebook"] = None if target is None else notebook(number(target))["id"]
    return values


def update(id, values):
    """Change columns of a note of mine."""
    one_note(MINE, id)
    for name, value in values.items():
        g.db.execute(f"UPDATE note SET {name} = ? WHERE id = ? AND user = ?", [value, id, g.me])


def sign_up():
    name = text(sent(), "name", 1, 30)
    require(set(name) <= set(string.ascii_lowercase + string.digits))
    token = secrets.token_hex(16)
    try:
        g.db.execute("INSERT INTO user (name, token) VALUES (?, ?)", [name, token])
    except sqlite3.IntegrityError as error:
        raise Conflict from error
    return {"name": name, "token": token}, 201


def add_notebook():
    title = text(sent(), "title", 1, 100)
    cursor = g.db.execute("INSERT INTO notebook (user, title) VALUES (?, ?)", [g.me, title])
    return notebook(cursor.lastrowid), 201


def list_notebooks():
    return {"notebooks": [dict(row) for row in g.db.execute(f"{NOTEBOOK} ORDER BY id", [g.me])]}


def rename_notebook(id):
    notebook(id)
    title = text(sent(), "title", 1, 100)
    g.db.execute("UPDATE notebook SET title = ? WHERE id = ? AND user = ?", [title, id, g.me])
    return notebook(id)


def remove_notebook(id):
    cursor = g.db.execute("DELETE FROM notebook WHERE id = ? AND user = ?", [id, g.me])
    require(cursor.rowcount, NotFound)
    return "", 204


def add_note():
    data = sent()
    require("title" in data)
    values = {"text": "", "tags": "[]", **columns(data), "user": g.me}
    marks = ", ".join(f":{name}" for name in values)
    cursor = g.db.execute(f"INSERT INTO note ({', '.join(values)}) VALUES ({marks})", values)
    return one_note(MINE, cursor.lastrowid), 201


def list_notes():
    limit = argument("limit", 20, 1, 100)
    offset = argument("offset", 0, 0, 10**12)
    condition = MINE
    if "notebook" in request.args:
        condition += " AND notebook = :notebook"
        notebook(argument("notebook", None, 1, 10**12))
    if "q" in request.args:
        condition += " AND (instr(lower(title), lower(:q)) OR instr(lower(text), lower(:q)))"
    if "tag" in request.args:
        condition += " AND EXISTS (SELECT 1 FROM json_each(tags) WHERE value = :tag)"
    values = {name: request.args.get(name) for name in ("notebook", "q", "tag")}
    found = notes(condition, **values)
    return {"notes": found[offset : offset + limit], "total": len(found)}


def get_note(id):
    return one_note(f"{MINE} OR {SHARED}", id)


def change_note(id):
    update(id, columns(sent()))
    return one_note(MINE, id)


def remove_note(id):
    cursor = g.db.execute("DELETE FROM note WHERE id = ? AND user = ?", [id, g.me])
    require(cursor.rowcount, NotFound)
    return "", 204


def chosen(data):
    """The ids of the notes in a list."""
    require(isinstance(data.get("ids"), list))
    return {number(id) for id in data["ids"]}


def move_notes():
    data = sent()
    require("notebook" in data)
    values = columns({"notebook": data["notebook"]})
    for id in chosen(data):
        update(id, values)
    return "", 204


def delete_notes():
    for id in chosen(sent()):
        remove_note(id)
    return "", 204


def reader(id, name):
    """Ids of a note of mine and of a user."""
    one_note(MINE, id)
    row = g.db.execute("SELECT id FROM user WHERE name = ?", [name]).fetchone()
    require(row, NotFound)
    return [id, row["id"]]


def add_reader(id, name):
    g.db.execute("INSERT OR IGNORE INTO reader (note, user) VALUES (?, ?)", reader(id, name))
    return "", 204


def remove_reader(id, name):
    g.db.execute("DELETE FROM reader WHERE note = ? AND user = ?", reader(id, name))
    return "", 204


def list_shared():
    return {"notes": notes(SHARED)}
