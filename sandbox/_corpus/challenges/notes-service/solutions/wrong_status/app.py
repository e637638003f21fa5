"""Notes of several users, kept in memory."""

import itertools
import secrets

from flask import Flask, abort, request


def create_app():
    app = Flask(__name__)
    users = {}  # token to name
    notes = {}  # number to (owner's token, text)
    numbers = itertools.count(1)

    def user():
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or token not in users:
            abort(403)
        return token

    def own_note(number):
        owner, text = notes.get(number, (None, ""))
        if owner != user():
            abort(404)
        return {"id": number, "text": text}

    @app.post("/users")
    def sign_up():
        name = request.get_json()["name"]
        if name in users.values():
            abort(409)
        token = secrets.token_urlsafe()
        users[token] = name
        return {"token": token}, 201

    @app.post("/notes")
    def keep():
        owner, number = user(), next(numbers)
        notes[number] = (owner, request.get_json()["text"])
        return {"id": number}, 201

    @app.get("/notes")
    def listed():
        token = user()
        return [{"id": n, "text": text} for n, (owner, text) in notes.items() if owner == token]

    @app.get("/notes/<int:number>")
    def show(number):
        return own_note(number)

    @app.delete("/notes/<int:number>")
    def remove(number):
        own_note(number)
        del notes[number]
        return "", 204

    return app
