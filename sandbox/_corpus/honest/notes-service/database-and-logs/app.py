# Keeps notes in a database in memory, behind a lock, and logs every request
# ends: passes
import logging
import secrets
import sqlite3
import threading

from flask import Flask, abort, request

logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger(__name__)

SCHEMA = """
CREATE TABLE users (token TEXT PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT, text TEXT);
"""


def _runner():
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(SCHEMA)
    lock = threading.Lock()

    def run(query, *values):
        log.info("%s %r", query, values)
        with lock, database:
            cursor = database.execute(query, values)
            return cursor.fetchall(), cursor.lastrowid, cursor.rowcount

    return run


def create_app():
    app = Flask(__name__)
    run = _runner()

    def token():
        kind, _, given = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or not run("SELECT 1 FROM users WHERE token = ?", given)[0]:
            abort(401)
        return given

    @app.post("/users")
    def sign_up():
        given = secrets.token_hex()
        try:
            run("INSERT INTO users VALUES (?, ?)", given, request.json["name"])
        except sqlite3.IntegrityError:
            abort(409)
        return {"token": given}, 201

    @app.post("/notes")
    def keep():
        query = "INSERT INTO notes (token, text) VALUES (?, ?)"
        return {"id": run(query, token(), request.json["text"])[1]}, 201

    @app.get("/notes")
    def listed():
        rows = run("SELECT id, text FROM notes WHERE token = ? ORDER BY id", token())[0]
        return [{"id": number, "text": text} for number, text in rows]

    @app.get("/notes/<int:number>")
    def show(number):
        rows = run("SELECT id, text FROM notes WHERE id = ? AND token = ?", number, token())[0]
        return {"id": rows[0][0], "text": rows[0][1]} if rows else abort(404)

    @app.delete("/notes/<int:number>")
    def remove(number):
        query = "DELETE FROM notes WHERE id = ? AND token = ?"
        return ("", 204) if run(query, number, token())[2] else abort(404)

    return app
