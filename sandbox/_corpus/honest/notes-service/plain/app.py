# Solves it with a class for the store and a dictionary of notes for each user
# ends: passes
import uuid
from functools import partial, wraps

from flask import Flask, g, jsonify, request


class Store:
    def __init__(self):
        self.tokens = {}
        self.names = set()
        self.last = 0

    def sign_up(self, name):
        if name in self.names:
            return None
        self.names.add(name)
        token = uuid.uuid4().hex
        self.tokens[token] = {}
        return token

    def next_number(self):
        self.last += 1
        return self.last


def _signed_in(store, view):
    @wraps(view)
    def guarded(*args):
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        g.notes = store.tokens.get(token)
        if g.notes is None:
            return jsonify(error="who are you?"), 401
        return view(*args)

    return guarded


def create_app():
    app, store = Flask(__name__), Store()
    signed_in = partial(_signed_in, store)

    @app.route("/users", methods=["POST"])
    def users():
        token = store.sign_up(request.json["name"])
        return (jsonify(token=token), 201) if token else (jsonify(error="taken"), 409)

    @app.route("/notes", methods=["GET", "POST"])
    @signed_in
    def notes():
        if request.method == "GET":
            return jsonify([{"id": number, "text": text} for number, text in g.notes.items()])
        number = store.next_number()
        g.notes[number] = request.json["text"]
        return jsonify(id=number), 201

    @app.route("/notes/<int:number>", methods=["GET", "DELETE"])
    def note(number):
        return one(number)

    @signed_in
    def one(number):
        if number not in g.notes:
            return jsonify(error="no such note"), 404
        if request.method == "DELETE":
            del g.notes[number]
            return "", 204
        return jsonify(id=number, text=g.notes[number])

    return app
